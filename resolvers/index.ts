/**
 * The public entry of the backend for a host in any JavaScript runtime: create a backend over a store, then serve it
 * over HTTP or execute operations. `browser/index.ts` exports what needs a browser.
 */
export { createBackend, type Backend } from './backend.ts'
export {
  createHttpHandler,
  errorResponseTo,
  isBackendPath,
  isMediaPath,
  json,
  type HttpHandler,
} from './http/handler.ts'
export { protect } from './http/responses.ts'
export { routeName } from './http/rest.ts'
export { withLab } from './lab/withLab.ts'
export { EventFeed } from './events/eventFeed.ts'
export { seedIfEmpty } from './seed/seedIfEmpty.ts'
export { createMemoryStore } from './store/memory/store.ts'
