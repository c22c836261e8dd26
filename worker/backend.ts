import { createHttpHandler, isNoAnswer, json, type HttpHandler } from '../resolvers/http/handler.ts'
import { broadcastTarget, createBackend, keptConditions, openIndexedDbStore, sow } from '../resolvers/index.ts'

let handler: Promise<HttpHandler> | undefined

/** Answers a request to the backend over the data that the page shows: 403 for a form, 500 when the data cannot be opened. */
export async function answer(request: Request): Promise<Response> {
  if (isForm(request)) return json(403, { errors: ['No form may be sent to this address.'] })
  let handle: HttpHandler
  try {
    handle = await openBackend()
  } catch (reason) {
    report(reason)
    return json(500, { error: { message: "This browser could not open Weft's data. Please try again." } })
  }
  try {
    return await handle(request)
  } catch (reason) {
    // The client aborted, or the lab drops the connection.
    if (request.signal.aborted || isNoAnswer(reason)) return Response.error()
    report(reason)
    return json(500, { error: { message: 'Something went wrong on our side.' } })
  }
}

/** A form that is sent by opening its answer. Every site may do that to any address, and none of Weft's own does. */
function isForm({ mode, method }: Request): boolean {
  return mode === 'navigate' && method !== 'GET' && method !== 'HEAD'
}

/** Opens once; after a failure, and after the data was lost, the next request opens it anew. */
function openBackend(): Promise<HttpHandler> {
  return (handler ??= start())
}

/** Over the browser's store and no other: what is kept in memory would not be the page's data. */
async function start(): Promise<HttpHandler> {
  const lost = new AbortController()
  const events = broadcastTarget()
  lost.signal.addEventListener('abort', () => {
    handler = undefined
    events.close()
  })
  try {
    const store = await openIndexedDbStore({ onLost: () => lost.abort() })
    lost.signal.addEventListener('abort', store.close)
    await sow(store, Date.now)
    return createHttpHandler(createBackend({ store, events, conditions: keptConditions(store, events), report }))
  } catch (reason) {
    lost.abort()
    throw reason
  }
}

/** A fault of the backend: whoever asked is told only that there was one. */
function report(fault: unknown): void {
  console.error(fault)
}
