import { useEffect } from 'react'
import type { Lab, LogEntry } from '../../../backend/lab.ts'
import { createStore, useStore } from '../../../lib/createStore.ts'

const MAX_ENTRIES = 500

/**
 * The request log of this page, and the lab that records it. Outlives a session and a visit to the lab, because many
 * users have a single tab.
 */
const log = createStore<{ lab: Lab | null; entries: readonly LogEntry[] | null }>({ lab: null, entries: null })

/**
 * Returns the request log, newest first, or null until recording has started. It has the last requests of this
 * tab, and from when the lab is first opened in it those of all tabs, until its page is closed.
 */
export function useRequestLog(lab: Lab): readonly LogEntry[] | null {
  useEffect(() => startRecording(lab), [lab])
  return useStore(log, ({ entries }) => entries)
}

function changeEntries(change: (entries: readonly LogEntry[] | null) => readonly LogEntry[] | null): void {
  log.update(({ lab, entries }) => ({ lab, entries: change(entries) }))
}

function startRecording(lab: Lab): void {
  if (log.get().lab === lab) return
  log.update(({ entries }) => ({ lab, entries }))
  lab.onClearLog(() => changeEntries((entries) => entries && []))
  void lab.record(add).then(() => changeEntries((entries) => entries ?? []))
}

/** Inserts an entry by time: entries of other tabs and of the worker can arrive out of order. */
function add(entry: LogEntry): void {
  changeEntries((entries) => {
    const known = entries ?? []
    if (known.some(({ id }) => id === entry.id)) return entries
    const index = known.findIndex(({ timestamp }) => timestamp <= entry.timestamp)
    return known.toSpliced(index < 0 ? known.length : index, 0, entry).slice(0, MAX_ENTRIES)
  })
}

/**
 * Returns whether a request succeeded or failed: it was refused or got no response. An aborted request has done neither.
 */
export function statusGroupOf({ outcome }: LogEntry): 'success' | 'failed' | null {
  if (outcome.kind === 'aborted') return null
  return outcome.kind === 'responded' && outcome.status < 400 ? 'success' : 'failed'
}
