import { ApolloLink } from '@apollo/client'
import { RetryLink } from '@apollo/client/link/retry'
import { getMainDefinition } from '@apollo/client/utilities'
import { Kind, OperationTypeNode } from 'graphql'
import {
  concatMap,
  EMPTY,
  firstValueFrom,
  from,
  fromEvent,
  identity,
  map,
  merge,
  Observable,
  of,
  switchMap,
  tap,
  timer,
} from 'rxjs'
import { forgetLoss, isResponseLost, startCall } from '../backend/connection.ts'
import { openBackend } from '../backend/openBackend.ts'
import { newKey } from '../lib/newKey.ts'
import { reconnections } from '../lib/reconnections.ts'
import { isTokenError } from './errors.ts'
import type { Session } from '../session/session.ts'

/**
 * Gives each change an idempotency key, unless its caller stores the key with a draft and passes it. A log-in changes
 * nothing: without a key its lost response is an error, which is shown (spec §8).
 */
export const idempotencyKeyLink = new ApolloLink((operation, forward) => {
  if (operation.operationType === OperationTypeNode.MUTATION && operation.operationName !== 'LogIn') {
    const input = inputOf(operation)
    operation.variables = {
      ...operation.variables,
      input: { ...input, idempotencyKey: input.idempotencyKey ?? newKey() },
    }
  }
  return forward(operation)
})

function inputOf({ variables }: ApolloLink.Operation): { idempotencyKey?: string | null } {
  return variables['input'] ?? {}
}

/** The longest pause before the first resend, and before any. */
const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 30_000

/**
 * Sends a change again, with the same idempotency key, until its response arrives or the session ends. So a change fails
 * only because the backend has refused it, because it could not be sent (the backend or its code did not load), or
 * because the session has ended (`outlivesSession` in the context excludes this) or the `signal` in the context is aborted.
 * An error in a response is an answer: such a change is not sent again.
 */
export function retryLink(signal: AbortSignal): ApolloLink {
  return new RetryLink({
    attempts: async (count, operation, error) => {
      if (!inputOf(operation).idempotencyKey || !isResponseLost(error)) return false
      const { outlivesSession, signal: ownSignal } = operation.getContext()
      const signals = [...(outlivesSession ? [] : [signal]), ...(ownSignal ? [ownSignal] : [])]
      const isOver = () => signals.some(({ aborted }) => aborted)
      const over = signals.map((each) => fromEvent(each, 'abort'))
      if (!isOver()) await firstValueFrom(merge(pause(count), reconnection, ...over))
      // The latency of the lab counts from here.
      operation.setContext({ sentAt: performance.now() })
      return !isOver()
    },
    // `attempts` has waited.
    delay: () => 0,
  })
}

/** Emits after a pause that doubles with each attempt. It is random, so that clients do not all resend at once. */
function pause(count: number): Observable<unknown> {
  const longest = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (count - 1))
  return timer(longest * (0.5 + Math.random() / 2))
}

/** Emits when the connection has returned. */
const reconnection = new Observable<void>((observer) => reconnections.subscribe(() => observer.next()))

/**
 * Adds the session's token to each operation. If the backend refuses it, calls `onTokenRejected`, and passes the result
 * on once the promise has resolved.
 */
export function sessionLink(session: Session | null, onTokenRejected: () => Promise<void>): ApolloLink {
  return new ApolloLink((operation, forward) => {
    operation.setContext({ authorization: session?.token ?? null })
    if (!session) return forward(operation)
    return forward(operation).pipe(
      concatMap((result) => {
        const isRejected = result.errors?.some(
          ({ extensions, path }) => isTokenError(extensions?.['code']) && !isLogIn(operation, path?.[0]),
        )
        return isRejected ? from(onTokenRejected().then(() => result)) : of(result)
      }),
    )
  })
}

/** Returns whether this key of the result belongs to `logIn`, whose errors concern the credentials, not the token. */
function isLogIn({ query }: ApolloLink.Operation, key: string | number | undefined): boolean {
  const { selections } = getMainDefinition(query).selectionSet
  return selections.some(
    (field) => field.kind === Kind.FIELD && field.name.value === 'logIn' && (field.alias ?? field.name).value === key,
  )
}

/**
 * Executes operations in the backend once it has loaded. An operation counts as sent at once: its latency includes the
 * time in which the backend loads and opens. Copies results as JSON, so that the cache shares no object
 * with the store and errors have the shape that they have over a network.
 */
export const backendLink = new ApolloLink((operation) => {
  const report = startCall('backend')
  operation.setContext({ sentAt: operation.getContext().sentAt ?? performance.now() })
  return from(openBackend()).pipe(
    switchMap(({ link }) => link.request(operation, () => EMPTY)),
    // A subscription needs no connection in this browser.
    operation.operationType === OperationTypeNode.SUBSCRIPTION
      ? identity
      : tap({
          next: () => {
            report()
            // The code of mutations has loaded.
            if (operation.operationType === OperationTypeNode.MUTATION) forgetLoss('code')
          },
          error: report,
        }),
    map((result): ApolloLink.Result => JSON.parse(JSON.stringify(result))),
  )
})
