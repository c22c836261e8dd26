import type { Clock } from '../../lib/dates.ts'
import { createPublisher } from '../../events/events.ts'
import type { Store } from '../../store/port.ts'
import { grow } from './generator/generate.ts'
import { pause, type Job } from './job.ts'
import { play } from './scenarios.ts'
import { importSnapshot } from './snapshot/import.ts'
import { exportSnapshot } from './snapshot/export.ts'
import type { DataResult, DataTask, Progress } from './tasks.ts'

export interface DataTaskOptions {
  clock: Clock
  /** Hears `dataReplaced` at the end, if anything was changed. */
  events: EventTarget
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

/**
 * Does one of the tasks, in transactions each of which leaves the data consistent. Cancelled, it rejects with the signal's
 * reason, and what it has done until then stays; an import is done whole or not at all. Throws `RangeError` for numbers
 * that cannot be, `BadFileError` for a file that is no snapshot. One task at a time: that is the caller's affair.
 */
export async function runDataTask(
  store: Store,
  task: DataTask,
  { clock, events, signal, onProgress }: DataTaskOptions,
): Promise<DataResult> {
  let hasChanged = false
  const checkCancelled = () => signal.throwIfAborted()
  const job: Job = {
    store,
    now: clock(),
    checkCancelled,
    onProgress,
    async change(work, durability) {
      checkCancelled()
      const result = await store.transaction(work, durability)
      hasChanged = true
      await pause()
      return result
    },
  }
  try {
    const file = await run(job, task)
    return { counts: await store.read.count(), ...(file && { file }) }
  } finally {
    if (hasChanged) createPublisher(events)('dataReplaced', {})
  }
}

/** Answers a file where the task is to make one. */
async function run(job: Job, task: DataTask): Promise<Blob | null> {
  if (task.kind === 'export') return exportSnapshot(job)
  if (task.kind === 'import') await importSnapshot(job, task.file)
  if (task.kind === 'scenario') await play(job, task)
  if (task.kind === 'grow') await grow(job, task)
  return null
}
