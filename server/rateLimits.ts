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
export const clientLimits = {
  call: { points: 1500, duration: 5 * MINUTE },
  logIn: { points: 25, duration: 5 * MINUTE },
  signUp: { points: 5, duration: 30 * MINUTE },
  upload: { points: 30, duration: 30 * MINUTE },
} satisfies { [action in LimitedAction | 'call']?: Limit }

/**
 * The limits of one account, from all clients: for log-ins to it, which slows down guesses from many addresses, and for
 * what its user writes.
 */
export const accountLimits = {
  logIn: { points: 25, duration: 60 * MINUTE },
  post: { points: 300, duration: 180 * MINUTE },
  edit: { points: 300, duration: 180 * MINUTE },
} satisfies { [action in LimitedAction]?: Limit }

/** How many streams one client may have open. */
export const MAX_STREAMS = 10

export interface ServerLimits extends RateLimits {
  /** Counts a request to the backend. Throws `TOO_MANY_REQUESTS`. */
  consumeCall(client: string): Promise<void>
  /** Counts an open stream, until the returned function is called. Throws `TOO_MANY_REQUESTS`. */
  openStream(client: string): () => void
}

async function consume(limiter: RateLimiterMemory | undefined, key: string): Promise<void> {
  try {
    await limiter?.consume(key)
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext) : refused
  }
}

/** Creates the limits of one process, in memory. */
export function createRateLimits(): ServerLimits {
  const calls = new RateLimiterMemory(clientLimits.call)
  const ofClients: { [action in LimitedAction]?: RateLimiterMemory } = {
    logIn: new RateLimiterMemory(clientLimits.logIn),
    signUp: new RateLimiterMemory(clientLimits.signUp),
    upload: new RateLimiterMemory(clientLimits.upload),
  }
  const ofAccounts: { [action in LimitedAction]?: RateLimiterMemory } = {
    logIn: new RateLimiterMemory(accountLimits.logIn),
    post: new RateLimiterMemory(accountLimits.post),
    edit: new RateLimiterMemory(accountLimits.edit),
  }
  const streams = new Map<string, number>()

  return {
    async consume(action, client, account) {
      await consume(ofClients[action], client ?? '')
      if (account !== undefined) await consume(ofAccounts[action], account)
    },
    consumeCall: (client) => consume(calls, client),
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
