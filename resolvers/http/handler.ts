import type { Backend } from '../backend.ts'
import { handleGraphql, isGraphqlPath, type GraphqlOptions } from './graphql.ts'
import { handleMedia } from './media.ts'
import { handleRest } from './rest.ts'

export { json } from './responses.ts'

export type HttpHandler = (request: Request) => Promise<Response>

/** Whether `createHttpHandler` serves this path. */
export function isBackendPath(pathname: string): boolean {
  return /^\/(api|graphql|media)(\/|$)/.test(pathname)
}

/**
 * Serves the backend over HTTP, for a service worker or a server: the REST facade at `/api` (spec §7), GraphQL over
 * HTTP at `/graphql`, pictures and videos at `/media`; 404 as JSON for any other path. The response to HEAD is that to
 * GET without a body.
 */
export function createHttpHandler(backend: Backend, options: GraphqlOptions = {}): HttpHandler {
  const handle = (request: Request) => {
    const { pathname } = new URL(request.url)
    if (isGraphqlPath(pathname)) return handleGraphql(backend, request, options)
    return /^\/media(\/|$)/.test(pathname) ? handleMedia(backend, request) : handleRest(backend, request)
  }
  return async (request) => {
    if (request.method !== 'HEAD') return handle(request)
    const response = await handle(new Request(request, { method: 'GET' }))
    await response.body?.cancel()
    return new Response(null, response)
  }
}
