import { ApolloLink, CombinedGraphQLErrors, HttpLink, ServerError } from '@apollo/client'
import { print } from '@apollo/client/utilities'
import { OperationTypeNode } from 'graphql'
import { catchError, concat, defer, EMPTY, fromEvent, of, startWith, switchMap, tap, throwError } from 'rxjs'
import type { Observable } from 'rxjs'
import { broadcastTarget } from '../../resolvers/browser/lab.ts'
import { mediaPath } from '../../shared/formats.ts'
import { messageWithWait, serverRefusals } from '../../shared/serverRefusals.ts'
import type { ErrorCode } from '../generated/types.ts'
import { connectionLost, startCall } from './connection.ts'
import { postGraphql, readResults } from './graphqlOverHttp.ts'
import { serverDemoAccount } from './host.ts'
import { localLabStore } from './localLabStore.ts'
import type { BackendClient } from './openBackend.ts'
import { createPageLab } from './pageLab.ts'

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
  try {
    const parsed: { errors?: Errors } = JSON.parse(body)
    return Array.isArray(parsed.errors) ? parsed.errors : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the errors for a response in which a proxy refuses a request: sent again, it would be refused again. Any other
 * response of a proxy means that the server has not answered.
 */
function proxyRefusal({ status, headers }: Response): Errors | undefined {
  const code = (['TOO_LARGE', 'TOO_MANY_REQUESTS'] as const).find((known) => serverRefusals[known].status === status)
  if (!code) return undefined
  const { message } = serverRefusals[code]
  // It may be a date, too.
  const seconds = Number(headers.get('retry-after'))
  return [errorOf(seconds > 0 ? messageWithWait(message, seconds) : message, { code, status })]
}

function errorOf(message: string, extensions: { code: ErrorCode; status: number }): Errors[number] {
  return { message, extensions }
}

/**
 * Streams the results of a subscription while the page is visible: a browser opens at most six connections to a host. A
 * page that is shown again gets the events since the last one. Fails if the server refuses or ends the stream.
 */
function receiveEvents(operation: ApolloLink.Operation): Observable<ApolloLink.Result> {
  const { query, variables, operationName } = operation
  const ended = throwError(() => connectionLost('The server has ended the stream.'))
  const connect = () => {
    const { headers, lastEventId } = operation.getContext()
    const reportConnection = startCall('backend')
    const reportStream = startCall('updates')
    let isAnswered = false
    return postGraphql(
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
          reportStream()
          // It has sent no event yet.
          if (!lastEventId) operation.setContext({ lastEventId: response.headers.get('last-event-id') })
          return readResults<ApolloLink.Result>(response, (id) => operation.setContext({ lastEventId: id }))
        },
      },
    ).pipe(
      // A stream that was open is opened again at once.
      tap({ error: (error) => isAnswered || reportConnection(connectionLost(error)) }),
    )
  }
  return fromEvent(document, 'visibilitychange').pipe(
    startWith(null),
    switchMap(() => (document.hidden ? EMPTY : concat(defer(connect), ended))),
  )
}

/** Sends a file. A response that is no JSON comes from a proxy. */
async function uploadFile(
  file: Blob,
  { token, signal }: { token: string | null; signal: AbortSignal },
): Promise<string> {
  const onLost = (error: unknown) => {
    signal.throwIfAborted()
    throw connectionLost(error)
  }
  const response = await fetch(mediaPath, {
    method: 'POST',
    headers: { 'content-type': file.type, ...(token !== null && { authorization: token }) },
    body: file,
    signal,
  }).catch(onLost)
  const refusal = isJson(response) ? undefined : proxyRefusal(response)
  if (refusal) throw new CombinedGraphQLErrors({ errors: refusal })
  const body: { url?: string; errors?: string[] } = await response.json().catch(onLost)
  if (body.url) return body.url
  const { status } = response
  const [message = 'The file could not be stored.'] = body.errors ?? []
  const code = uploadErrors.get(status)
  throw code ? new CombinedGraphQLErrors({ errors: [errorOf(message, { code, status })] }) : new Error(message)
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('json') ?? false
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
