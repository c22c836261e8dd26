import { broadcastTarget, createBackend, createSimulation, openIndexedDbStore } from '../resolvers/browser/index.ts'
import { createHttpHandler, json, seedIfEmpty, withLab, type HttpHandler } from '../resolvers/index.ts'

let handler: Promise<HttpHandler> | undefined

/**
 * Answers a request to the backend over the data that the page shows: 403 for a form, 500 when the data cannot be
 * opened.
 */
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
    report(reason)
    return json(500, { error: { message: 'Something went wrong on our side.' } })
  }
}

/** A form whose answer replaces the page. Any site can send one here; Weft itself never does. */
function isForm({ mode, method }: Request): boolean {
  return mode === 'navigate' && method !== 'GET' && method !== 'HEAD'
}

/** Opens the backend once. After a failure, and after the data was lost, the next request opens it again. */
function openBackend(): Promise<HttpHandler> {
  return (handler ??= start())
}

/** Uses IndexedDB only: data in this worker's memory would not be the page's data. */
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
    await seedIfEmpty(store, Date.now)
    const simulation = createSimulation({ store, events, clock: Date.now })
    return withLab(createHttpHandler(createBackend({ store, events, report })), { simulation, report })
  } catch (reason) {
    lost.abort()
    throw reason
  }
}

/** Logs an unexpected error of the backend: the client gets a plain 500. */
function report(fault: unknown): void {
  console.error(fault)
}
