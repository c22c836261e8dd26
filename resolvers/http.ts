import type { Backend } from './backend.ts'
import { answerGraphql } from './http/graphql.ts'
import { answerMedia } from './http/media.ts'
import { answer as answerRest } from './rest/facade.ts'

export type HttpHandler = (request: Request) => Promise<Response>

/** Whether a path is the backend's affair: what `createHttpHandler` answers. */
export function isBackendPath(pathname: string): boolean {
  return /^\/(api|graphql|media)(\/|$)/.test(pathname)
}

/**
 * The backend behind HTTP, for a service worker or a server: the REST facade at `/api` (spec §7), GraphQL over HTTP at
 * `/graphql`, pictures and videos at `/media`. Rejects only where the request is aborted.
 */
export function createHttpHandler(backend: Backend): HttpHandler {
  return (request) => {
    const [, root] = new URL(request.url).pathname.split('/')
    if (root === 'graphql') return answerGraphql(backend, request)
    return root === 'media' ? answerMedia(backend, request) : answerRest(backend, request)
  }
}
