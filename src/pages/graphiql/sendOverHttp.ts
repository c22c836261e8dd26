import type { FetcherParams } from '@graphiql/toolkit'
import type { ExecutionResult } from 'graphql'
import { from, Observable } from 'rxjs'
import { currentSession } from '../../session/session.ts'

/** Sends GraphiQL's operations to /graphql, the way clients on a network do; unsubscribing aborts. */
export const sendOverHttp = (operation: FetcherParams): Observable<ExecutionResult> =>
  new Observable((observer) => {
    const aborting = new AbortController()
    const subscription = from(send(operation, aborting.signal)).subscribe(observer)
    return () => {
      aborting.abort()
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
