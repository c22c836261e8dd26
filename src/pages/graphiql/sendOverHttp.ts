import type { FetcherParams } from '@graphiql/toolkit'
import { OperationTypeNode, type ExecutionResult } from 'graphql'
import { Observable, retry, throwError, timer } from 'rxjs'
import { currentSession } from '../../session/session.ts'
import { operationIn } from './operationIn.ts'

const url = '/graphql'

/** How often a subscription connects again in a row. */
const MAX_RECONNECTIONS = 5
/** The delay before the first attempt. It doubles with each. */
const FIRST_DELAY_MS = 1000

/** Sends an operation to /graphql, like an HTTP client outside the app. Unsubscribing aborts the request. */
export function sendOverHttp(params: FetcherParams): Observable<ExecutionResult> {
  // The service worker refuses a document that cannot be parsed.
  const operation = operationIn(params)
  const request = { ...params, ...(operation && { operationName: operation.name?.value ?? null }) }
  return operation?.operation === OperationTypeNode.SUBSCRIPTION ? streamResults(request) : postOperation(request)
}

/** Receives server-sent events. Connects again if the browser has stopped the service worker. */
function streamResults(operation: FetcherParams): Observable<ExecutionResult> {
  const results = abortable<ExecutionResult>(async (signal, onResult) => {
    const response = await post(operation, 'text/event-stream', signal)
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
      onResult(await response.json())
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
        if (data) onResult(JSON.parse(data))
      }
    }
  })
  return results.pipe(retry({ count: MAX_RECONNECTIONS, delay: reconnectionDelay, resetOnSuccess: true }))
}

/** Fails unless the connection was lost, which is a TypeError. Other failures would recur. */
function reconnectionDelay(error: unknown, failures: number): Observable<number> {
  return error instanceof TypeError ? timer(FIRST_DELAY_MS * 2 ** (failures - 1)) : throwError(() => error)
}

function postOperation(operation: FetcherParams): Observable<ExecutionResult> {
  return abortable(async (signal, onResult) => {
    const response = await post(operation, 'application/graphql-response+json', signal)
    onResult(await response.json())
  })
}

/** Creates an observable that completes when `run` ends. Unsubscribing aborts the signal. */
function abortable<Value>(
  run: (signal: AbortSignal, onValue: (value: Value) => void) => Promise<void>,
): Observable<Value> {
  return new Observable((observer) => {
    const controller = new AbortController()
    run(controller.signal, (value) => observer.next(value)).then(
      () => observer.complete(),
      (error: unknown) => observer.error(error),
    )
    return () => controller.abort()
  })
}

function post(operation: FetcherParams, accept: string, signal: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept, ...tokenHeader() }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(operation), signal })
}

function tokenHeader(): Record<string, string> {
  const token = currentSession().session?.token
  return token ? { authorization: token } : {}
}
