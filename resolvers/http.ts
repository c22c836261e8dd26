import type { Backend } from './backend.ts'
import { answer } from './rest/facade.ts'

export type HttpHandler = (request: Request) => Promise<Response>

/** Whether a path is the backend's affair: what `createHttpHandler` answers. */
export function isBackendPath(pathname: string): boolean {
  return /^\/api(\/|$)/.test(pathname)
}

/** The backend behind HTTP, for a service worker or a server: the REST facade at `/api` (spec §7). */
export function createHttpHandler(backend: Backend): HttpHandler {
  return (request) => answer(backend, request)
}
