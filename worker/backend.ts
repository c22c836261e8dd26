import {
  broadcastTarget,
  createBackend,
  createSimulation,
  isLabLockHeld,
  openIndexedDbStore,
} from '../resolvers/browser/index.ts'
import { createHttpHandler, json, seedIfEmpty, withLab, type HttpHandler } from '../resolvers/index.ts'
import { trustedDocuments } from './trustedDocuments.generated.ts'

let handler: Promise<HttpHandler> | undefined

/** Reads the text of schema.graphql. */
type SchemaFile = () => Promise<string>

/**
 * Handles a request to the backend over the same data as the page. Responds 500 if the data cannot be opened.
 */
export async function handleBackendRequest(request: Request, schemaFile: SchemaFile): Promise<Response> {
  let handle: HttpHandler
  try {
    handle = await openBackend(schemaFile)
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

/** Opens the backend once. After a failure, or when the database was lost, the next request opens it again. */
function openBackend(schemaFile: SchemaFile): Promise<HttpHandler> {
  return (handler ??= start(schemaFile))
}

/** Uses only IndexedDB, because a page cannot see data in the memory of this worker. */
async function start(schemaFile: SchemaFile): Promise<HttpHandler> {
  const lost = new AbortController()
  const events = broadcastTarget()
  lost.signal.addEventListener('abort', () => {
    handler = undefined
    events.close()
  })
  try {
    const store = await openIndexedDbStore({ onLost: () => lost.abort() })
    lost.signal.addEventListener('abort', () => void store.close())
    await seedIfEmpty(store, Date.now)
    const simulation = createSimulation({ store, events, clock: Date.now, isRecording: isLabLockHeld })
    const backend = createBackend({ store, events, schemaFile, report })
    await backend.readEvents()
    backend.keepNotifications(lost.signal)
    void backend.runHousekeeping(lost.signal)
    const handle = createHttpHandler(backend, {
      trustedDocuments: import.meta.env.VITE_TRUSTED_DOCUMENTS === 'true' ? trustedDocuments : undefined,
      closed: lost.signal,
      refuseNavigations: true,
    })
    return withLab(handle, { simulation, report })
  } catch (reason) {
    lost.abort()
    throw reason
  }
}

/** Logs an unexpected error of the backend. The client gets a plain 500. */
function report(error: unknown): void {
  console.error(error)
}
