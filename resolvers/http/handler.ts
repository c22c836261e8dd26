import type { Backend } from '../backend.ts'
import { endOf } from './responses.ts'
import { answerGraphql } from './graphql.ts'
import { answerMedia } from './media.ts'
import { NoAnswerError } from '../lab/networkConditions.ts'
import type { Sent } from '../lab/log.ts'
import { answer as answerRest } from '../rest/facade.ts'

export { json } from './responses.ts'

export type HttpHandler = (request: Request) => Promise<Response>

/** Whether a path is the backend's affair: what `createHttpHandler` answers. */
export function isBackendPath(pathname: string): boolean {
  return /^\/(api|graphql|media)(\/|$)/.test(pathname)
}

/** Whether a handler has rejected because the connection is to be lost: there is no answer to give. */
export function isNoAnswer(reason: unknown): boolean {
  return reason instanceof NoAnswerError
}

/**
 * The backend behind HTTP, for a service worker or a server: the REST facade at `/api` (spec §7), GraphQL over HTTP at
 * `/graphql`, pictures and videos at `/media`; 404 as JSON for any other path. Rejects only where the request is aborted,
 * and where the lab has the connection lost (`isNoAnswer`).
 */
export function createHttpHandler(backend: Backend): HttpHandler {
  return async (request) => {
    const { pathname } = new URL(request.url)
    // Pictures are no calls of the API.
    if (/^\/media(\/|$)/.test(pathname) && request.method !== 'POST') return answerMedia(backend, request)
    const sent: Sent = { via: 'http', name: `${request.method} ${pathname}`, method: request.method, path: pathname }
    const end = backend.log.begin(sent)
    try {
      const response = await answererOf(pathname)(backend, request, sent)
      endOf(response.clone()).then(end, () => {})
      return response
    } catch (thrown) {
      end(request.signal.aborted ? 'abandoned' : { thrown })
      throw thrown
    }
  }
}

/** Each fills in what it reads of the request. */
type Answerer = (backend: Backend, request: Request, sent: Sent) => Promise<Response>

function answererOf(pathname: string): Answerer {
  if (/^\/graphql\/?$/.test(pathname)) return answerGraphql
  return /^\/media(\/|$)/.test(pathname) ? answerMedia : answerRest
}
