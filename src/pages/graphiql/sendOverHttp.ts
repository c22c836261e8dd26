import type { FetcherParams } from '@graphiql/toolkit'
import type { ExecutionResult } from 'graphql'
import { from, Observable } from 'rxjs'
import { currentSession } from '../../session/session.ts'

/** Posts an operation to /graphql, like an HTTP client outside the app. Unsubscribing aborts the request. */
export const sendOverHttp = (operation: FetcherParams): Observable<ExecutionResult> =>
  new Observable((observer) => {
    const controller = new AbortController()
    const subscription = from(send(operation, controller.signal)).subscribe(observer)
    return () => {
      controller.abort()
      subscription.unsubscribe()
    }
  })

async function send(operation: object, signal: AbortSignal): Promise<ExecutionResult> {
  const token = currentSession().session?.token
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...(token && { authorization: token }),
    },
    body: JSON.stringify(operation),
    signal,
  })
  return response.json()
}
