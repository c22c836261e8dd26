import type { DataFailure, DataNews, DataOrder } from '../../worker/dataMessages.ts'
import { openBackend, type DataResult, type DataTask, type Progress } from './backend.ts'

export type { DataResult, DataTask, Progress }

export interface DataTaskOptions {
  /** Cancels the task. Rows written so far stay, except for an import, which is all or nothing. */
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

const lock = 'weft data'

/**
 * Runs a task over all data (`resolvers/lab/tasks.ts`), one at a time across all tabs: in a worker, or in the page if the
 * data is in memory. Rejects with the signal's reason if it is cancelled, else with an error whose message can be shown.
 * The error about an invalid file has its `line`.
 */
export async function runDataTask(task: DataTask, options: DataTaskOptions): Promise<DataResult> {
  options.signal.throwIfAborted()
  // The Web Locks API needs https or localhost. Elsewhere tabs do not wait for each other.
  if (!('locks' in navigator)) return run(task, options)
  return navigator.locks.request(lock, { ifAvailable: true }, (held) => {
    if (!held) throw new Error('Another tab is at work on the data. Wait until it is done.')
    return run(task, options)
  })
}

async function run(task: DataTask, options: DataTaskOptions): Promise<DataResult> {
  const backend = await openBackend()
  const { kind } = await backend.storageStatus()
  return kind === 'memory' ? backend.runDataTask(task, options) : runInWorker(task, options)
}

async function runInWorker(task: DataTask, { signal, onProgress }: DataTaskOptions): Promise<DataResult> {
  const worker = new Worker(new URL('../../worker/data.ts', import.meta.url), { type: 'module' })
  const post = (order: DataOrder) => worker.postMessage(order)
  // The worker ends by itself: only it knows when its last transaction is complete.
  const cancel = () => post('cancel')
  try {
    return await new Promise<DataResult>((resolve, reject) => {
      worker.addEventListener('message', ({ data: message }: MessageEvent<DataNews>) => {
        if ('progress' in message) onProgress(message.progress)
        else if ('result' in message) resolve(message.result)
        else reject(signal.aborted ? signal.reason : errorOf(message.error))
      })
      worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The worker has failed to start.')))
      signal.addEventListener('abort', cancel)
      post(task)
      if (signal.aborted) cancel()
    })
  } finally {
    signal.removeEventListener('abort', cancel)
    worker.terminate()
  }
}

function errorOf({ name, message, line }: DataFailure): Error {
  return Object.assign(new Error(message), { name, ...(line !== undefined && { line }) })
}
