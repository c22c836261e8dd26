import type { FetcherParams } from '@graphiql/toolkit'
import { getOperationAST, OperationTypeNode, parse, type ExecutionResult } from 'graphql'
import { createClient } from 'graphql-sse'
import { from, Observable } from 'rxjs'
import { currentSession } from '../../session/session.ts'

const url = '/graphql'

/** Sends an operation to /graphql, like an HTTP client outside the app. Unsubscribing aborts the request. */
export const sendOverHttp = (operation: FetcherParams): Observable<ExecutionResult> =>
  isSubscription(operation) ? streamResults(operation) : postOperation(operation)

/** The service worker refuses a document that cannot be parsed. */
function isSubscription({ query, operationName }: FetcherParams): boolean {
  try {
    return getOperationAST(parse(query), operationName)?.operation === OperationTypeNode.SUBSCRIPTION
  } catch {
    return false
  }
}

type ResultFields = Record<string, unknown>

/** Receives server-sent events. Connects again if the browser has stopped the service worker. */
function streamResults({ query, operationName, variables }: FetcherParams): Observable<ExecutionResult> {
  const request = { query, variables, ...(typeof operationName === 'string' && { operationName }) }
  return new Observable((observer) =>
    createClient({ url, headers: tokenHeader }).subscribe<ResultFields, ResultFields>(request, {
      next: (result) => observer.next(result),
      error: (error) => observer.error(error),
      complete: () => observer.complete(),
    }),
  )
}

function postOperation(operation: FetcherParams): Observable<ExecutionResult> {
  return new Observable((observer) => {
    const controller = new AbortController()
    const subscription = from(post(operation, controller.signal)).subscribe(observer)
    return () => {
      controller.abort()
      subscription.unsubscribe()
    }
  })
}

async function post(operation: FetcherParams, signal: AbortSignal): Promise<ExecutionResult> {
  const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...tokenHeader() }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(operation), signal })
  return response.json()
}

function tokenHeader(): Record<string, string> {
  const token = currentSession().session?.token
  return token ? { authorization: token } : {}
}
