/** A worker for one task over all of the data, so that the page has its thread to itself: src/backend/dataTasks.ts. */

import { broadcastTarget, openIndexedDbStore, runDataTask } from '../resolvers/browser/index.ts'
import type { DataFailure, DataNews, DataOrder } from './dataMessages.ts'

declare const self: DedicatedWorkerGlobalScope

const cancelling = new AbortController()

self.addEventListener('message', ({ data: order }: MessageEvent<DataOrder>) => {
  if (order === 'cancel') cancelling.abort()
  else void run(order)
})

async function run(task: Exclude<DataOrder, 'cancel'>): Promise<void> {
  try {
    const store = await openIndexedDbStore({
      onLost: () => cancelling.abort(new Error('The data was deleted or set aside meanwhile.')),
    })
    const result = await runDataTask(store, task, {
      clock: Date.now,
      events: broadcastTarget(),
      signal: cancelling.signal,
      onProgress: (progress) => tell({ progress }),
    })
    store.close()
    tell({ result })
  } catch (error) {
    tell({ error: failureOf(error) })
  }
}

function tell(news: DataNews): void {
  self.postMessage(news)
}

function failureOf(error: unknown): DataFailure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message } = error
  return 'line' in error && typeof error.line === 'number' ? { name, message, line: error.line } : { name, message }
}
