import { mediaPath } from '../../shared/formats.ts'
import type { Backend } from '../backend.ts'
import { handleGraphql, isGraphqlPath, type GraphqlOptions } from './graphql.ts'
import type { Sender } from './sender.ts'
import { handleMedia } from './media.ts'
import { toGraphQLError } from '../graphql/toGraphQLError.ts'
import { apiErrorOf } from '../services/errorCatalogue.ts'
import { refuseCrossOrigin, type CrossOriginOptions } from './crossOrigin.ts'
import { RequestAbortedError } from './readBody.ts'
import { restErrorResponse, json, protect, retryHeaders } from './responses.ts'
import { handleRest, type RestOptions } from './rest.ts'

export { json }

/** Handles a request. Without a server nothing is known of its sender. */
export type HttpHandler = (request: Request, sender?: Sender) => Promise<Response>

export interface HttpOptions extends GraphqlOptions, RestOptions, CrossOriginOptions {}

/** Whether this is the address of pictures and videos. */
export function isMediaPath(pathname: string): boolean {
  return pathname === mediaPath || pathname.startsWith(`${mediaPath}/`)
}

/** Whether `createHttpHandler` serves this path. */
export function isBackendPath(pathname: string): boolean {
  return /^\/(api|graphql|media)(\/|$)/.test(pathname)
}

/**
 * Serves the backend over HTTP, for a service worker or a server: the REST facade at `/api` (spec §7), GraphQL over
 * HTTP at `/graphql`, pictures and videos at `/media`; 404 as JSON for any other path. Refuses what pages of other origins
 * send. The response to HEAD is that to GET without a body. Never rejects.
 */
export function createHttpHandler(backend: Backend, options: HttpOptions = {}): HttpHandler {
  const respond = async (request: Request, sender: Sender) => {
    const { pathname } = new URL(request.url)
    try {
      refuseCrossOrigin(request, options)
      if (isGraphqlPath(pathname)) return await handleGraphql(backend, request, sender, options)
      if (isMediaPath(pathname)) return await handleMedia(backend, request, sender)
      return await handleRest(backend, request, sender, options)
    } catch (thrown) {
      return errorResponseTo(request, thrown, backend.report)
    }
  }
  const handle = async (request: Request, sender: Sender) => protect(await respond(request, sender))
  return async (request, sender = {}) => {
    if (request.method !== 'HEAD') return handle(request, sender)
    // Not from the request itself: some hosts have a class of their own for it, which `Request` does not copy. `Range` is
    // defined for GET only.
    const headers = [...request.headers].filter(([name]) => name !== 'range')
    const response = await handle(new Request(request.url, { headers }), sender)
    await response.body?.cancel()
    return new Response(null, response)
  }
}

/**
 * Returns the response to a request that failed: in the form of GraphQL at `/graphql`, of REST elsewhere (spec §8). Calls
 * `report` with an unexpected error. A client that has gone gets status 499, as servers log it.
 */
export function errorResponseTo({ url }: Request, thrown: unknown, report: (error: unknown) => void): Response {
  if (thrown instanceof RequestAbortedError) return new Response(null, { status: 499 })
  if (!isGraphqlPath(new URL(url).pathname)) return restErrorResponse(thrown, report)
  return json(apiErrorOf(thrown).status, { errors: [toGraphQLError(thrown, report)] }, retryHeaders(thrown))
}
