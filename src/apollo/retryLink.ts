import { ApolloLink } from '@apollo/client'
import { RetryLink } from '@apollo/client/link/retry'
import { OperationTypeNode } from 'graphql'
import { firstValueFrom, fromEvent, merge, Observable, timer } from 'rxjs'
import { isConnectionLost } from '../backend/connection.ts'
import { isRecent } from '../lib/isRecent.ts'
import { newKey } from '../lib/newKey.ts'
import { reconnections } from '../lib/reconnections.ts'

/**
 * Gives each change of the app an idempotency key, unless its caller stores the key with a draft and passes it. A log-in
 * changes nothing: without a key its lost response is an error, which is shown (spec §8).
 */
export const idempotencyKeyLink = new ApolloLink((operation, forward) => {
  const { operationType, operationName } = operation
  const isOfApp = !operation.getContext().isForeign
  if (isOfApp && operationType === OperationTypeNode.MUTATION && operationName !== 'LogIn') {
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

/** The longest pause before the first resend. */
const FIRST_PAUSE_MS = 1000
/** The longest pause before any resend. */
const MAX_PAUSE_MS = 30_000

/**
 * Sends a change of the app again, with the same idempotency key, until its response arrives. An error in a response is
 * an answer: such a change is not sent again. So a change fails only if
 *
 * - the backend has refused it,
 * - it could not be sent, because the backend or its code did not load,
 * - it was sent for the first time almost a day ago: the backend forgets its key, and it could undo a later change,
 * - the session has ended, unless the context has `outlivesSession`, or
 * - the `signal` in the context is aborted.
 */
export function retryLink(signal: AbortSignal): ApolloLink {
  return new RetryLink({
    attempts: async (count, operation, error) => {
      const { isForeign, outlivesSession, signal: ownSignal, firstSentAt = Date.now() } = operation.getContext()
      if (isForeign || !inputOf(operation).idempotencyKey || !isConnectionLost(error)) return false
      const signals = [...(outlivesSession ? [] : [signal]), ...(ownSignal ? [ownSignal] : [])]
      const isOver = () => signals.some(({ aborted }) => aborted)
      const over = signals.map((each) => fromEvent(each, 'abort'))
      if (!isOver()) await firstValueFrom(merge(pause(count), reconnectionEvents, ...over))
      // The latency of the lab counts from here.
      operation.setContext({ sentAt: performance.now(), firstSentAt })
      return !isOver() && isRecent(firstSentAt)
    },
    // The pause is in `attempts`, because the return of the connection or an abort ends it early.
    delay: () => 0,
  })
}

/** Emits after a pause that doubles with each attempt. It is random, so that clients do not all resend at once. */
function pause(count: number): Observable<unknown> {
  const longest = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (count - 1))
  return timer(longest * (0.5 + Math.random() / 2))
}

/** Emits when the connection has returned. */
export const reconnectionEvents = new Observable<void>((observer) => reconnections.subscribe(() => observer.next()))
