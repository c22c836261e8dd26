import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { RetryLaterError } from '../../resolvers/services/errorCatalogue.ts'
import type { LimitedAction, RateLimits } from '../../resolvers/services/serviceContext.ts'
import type { Limit, OpenStream, SharedCounts } from './sharedCounts.ts'

const MINUTE = 60

/** A process adds this many calls or likes to the shared count at once, because each addition is a write. */
const BATCH = 50

interface BatchedLimit extends Limit {
  /** How many are added to the shared count at once. Default: 1. */
  batch?: number
}

/** The limits of one client. `call` counts every request to the backend. */
export const clientLimits = {
  call: { points: 1500, duration: 5 * MINUTE, batch: BATCH },
  logIn: { points: 25, duration: 5 * MINUTE },
  signUp: { points: 5, duration: 30 * MINUTE },
  upload: { points: 30, duration: 30 * MINUTE },
} satisfies { [action in LimitedAction | 'call']?: BatchedLimit }

/**
 * The limits of one account, from all clients: for log-ins to it, which slows down guesses from many addresses, and for
 * what its user changes.
 */
export const accountLimits = {
  logIn: { points: 25, duration: 60 * MINUTE },
  post: { points: 300, duration: 180 * MINUTE },
  edit: { points: 300, duration: 180 * MINUTE },
  toggle: { points: 600, duration: 5 * MINUTE, batch: BATCH },
  deletion: { points: 600, duration: 180 * MINUTE },
} satisfies { [action in LimitedAction]?: BatchedLimit }

/** How many streams each user may have open at one client. The visitors of a client share this number. */
export const MAX_STREAMS = 10

/** The interval of `SharedCounts.renew`. */
const RENEW_MS = 5000

export interface ServerLimits extends RateLimits {
  /** Counts a request to the backend. Throws `TOO_MANY_REQUESTS`. */
  consumeCall(client: string): Promise<void>
  /**
   * Counts an open stream until the returned function is called. Throws `TOO_MANY_REQUESTS` if its user, or the visitors
   * of the client, have too many.
   */
  openStream(client: string, userId: string | undefined): Promise<() => void>
  close(): void
}

/** Counts for a key. Throws `TOO_MANY_REQUESTS`. */
async function consumePoints(limiter: RateLimiterAbstract, key: string, points = 1): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, points)
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext) : refused
  }
}

/** Counts one attempt of a client or an account. Throws `TOO_MANY_REQUESTS`. */
type Consume = (key: string) => Promise<unknown>

/** Returns a function that counts in this process, and adds to the shared count after each batch. */
function consumeInBatches(limit: Limit, batch: number, shared: RateLimiterAbstract): Consume {
  const own = new RateLimiterMemory(limit)
  return async (key) => {
    const { consumedPoints } = await consumePoints(own, key)
    if (consumedPoints % batch !== 0) return
    await consumePoints(shared, key, batch).catch(async (refusal: unknown) => {
      if (refusal instanceof RetryLaterError) await own.block(key, refusal.retryAfter)
      throw refusal
    })
  }
}

/** Creates the limits of a process, which counts together with others if there is a shared count. */
export function createRateLimits(shared?: SharedCounts): ServerLimits {
  const createLimit = (
    name: string,
    { batch, ...limit }: BatchedLimit,
    options?: { removesExpired: boolean },
  ): Consume => {
    const limiter = shared?.limiter(name, limit, options)
    if (limiter && batch !== undefined) return consumeInBatches(limit, batch, limiter)
    const single = limiter ?? new RateLimiterMemory(limit)
    return (key) => consumePoints(single, key)
  }
  const createLimits = (
    kind: 'client' | 'account',
    limits: { readonly [action: string]: BatchedLimit },
  ): { [action in LimitedAction]?: Consume } =>
    Object.fromEntries(
      Object.entries(limits).map(([action, limit]) => [action, createLimit(`${kind} ${action}`, limit)]),
    )
  const { call, ...actionLimits } = clientLimits
  const ofClients = createLimits('client', actionLimits)
  const ofAccounts = createLimits('account', accountLimits)
  const consumeCall = createLimit('call', call, { removesExpired: true })
  const streams = createStreamLimit(shared)
  void streams.renew()
  const renewal = shared && setInterval(() => void streams.renew(), RENEW_MS)

  return {
    async consume(action, client, account) {
      await ofClients[action]?.(client ?? '')
      if (account !== undefined) await ofAccounts[action]?.(account)
    },
    async consumeCall(client) {
      await consumeCall(client)
    },
    openStream: (client, userId) => streams.open(userId === undefined ? client : `${client} ${userId}`),
    close() {
      clearInterval(renewal)
      shared?.close()
    },
  }
}

/** Counts open streams in this process, and in all of them while the shared count answers. */
function createStreamLimit(shared: SharedCounts | undefined) {
  const streams = new Set<OpenStream>()
  const openByClient = new Map<string, number>()
  let lastId = 0

  return {
    async open(client: string): Promise<() => void> {
      const count = openByClient.get(client) ?? 0
      if (count >= MAX_STREAMS) throw tooMany(1000)
      lastId += 1
      const stream = { client, id: lastId }
      streams.add(stream)
      openByClient.set(client, count + 1)
      const close = () => {
        streams.delete(stream)
        const left = (openByClient.get(client) ?? 1) - 1
        if (left === 0) openByClient.delete(client)
        else openByClient.set(client, left)
        shared?.removeStream(stream).catch(ignoreSharedFailure)
      }
      if ((await shared?.addStream(stream, MAX_STREAMS).catch(ignoreSharedFailure)) !== false) return close
      close()
      throw tooMany(1000)
    },
    async renew() {
      await shared?.renew(streams, lastId).catch(ignoreSharedFailure)
    },
  }
}

/** The shared count does not answer: this process counts alone meanwhile. */
function ignoreSharedFailure(): undefined {}

function tooMany(milliseconds: number): RetryLaterError {
  return new RetryLaterError('TOO_MANY_REQUESTS', Math.max(1, Math.ceil(milliseconds / 1000)))
}
