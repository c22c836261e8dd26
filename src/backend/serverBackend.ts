import { ApolloLink, CombinedGraphQLErrors, HttpLink, ServerError } from '@apollo/client'
import { print } from '@apollo/client/utilities'
import { OperationTypeNode } from 'graphql'
import {
  catchError,
  concat,
  defer,
  EMPTY,
  filter,
  fromEvent,
  merge,
  of,
  startWith,
  Subject,
  switchMap,
  tap,
  throwError,
  timeout,
} from 'rxjs'
import type { Observable } from 'rxjs'
import { broadcastTarget } from '../../resolvers/browser/lab.ts'
import { mediaPath } from '../../shared/formats.ts'
import { fieldsOf, parseJson } from '../../shared/json.ts'
import { messageWithWait, serverRefusals } from '../../shared/serverRefusals.ts'
import type { ErrorCode } from '../generated/types.ts'
import { connectionLost, startCall } from './connection.ts'
import { postGraphql, readResults } from './graphqlOverHttp.ts'
import { serverDemoAccount } from './host.ts'
import { localLabStore } from './localLabStore.ts'
import type { BackendClient } from './openBackend.ts'
import { createPageLab } from './pageLab.ts'
import { REFUSED_ON_THE_WAY, type Refusal } from './refusals.ts'

/** Sends operations and files to the server that sent this page, through the lab of this browser. */
export async function openServerBackend(): Promise<BackendClient> {
  const lab = createPageLab({
    store: localLabStore(),
    events: broadcastTarget(),
    via: 'http',
    // The network has its own.
    defaultLatency: 0,
    report: (error) => console.error(error),
  })
  return {
    link: lab.link.concat(serverLink()),
    demoAccount: serverDemoAccount(),
    files: {
      add: (file, options) => lab.simulateUpload(() => uploadFile(file, options), options.signal),
      find: async () => undefined,
    },
    describe: async () => {},
    lab: lab.client,
    inBrowser: null,
  }
}

/**
 * Executes operations over HTTP. A refusal is a result with errors, whatever its status. An error means that no response
 * of the backend arrived (`isConnectionLost`).
 */
export function serverLink(): ApolloLink {
  const terminating = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new ApolloLink(receiveEvents),
    eventIdLink.concat(new HttpLink({ uri: '/graphql' })),
  )
  return new ApolloLink((operation, forward) => {
    const { authorization = null } = operation.getContext()
    operation.setContext({ headers: { ...(authorization !== null && { authorization }) } })
    return forward(operation).pipe(catchError(resultOf))
  }).concat(terminating)
}

/** Passes on the id of the last event before the operation, which the server names in a header. */
const eventIdLink = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    tap(() => {
      const { response } = operation.getContext()
      if (response instanceof Response) operation.setContext({ lastEventId: response.headers.get('last-event-id') })
    }),
  ),
)

/** Returns the result in the response to a refused request. Fails as a lost connection if there is none. */
function resultOf(error: unknown): Observable<ApolloLink.Result> {
  const errors = ServerError.is(error) ? (errorsIn(error.bodyText) ?? proxyRefusal(error.response)) : undefined
  return errors ? of({ errors }) : throwError(() => connectionLost(error))
}

type Errors = NonNullable<ApolloLink.Result['errors']>

/** Returns the errors in the body of a response of the backend. The body of a proxy has none. */
function errorsIn(body: string): Errors | undefined {
  const { errors } = fieldsOf(parseJson(body))
  return Array.isArray(errors) && errors.every(hasMessage) ? errors : undefined
}

function hasMessage(error: unknown): error is Errors[number] {
  return typeof fieldsOf(error)['message'] === 'string'
}

/**
 * Returns the errors for a response in which a proxy refuses a request, with a status 400 to 499: sent again, it would be
 * refused again. Any other response of a proxy means that the server has not answered.
 */
function proxyRefusal({ status, headers }: Response): Errors | undefined {
  if (status < 400 || status >= 500) return undefined
  const code = (['TOO_LARGE', 'TOO_MANY_REQUESTS'] as const).find((known) => serverRefusals[known].status === status)
  if (!code) return [errorOf(refusedOnTheWay(status), { code: REFUSED_ON_THE_WAY, status })]
  const { message } = serverRefusals[code]
  // It may be a date, too.
  const seconds = Number(headers.get('retry-after'))
  return [errorOf(seconds > 0 ? messageWithWait(message, seconds) : message, { code, status })]
}

function refusedOnTheWay(status: number): string {
  return `Something between you and Weft refused this (status ${status}). Your network may block it.`
}

function errorOf(message: string, { code, status }: Refusal): Errors[number] {
  return { message, extensions: { code, status } }
}

/** How long a stream may be silent: the server sends a comment every 12 seconds. A proxy may keep what it gets. */
const SILENCE_MS = 30_000

/**
 * Streams the results of a subscription while the page is visible: a browser opens at most six connections to a host. A
 * page that is shown again gets the events since the last one. Fails if the server refuses or ends the stream, or nothing
 * of it arrives.
 */
function receiveEvents(operation: ApolloLink.Operation): Observable<ApolloLink.Result> {
  const { query, variables, operationName } = operation
  const ended = throwError(() => connectionLost('The server has ended the stream.'))
  const connect = () => {
    const { headers, lastEventId } = operation.getContext()
    const reportConnection = startCall('backend')
    const reportStream = startCall('updates')
    let isAnswered = false
    const texts = new Subject<null>()
    const onText = () => {
      reportStream()
      texts.next(null)
    }
    const results = postGraphql(
      { query: print(query), variables, operationName },
      {
        accept: 'text/event-stream',
        headers: { ...headers, ...(lastEventId && { 'last-event-id': lastEventId }) },
        read: (response) => {
          isAnswered = true
          if (!response.ok) {
            reportStream(connectionLost(response.status))
            return ended
          }
          reportConnection()
          // It has sent no event yet.
          if (!lastEventId) operation.setContext({ lastEventId: response.headers.get('last-event-id') })
          return readResults<ApolloLink.Result>(response, (id) => operation.setContext({ lastEventId: id }), onText)
        },
      },
    ).pipe(tap({ complete: () => texts.complete() }))
    const silent = () => {
      isAnswered = true
      const error = connectionLost('The stream is silent.')
      reportStream(error)
      return throwError(() => error)
    }
    return merge(texts, results).pipe(
      timeout({ each: SILENCE_MS, with: silent }),
      filter((result) => result !== null),
      // A stream that was open is opened again at once.
      tap({ error: (error) => isAnswered || reportConnection(connectionLost(error)) }),
    )
  }
  return fromEvent(document, 'visibilitychange').pipe(
    startWith(null),
    switchMap(() => (document.hidden ? EMPTY : concat(defer(connect), ended))),
  )
}

/** Sends a file. A response without the backend's JSON comes from a proxy. */
async function uploadFile(
  file: Blob,
  { token, signal }: { token: string | null; signal: AbortSignal },
): Promise<string> {
  const onLost = (error: unknown): never => {
    signal.throwIfAborted()
    throw connectionLost(error)
  }
  const response = await fetch(mediaPath, {
    method: 'POST',
    headers: { 'content-type': file.type, ...(token !== null && { authorization: token }) },
    body: file,
    signal,
  }).catch(onLost)
  const body = parseJson(await response.text().catch(onLost))
  const { url, errors } = fieldsOf(body)
  if (typeof url === 'string') return url
  const message = Array.isArray(errors) ? errors.find((error) => typeof error === 'string') : undefined
  const { status } = response
  const code = message === undefined ? undefined : uploadErrors.get(status)
  const refusal = message === undefined ? proxyRefusal(response) : code && [errorOf(message, { code, status })]
  if (refusal) throw new CombinedGraphQLErrors({ errors: refusal })
  if (body === undefined) return onLost(`The response of status ${status} is no JSON.`)
  throw new Error(message ?? 'The file could not be stored.')
}

/** The codes of a refused upload by status: the body has only messages. */
const uploadErrors: ReadonlyMap<number, ErrorCode> = new Map([
  [401, 'TOKEN_INVALID'],
  [404, 'NOT_REGISTERED'],
  ...(['TOO_LARGE', 'QUOTA_EXCEEDED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'] as const).map((code): [number, ErrorCode] => [
    serverRefusals[code].status,
    code,
  ]),
])
