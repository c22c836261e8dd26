import { ApolloLink } from '@apollo/client'
import { concat, ignoreElements, throwError } from 'rxjs'
import { vi } from 'vitest'
import { ConnectionLostError } from '../../resolvers/lib/ConnectionLostError.ts'
import { connectNewBackend } from './app.tsx'

/** The longest pause before a change is sent again. */
const MAX_PAUSE_MS = 30_000

/**
 * Connects a backend that carries out each operation with this name, but loses the first responses, `times` in all. Holds
 * the clock of the pauses before the resends. Call it before the app starts.
 */
export function loseResponses(operationName: string, times = Infinity) {
  // RxJS waits with intervals. All else goes on.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const keys: unknown[] = []
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      if (operation.operationName !== operationName) return forward(operation)
      keys.push(operation.variables['input']?.idempotencyKey)
      if (keys.length > times) return forward(operation)
      return concat(
        forward(operation).pipe(ignoreElements()),
        throwError(() => new ConnectionLostError()),
      )
    }),
  )
  return {
    /** The idempotency keys of the requests until now. */
    keys,
    /** Waits until the pause has begun that follows this many requests, and ends it. */
    async endPause(requests: number): Promise<void> {
      await vi.waitFor(() => {
        if (keys.length !== requests || vi.getTimerCount() === 0) throw new Error(`${keys.length} requests were sent.`)
      })
      await vi.advanceTimersByTimeAsync(MAX_PAUSE_MS)
    },
  }
}
