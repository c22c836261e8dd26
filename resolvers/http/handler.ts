import type { Backend } from '../backend.ts'
import { handleGraphql, isGraphqlPath, type GraphqlOptions } from './graphql.ts'
import { handleMedia } from './media.ts'
import { toGraphQLError } from '../graphql/toGraphQLError.ts'
import { apiErrorOf } from '../services/errors.ts'
import { refuseCrossOrigin } from './crossOrigin.ts'
import { RequestAbortedError } from './readBody.ts'
import { restErrorResponse, json, protect } from './responses.ts'
import { handleRest } from './rest.ts'

export { json }

export type HttpHandler = (request: Request) => Promise<Response>

/** Whether `createHttpHandler` serves this path. */
export function isBackendPath(pathname: string): boolean {
  return /^\/(api|graphql|media)(\/|$)/.test(pathname)
}

/**
 * Serves the backend over HTTP, for a service worker or a server: the REST facade at `/api` (spec §7), GraphQL over
 * HTTP at `/graphql`, pictures and videos at `/media`; 404 as JSON for any other path. Refuses what pages of other origins
 * send. The response to HEAD is that to GET without a body. Never rejects.
 */
export function createHttpHandler(backend: Backend, options: GraphqlOptions = {}): HttpHandler {
  const respond = async (request: Request) => {
    const { pathname } = new URL(request.url)
    try {
      refuseCrossOrigin(request)
      if (isGraphqlPath(pathname)) return await handleGraphql(backend, request, options)
      return await (/^\/media(\/|$)/.test(pathname) ? handleMedia(backend, request) : handleRest(backend, request))
    } catch (thrown) {
      return errorResponseTo(request, thrown, backend.report)
    }
  }
  const handle = async (request: Request) => protect(await respond(request))
  return async (request) => {
    if (request.method !== 'HEAD') return handle(request)
    // Not from the request itself: some hosts have a class of their own for it, which `Request` does not copy.
    const response = await handle(new Request(request.url, { headers: [...request.headers] }))
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
  return json(apiErrorOf(thrown).status, { errors: [toGraphQLError(thrown, report)] })
}
