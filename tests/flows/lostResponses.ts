import { ApolloLink } from '@apollo/client'
import { act } from '@testing-library/react'
import { concat, ignoreElements, throwError } from 'rxjs'
import { vi } from 'vitest'
import { ConnectionLostError } from '../../resolvers/lib/ConnectionLostError.ts'
import { addReconnection } from '../../src/lib/reconnections.ts'
import { connectNewBackend } from './app.tsx'

interface LossOptions {
  /** Whether the connection returns at once after each loss. Otherwise a pause has to end, or `reconnect` ends it. */
  reconnects?: boolean
}

/**
 * Connects a backend that carries out all operations, but loses the first responses to those with these names, as often
 * as given. Returns the idempotency keys of the requests with each name. Call it before the app starts.
 */
export function loseResponses(times: Record<string, number>, { reconnects = true }: LossOptions = {}) {
  const keys: Record<string, unknown[]> = Object.fromEntries(Object.keys(times).map((name) => [name, []]))
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      const name = operation.operationName ?? ''
      const keysOfName = keys[name]
      if (!keysOfName) return forward(operation)
      keysOfName.push(operation.variables['input']?.idempotencyKey)
      if (keysOfName.length > (times[name] ?? 0)) return forward(operation)
      const loss = throwError(() => {
        if (reconnects) setTimeout(addReconnection)
        return new ConnectionLostError()
      })
      return concat(forward(operation).pipe(ignoreElements()), loss)
    }),
  )
  return keys
}

/**
 * Stops intervals, by which RxJS waits: a lost request is sent again only after `reconnect`. Meanwhile `waitFor` checks
 * only after changes of the page.
 */
export function stopResends(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
}

/** Lets the connection return after `stopResends`. */
export async function reconnect(): Promise<void> {
  vi.useRealTimers()
  await act(async () => addReconnection())
}

/** Dispatches `online`, without the second try that follows after seconds: it would come during another test. */
export function comeOnline(): void {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  dispatchEvent(new Event('online'))
  vi.useRealTimers()
}
