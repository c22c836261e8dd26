import { ApolloLink, HttpLink, ServerError } from '@apollo/client'
import { print } from '@apollo/client/utilities'
import { OperationTypeNode } from 'graphql'
import { catchError, concat, defer, EMPTY, fromEvent, map, of, startWith, switchMap, tap, throwError } from 'rxjs'
import type { Observable } from 'rxjs'
import { connectionLost } from './connection.ts'
import { postGraphql, readResults } from './graphqlOverHttp.ts'
import { serverDemoAccount } from './host.ts'
import type { BackendClient } from './openBackend.ts'

/** Sends operations and files to the server that sent this page. */
export async function openServerBackend(): Promise<BackendClient> {
  return {
    link: serverLink(),
    demoAccount: serverDemoAccount(),
    files: { add: uploadFile, find: async () => undefined },
    describe: async () => {},
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
  if (ServerError.is(error)) {
    const errors = errorsIn(error.bodyText)
    if (errors) return of({ errors })
  }
  return throwError(() => connectionLost(error))
}

/** Returns the errors in the body of a response of the backend. The body of a proxy has none. */
function errorsIn(body: string): NonNullable<ApolloLink.Result['errors']> | undefined {
  try {
    const parsed: { errors?: NonNullable<ApolloLink.Result['errors']> } = JSON.parse(body)
    return Array.isArray(parsed.errors) ? parsed.errors : undefined
  } catch {
    return undefined
  }
}

/**
 * Streams the results of a subscription while the page is visible: a browser opens at most six connections to a host. A
 * page that is shown again gets the events since the last one. Fails if the server refuses or ends the stream.
 */
function receiveEvents(operation: ApolloLink.Operation): Observable<ApolloLink.Result> {
  const { query, variables, operationName } = operation
  const ended = throwError(() => new Error('The server has ended the stream.'))
  const connect = () => {
    const { headers, lastEventId } = operation.getContext()
    return postGraphql(
      { query: print(query), variables, operationName },
      {
        accept: 'text/event-stream',
        headers: { ...headers, ...(lastEventId && { 'last-event-id': lastEventId }) },
        read: (response) => (response.ok ? readResults<ApolloLink.Result>(response) : ended),
      },
    ).pipe(
      tap(({ id }) => id !== undefined && operation.setContext({ lastEventId: id })),
      map(({ result }) => result),
    )
  }
  return fromEvent(document, 'visibilitychange').pipe(
    startWith(null),
    switchMap(() => (document.hidden ? EMPTY : concat(defer(connect), ended))),
  )
}

async function uploadFile(
  file: Blob,
  { token, signal }: { token: string | null; signal: AbortSignal },
): Promise<string> {
  const response = await fetch('/media', {
    method: 'POST',
    headers: { 'content-type': file.type, ...(token !== null && { authorization: token }) },
    body: file,
    signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw connectionLost(error)
  })
  const body: { url?: string; errors?: string[] } = await response.json()
  if (!body.url) throw new Error(body.errors?.[0] ?? 'The file could not be stored.')
  return body.url
}
