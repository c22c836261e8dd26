import { RetryLaterError } from '../resolvers/services/errors.ts'
import type { TextMeter } from '../resolvers/store/meteredReads.ts'

/**
 * How many characters and bytes the requests of one client, and of all clients, may hold: of bodies that have not arrived
 * in full, and of responses that have not been sent. Beyond that further requests are refused.
 */
const MAX_OF_CLIENT = 40_000_000
const MAX_OF_ALL = 160_000_000

const RETRY_SECONDS = 1

/** What one request holds. */
export interface Held extends TextMeter {
  readonly length: number
  release(): void
}

/** Counts what the requests of this process hold. Returns a function that begins the count of one request. */
export function createHeldMemory(): (client: string) => Held {
  const clients = new Map<string, number>()
  let all = 0
  const count = (client: string, length: number) => {
    all += length
    const ofClient = (clients.get(client) ?? 0) + length
    if (ofClient === 0) clients.delete(client)
    else clients.set(client, ofClient)
  }
  return (client) => {
    let held = 0
    let isReleased = false
    return {
      get length() {
        return held
      },
      check() {
        if ((clients.get(client) ?? 0) > MAX_OF_CLIENT) throw new RetryLaterError('TOO_MANY_REQUESTS', RETRY_SECONDS)
        if (all > MAX_OF_ALL) throw new RetryLaterError('UNAVAILABLE', RETRY_SECONDS)
      },
      add(length) {
        // The response was sent, or its client has gone, while rows were read.
        if (isReleased) return
        held += length
        count(client, length)
      },
      release() {
        if (!isReleased) count(client, -held)
        isReleased = true
      },
    }
  }
}
