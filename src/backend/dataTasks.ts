import type { DataFailure, DataReply, DataRequest } from '../../worker/dataMessages.ts'
import {
  openInBrowserBackend,
  type DataResult,
  type DataTask,
  type DataTaskOptions,
  type Progress,
} from './openBackend.ts'

export type { DataResult, DataTask, Progress }

const LOCK = 'weft data'

/**
 * Runs a task on all data (`resolvers/lab/tasks.ts`), in a worker, or in the page if the data is in memory. Only one
 * task runs at a time across all tabs. Rejects with the signal's reason when cancelled, else with an error whose
 * message can be shown.
 */
export async function runDataTask(task: DataTask, options: DataTaskOptions): Promise<DataResult> {
  options.signal.throwIfAborted()
  // Locks need https or localhost. Without them, several tabs can run tasks at the same time.
  if (!('locks' in navigator)) return run(task, options)
  return navigator.locks.request(LOCK, { ifAvailable: true }, (held) => {
    if (!held) throw new Error('Another tab is changing the data. Wait until it has finished.')
    return run(task, options)
  })
}

async function run(task: DataTask, options: DataTaskOptions): Promise<DataResult> {
  const backend = await openInBrowserBackend()
  const { kind } = await backend.storageStatus()
  return kind === 'memory' ? backend.runDataTask(task, options) : runInWorker(task, options)
}

async function runInWorker(task: DataTask, options: DataTaskOptions): Promise<DataResult> {
  const { signal, token, onProgress, onTokenRenewed } = options
  const worker = new Worker(new URL('../../worker/dataTaskWorker.ts', import.meta.url), { type: 'module' })
  const send = (request: DataRequest) => worker.postMessage(request)
  // The worker replies with an error once its last transaction has ended.
  const cancel = () => send('cancel')
  try {
    return await new Promise<DataResult>((resolve, reject) => {
      worker.addEventListener('message', ({ data: reply }: MessageEvent<DataReply>) => {
        if ('progress' in reply) onProgress(reply.progress)
        else if ('token' in reply) {
          Promise.resolve(onTokenRenewed(reply.token)).then(() => send('tokenStored'), reject)
        } else if ('result' in reply) resolve(reply.result)
        else reject(signal.aborted ? signal.reason : errorOf(reply.error))
      })
      worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The worker could not start.')))
      signal.addEventListener('abort', cancel)
      send({ task, token })
      if (signal.aborted) cancel()
    })
  } finally {
    signal.removeEventListener('abort', cancel)
    worker.terminate()
  }
}

function errorOf({ name, message }: DataFailure): Error {
  return Object.assign(new Error(message), { name })
}
