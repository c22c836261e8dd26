import type { FetcherParams } from '@graphiql/toolkit'
import { OperationTypeNode, type ExecutionResult } from 'graphql'
import { retry, throwError, timer, type Observable } from 'rxjs'
import { postGraphql, readResults } from '../../backend/graphqlOverHttp.ts'
import { currentSession } from '../../session/session.ts'
import { operationIn } from './operationIn.ts'

const RESULT_TYPE = 'application/graphql-response+json'
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
  const token = currentSession().session?.token
  const headers = { ...(token && { authorization: token }) }
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
    return postGraphql(request, { accept: RESULT_TYPE, headers, read: (response) => response.json() })
  return postGraphql(request, { accept: 'text/event-stream', headers, read: readResults<ExecutionResult> }).pipe(
    retry({ count: MAX_RECONNECTIONS, delay: reconnectionDelay, resetOnSuccess: true }),
  )
}

/** Fails unless the connection was lost, which is a TypeError. Other failures would recur. */
function reconnectionDelay(error: unknown, failures: number): Observable<number> {
  return error instanceof TypeError ? timer(FIRST_DELAY_MS * 2 ** (failures - 1)) : throwError(() => error)
}
