import type { DataFailure, DataNews, DataOrder } from '../../worker/dataMessages.ts'
import { openBackend, type DataResult, type DataTask, type Progress } from './backend.ts'

export type { DataResult, DataTask, Progress }

export interface DataTaskOptions {
  /** Cancels: what is done by then stays, but for an import, which is done whole or not at all. */
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

const lock = 'weft data'

/**
 * Does a task over all of the data (`resolvers/lab/tasks.ts`), one at a time over all tabs: in a worker, or in the page
 * where the data is in memory. Rejects with the signal's reason once it is cancelled, else with an error in plain words;
 * that of a bad file has its `line`.
 */
export async function runDataTask(task: DataTask, options: DataTaskOptions): Promise<DataResult> {
  options.signal.throwIfAborted()
  // Only over https and on localhost. Without, nobody waits for another tab, as little as the other would.
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
  const tell = (order: DataOrder) => worker.postMessage(order)
  // It ends by itself then: only the worker knows when its last transaction is over.
  const cancel = () => tell('cancel')
  try {
    return await new Promise<DataResult>((resolve, reject) => {
      worker.addEventListener('message', ({ data: news }: MessageEvent<DataNews>) => {
        if ('progress' in news) onProgress(news.progress)
        else if ('result' in news) resolve(news.result)
        else reject(signal.aborted ? signal.reason : errorOf(news.error))
      })
      worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The worker has failed to start.')))
      signal.addEventListener('abort', cancel)
      tell(task)
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
