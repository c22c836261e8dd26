import type { Clock } from '../lib/dates.ts'
import { createPublisher } from '../events/events.ts'
import type { AdministeredStore } from '../store/administration.ts'
import { generate } from './generator/generate.ts'
import { loadScenario } from './scenarios.ts'
import { exportSnapshot, writeSnapshot } from './snapshot/export.ts'
import { importSnapshot } from './snapshot/import.ts'
import { openSyncFile } from './snapshot/lines.ts'
import { yieldToEventLoop, type DataResult, type DataTask, type FileTask, type Job, type Progress } from './tasks.ts'

/** What a task needs from the backend that runs it. */
export interface DataTaskHost {
  clock: Clock
  /** Receives `dataReplaced` at the end if anything was changed. */
  events: EventTarget
  signal: AbortSignal
  onProgress: (progress: Progress) => void
  /**
   * Called after all data was replaced, which ends every session: continues the one that asked for it. `dataReplaced` is
   * published after it resolves.
   */
  continueSession: () => Promise<void>
}

/** How many versions of tokens a replacement of the data chooses from: about half of those that a row can hold. */
const TOKEN_VERSIONS = 2 ** 30

/**
 * Runs a task in transactions, each of which leaves the data consistent. The caller ensures that only one task runs at
 * a time. Rejects with the signal's reason when cancelled: committed transactions are kept (an import is one
 * transaction). Throws `RangeError` for numbers out of range, `BadFileError` for an invalid snapshot.
 */
export async function runDataTask(
  store: AdministeredStore,
  task: DataTask | FileTask,
  { clock, events, signal, onProgress, continueSession }: DataTaskHost,
): Promise<DataResult> {
  let hasChanged = false
  const checkCancelled = () => signal.throwIfAborted()
  const job: Job = {
    store,
    now: clock(),
    checkCancelled,
    onProgress,
    async transaction(work, options) {
      checkCancelled()
      const result = await store.admin.transaction(work, options)
      hasChanged = true
      await yieldToEventLoop()
      return result
    },
    // Random: after a number that was used before, the tokens of then would be valid again.
    tokenVersion: 1 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % TOKEN_VERSIONS),
    continueSession,
  }
  try {
    const file = await runTask(job, task)
    return { counts: await store.admin.read((tx) => tx.count()), ...(file && { file }) }
  } finally {
    if (hasChanged) createPublisher(events)('dataReplaced', {})
  }
}

/** Returns the file of an export, null for other tasks. */
async function runTask(job: Job, task: DataTask | FileTask): Promise<Blob | null> {
  if (task.kind === 'export') return exportSnapshot(job)
  if (task.kind === 'exportFile') await writeSnapshot(job, task.write)
  if (task.kind === 'import') await importSnapshot(job, await openSyncFile(task.file), 'all data')
  if (task.kind === 'importFile') await importSnapshot(job, task.file, 'no users')
  if (task.kind === 'scenario') await loadScenario(job, task)
  if (task.kind === 'grow') await generate(job, task)
  return null
}
