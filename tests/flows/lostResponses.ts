import { ApolloLink } from '@apollo/client'
import { act } from '@testing-library/react'
import { concat, ignoreElements, throwError } from 'rxjs'
import { vi } from 'vitest'
import { ConnectionLostError } from '../../resolvers/lib/ConnectionLostError.ts'
import { addReconnection } from '../../src/lib/reconnections.ts'
import { connectNewBackend } from './app.tsx'

interface LossOptions {
  /**
   * Whether the connection returns at once after each loss. Otherwise nothing is sent again before `reconnect`: intervals,
   * by which RxJS waits, stand still. A `waitFor` then checks only after changes of the page.
   */
  reconnects?: boolean
}

/**
 * Connects a backend that carries out all operations, but loses the first responses to those with these names, as often
 * as given. Returns the idempotency keys of the requests with each name. Call it before the app starts.
 */
export function loseResponses(times: Record<string, number>, { reconnects = true }: LossOptions = {}) {
  if (reconnects) vi.useRealTimers()
  else vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
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

/** Lets the connection return after `loseResponses` without `reconnects`. */
export async function reconnect(): Promise<void> {
  vi.useRealTimers()
  await act(async () => addReconnection())
}
