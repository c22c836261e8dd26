import { NEW_EVENTS, newEvent } from '../events/events.ts'
import type { Clock } from '../lib/dates.ts'
import type { AdministeredStore, AdminWriter, Counts } from '../store/administration.ts'
import type { TransactionOptions } from '../store/port.ts'

export interface Progress {
  phase: 'clearing' | 'users' | 'posts' | 'replies' | 'follows' | 'bookmarks' | 'reading' | 'writing'
  /** Progress of the whole job, in rows; in bytes for an import. */
  done: number
  total: number
}

/** Running work on all data. */
export interface Job {
  store: AdministeredStore
  /** The time when the job started. Everything it writes is dated at or before it. */
  now: number
  /** Throws once the job is cancelled. */
  checkCancelled: () => void
  /** Runs one transaction, then yields to other calls. Throws once the job is cancelled. */
  transaction: <T>(work: (tx: AdminWriter) => Promise<T>, options?: TransactionOptions) => Promise<T>
  onProgress: (progress: Progress) => void
  /** Called for each row of a snapshot that is not as it should be. The job goes on. */
  onWarning: (warning: string) => void
  /** The `tokenVersion` of every user of replaced data. It makes all tokens that were issued before invalid. */
  tokenVersion: number
  /** Continues the session that asked for the job. Call it after all data has been replaced. */
  continueSession: () => Promise<void>
}

/** What a job needs from the backend that runs it. */
export interface JobHost {
  clock: Clock
  /** Receives `NEW_EVENTS` at the end if anything was changed: there is a `dataReplaced` then. */
  events: EventTarget
  signal: AbortSignal
  onProgress: (progress: Progress) => void
  /**
   * Called after all data was replaced, which ends every session: continues the one that asked for it. `dataReplaced` is
   * published after it resolves.
   */
  continueSession: () => Promise<void>
}

export interface JobResult<T> {
  value: T
  counts: Counts
  /** What an import left out, or would leave out or refuse of what was exported. Sentences without texts of users. */
  warnings: string[]
}

/** How many warnings a result has. The last one says how many there are in all. */
const MAX_WARNINGS = 100

/** How many versions of tokens a replacement of the data chooses from: about half of those that a row can hold. */
const TOKEN_VERSIONS = 2 ** 30

/**
 * Runs work on all data in transactions, each of which leaves the data consistent. The caller ensures that only one job
 * runs at a time. Rejects with the signal's reason when cancelled: committed transactions are kept.
 */
export async function runJob<T>(
  store: AdministeredStore,
  { clock, events, signal, onProgress, continueSession }: JobHost,
  work: (job: Job) => Promise<T>,
): Promise<JobResult<T>> {
  let hasChanged = false
  const warnings: string[] = []
  let warned = 0
  const checkCancelled = () => signal.throwIfAborted()
  const job: Job = {
    store,
    now: clock(),
    checkCancelled,
    onProgress,
    onWarning(warning) {
      warned += 1
      if (warned < MAX_WARNINGS) warnings.push(warning)
    },
    async transaction(change, options) {
      checkCancelled()
      const result = await store.admin.transaction(change, options)
      hasChanged = true
      await yieldToEventLoop()
      return result
    },
    // Random: after a number that was used before, the tokens of then would be valid again.
    tokenVersion: 1 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % TOKEN_VERSIONS),
    continueSession,
  }
  try {
    const value = await work(job)
    if (warned > warnings.length) warnings.push(`There are ${warned} such rows.`)
    return { value, counts: await store.admin.read((tx) => tx.count()), warnings }
  } finally {
    if (hasChanged) {
      const replaced = [newEvent('dataReplaced', {}, clock())]
      // It fails if the data was deleted meanwhile: then nobody reads its events.
      await store.transaction((tx) => tx.events.append(replaced)).catch(() => undefined)
      events.dispatchEvent(new Event(NEW_EVENTS))
    }
  }
}

/** Reports the number of rows that were done since the last call. */
export type Advance = (phase: Progress['phase'], rows: number) => void

export function createAdvance({ onProgress }: Job, total: number): Advance {
  let done = 0
  return (phase, rows) => {
    done += rows
    onProgress({ phase, done, total })
  }
}

/** Resolves after all events and timers that are due now. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
