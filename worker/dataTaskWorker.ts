/** A worker that runs one data task, so that the page stays responsive (src/backend/dataTasks.ts). */

import { broadcastTarget, openIndexedDbStore, runDataTask } from '../resolvers/browser/index.ts'
import type { DataFailure, DataReply, DataRequest } from './dataMessages.ts'

declare const self: DedicatedWorkerGlobalScope

const cancelling = new AbortController()
let onTokenStored = () => {}

self.addEventListener('message', ({ data: request }: MessageEvent<DataRequest>) => {
  if (request === 'cancel') cancelling.abort()
  else if (request === 'tokenStored') onTokenStored()
  else void run(request)
})

async function run({ task, token }: Exclude<DataRequest, string>): Promise<void> {
  try {
    const store = await openIndexedDbStore({
      onLost: () => cancelling.abort(new Error('The data was deleted or set aside meanwhile.')),
    })
    const result = await runDataTask(store, task, {
      clock: Date.now,
      events: broadcastTarget(),
      signal: cancelling.signal,
      onProgress: (progress) => reply({ progress }),
      token,
      onTokenRenewed: (newToken) =>
        new Promise<void>((resolve) => {
          onTokenStored = resolve
          reply({ token: newToken })
        }),
    })
    await store.close()
    reply({ result })
  } catch (error) {
    reply({ error: failureOf(error) })
  }
}

function reply(message: DataReply): void {
  self.postMessage(message)
}

function failureOf(error: unknown): DataFailure {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return { name, message }
}
