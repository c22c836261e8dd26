import type { FetcherParams } from '@graphiql/toolkit'
import { OperationTypeNode, type ExecutionResult } from 'graphql'
import { retry, throwError, timer, type Observable, type ObservableInput } from 'rxjs'
import { fromFetch } from 'rxjs/fetch'
import { currentSession } from '../../session/session.ts'
import { operationIn } from './operationIn.ts'

/** How often a subscription connects again in a row. */
const MAX_RECONNECTIONS = 5
/** The delay before the first attempt. It doubles with each. */
const FIRST_DELAY_MS = 1000

/**
 * Sends an operation to /graphql, like an HTTP client outside the app. A subscription connects again if the browser has
 * stopped the service worker. Unsubscribing aborts the request.
 */
export function sendOverHttp(params: FetcherParams): Observable<ExecutionResult> {
  // The service worker refuses a document that cannot be parsed.
  const operation = operationIn(params)
  const request = { ...params, ...(operation && { operationName: operation.name?.value ?? null }) }
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
    return post(request, 'application/graphql-response+json', (response) => response.json())
  return post(request, 'text/event-stream', readEvents).pipe(
    retry({ count: MAX_RECONNECTIONS, delay: reconnectionDelay, resetOnSuccess: true }),
  )
}

function post(
  operation: FetcherParams,
  accept: string,
  read: (response: Response) => ObservableInput<ExecutionResult>,
): Observable<ExecutionResult> {
  const token = currentSession().session?.token
  return fromFetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...(token && { authorization: token }) },
    body: JSON.stringify(operation),
    selector: read,
  })
}

/** Reads server-sent events, or a single result if the response has another type. */
async function* readEvents(response: Response): AsyncGenerator<ExecutionResult> {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    yield await response.json()
    return
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) throw new TypeError('The connection ended before the subscription was complete.')
    const events = (unread + value).split('\n\n')
    unread = events.pop() ?? ''
    for (const event of events) {
      if (event.startsWith('event: complete\n')) return
      const [, data] = /^data: (.*)$/m.exec(event) ?? []
      if (data) yield JSON.parse(data)
    }
  }
}

/** Fails unless the connection was lost, which is a TypeError. Other failures would recur. */
function reconnectionDelay(error: unknown, failures: number): Observable<number> {
  return error instanceof TypeError ? timer(FIRST_DELAY_MS * 2 ** (failures - 1)) : throwError(() => error)
}
