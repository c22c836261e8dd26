import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { RetryLaterError } from '../resolvers/services/errors.ts'
import type { LimitedAction, RateLimits } from '../resolvers/services/serviceContext.ts'

/** How many in how many seconds. */
interface Limit {
  points: number
  duration: number
}

const MINUTE = 60

/** The limits of one client. `call` counts every request to the backend. */
const clientLimits: Readonly<Record<LimitedAction | 'call', Limit>> = {
  call: { points: 1500, duration: 5 * MINUTE },
  logIn: { points: 25, duration: 5 * MINUTE },
  signUp: { points: 5, duration: 30 * MINUTE },
  upload: { points: 30, duration: 30 * MINUTE },
}

/** The log-ins to one account from all clients, which slows down guesses from many addresses. */
const accountLimit: Limit = { points: 25, duration: 60 * MINUTE }

/** How many streams one client may have open. */
const MAX_STREAMS = 10

export interface ServerLimits extends RateLimits {
  /** Counts a request to the backend. Throws `TOO_MANY_REQUESTS`. */
  consumeCall(client: string): Promise<void>
  /** Counts an open stream, until the returned function is called. Throws `TOO_MANY_REQUESTS`. */
  openStream(client: string): () => void
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext) : refused
  }
}

/** Creates the limits of one process, in memory. */
export function createRateLimits(): ServerLimits {
  const limiters = {
    call: new RateLimiterMemory(clientLimits.call),
    logIn: new RateLimiterMemory(clientLimits.logIn),
    signUp: new RateLimiterMemory(clientLimits.signUp),
    upload: new RateLimiterMemory(clientLimits.upload),
  }
  const logInsTo = new RateLimiterMemory(accountLimit)
  const streams = new Map<string, number>()

  return {
    async consume(action, client, account) {
      await consume(limiters[action], client ?? '')
      if (account !== undefined) await consume(logInsTo, account)
    },
    consumeCall: (client) => consume(limiters.call, client),
    openStream(client) {
      const count = streams.get(client) ?? 0
      if (count >= MAX_STREAMS) throw tooMany(1000)
      streams.set(client, count + 1)
      return () => {
        const left = (streams.get(client) ?? 1) - 1
        if (left === 0) streams.delete(client)
        else streams.set(client, left)
      }
    },
  }
}

function tooMany(milliseconds: number): RetryLaterError {
  return new RetryLaterError('TOO_MANY_REQUESTS', Math.max(1, Math.ceil(milliseconds / 1000)))
}
