import type { Page } from '@playwright/test'
import type { DataTask } from '../../../resolvers/browser/index.ts'
import type { DataReply, DataRequest } from '../../../worker/dataMessages.ts'
import { scriptOf } from './bundle.ts'

/** A data task. An import reads `parts`, or else the last export of the page. */
type PageTask = Exclude<DataTask, { kind: 'import' }> | { kind: 'import'; parts?: string[] }

/** The worker's last message, with a hash of the exported file without its header. */
type Outcome = DataReply & { fingerprint: string }

declare global {
  var exportedFile: Blob | undefined
}

/** Where the built app has its workers. */
const WORKER_PATH = '/assets/dataWorkerOfTest.js'

/** Runs a data task in worker/dataTaskWorker.ts. Cancels it after `cancelAfter` progress messages. */
export async function runInWorker(page: Page, task: PageTask, cancelAfter = Infinity): Promise<Outcome> {
  const body = await scriptOf('worker/dataTaskWorker.ts')
  // The content security policy refuses a worker from a blob.
  await page.route(`**${WORKER_PATH}`, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  return page.evaluate(
    ({ given, path, limit }) =>
      new Promise<Outcome>((resolve, reject) => {
        const worker = new Worker(path)
        const send = (request: DataRequest) => worker.postMessage(request)
        let replies = 0
        const finish = async (reply: DataReply) => {
          const file = 'result' in reply ? reply.result.file : undefined
          globalThis.exportedFile = file ?? globalThis.exportedFile
          const text = file ? await file.text() : ''
          const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text.slice(text.indexOf('\n'))))
          worker.terminate()
          resolve({ ...reply, fingerprint: new Uint8Array(digest).join() })
        }
        worker.addEventListener('error', ({ message }) => reject(new Error(message)))
        worker.addEventListener('message', ({ data: reply }: MessageEvent<DataReply>) => {
          if ('progress' in reply) replies += 1
          else if ('token' in reply) send('tokenStored')
          else void finish(reply)
          if (replies === limit) send('cancel')
        })
        if (given.kind !== 'import') send({ task: given, token: null })
        else
          send({
            task: {
              kind: 'import',
              file: given.parts ? new Blob(given.parts) : (globalThis.exportedFile ?? new Blob()),
            },
            token: null,
          })
      }),
    { given: task, path: WORKER_PATH, limit: cancelAfter },
  )
}
