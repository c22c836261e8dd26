import { ApolloLink } from '@apollo/client'
import { EMPTY, from, map, Observable, switchMap, tap } from 'rxjs'
import type { ErrorCode } from '../generated/types.ts'
import { openBackend } from './backend.ts'
import type { Session } from './session.ts'

/** Sends the session's token; when the backend refuses it, says so. */
export function sessionLink(session: Session | null, onRefused: () => void): ApolloLink {
  const refusals: readonly unknown[] = ['TOKEN_INVALID', 'NOT_REGISTERED'] satisfies ErrorCode[]
  return new ApolloLink((operation, forward) => {
    operation.setContext({ authorization: session?.token ?? null })
    if (!session) return forward(operation)
    return forward(operation).pipe(
      tap(({ errors }) => {
        if (errors?.some(({ extensions }) => refusals.includes(extensions?.['code']))) onRefused()
      }),
    )
  })
}

/** Hands an AbortSignal down, which fires when nobody waits for the answer any more. */
export const abortLink = new ApolloLink(
  (operation, forward) =>
    new Observable((observer) => {
      const controller = new AbortController()
      operation.setContext({ signal: controller.signal })
      const subscription = forward(operation).subscribe(observer)
      return () => {
        controller.abort()
        subscription.unsubscribe()
      }
    }),
)

/**
 * Forwards to the backend once it has loaded. Answers cross as plain data: the cache never holds an object of the
 * store, and an error here is what it would be had it come over a network.
 */
export const backendLink = new ApolloLink((operation) =>
  from(openBackend()).pipe(
    switchMap(({ link }) => link.request(operation, () => EMPTY)),
    map((result): ApolloLink.Result => JSON.parse(JSON.stringify(result))),
  ),
)
