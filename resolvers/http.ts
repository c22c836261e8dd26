import type { Backend } from './backend.ts'
import { answerGraphql } from './http/graphql.ts'
import { answerMedia } from './http/media.ts'
import { answer as answerRest } from './rest/facade.ts'

export { json } from './http/answers.ts'

export type HttpHandler = (request: Request) => Promise<Response>

/** Whether a path is the backend's affair: what `createHttpHandler` answers. */
export function isBackendPath(pathname: string): boolean {
  return /^\/(api|graphql|media)(\/|$)/.test(pathname)
}

/**
 * The backend behind HTTP, for a service worker or a server: the REST facade at `/api` (spec §7), GraphQL over HTTP at
 * `/graphql`, pictures and videos at `/media`; 404 as JSON for any other path. Rejects only where the request is aborted.
 */
export function createHttpHandler(backend: Backend): HttpHandler {
  return (request) => {
    const { pathname } = new URL(request.url)
    if (/^\/graphql\/?$/.test(pathname)) return answerGraphql(backend, request)
    return /^\/media(\/|$)/.test(pathname) ? answerMedia(backend, request) : answerRest(backend, request)
  }
}
