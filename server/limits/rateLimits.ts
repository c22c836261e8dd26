import { setTimeout } from 'node:timers/promises'
import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { ApiError, RetryLaterError } from '../../resolvers/services/errorCatalogue.ts'
import type { LimitedAction, RateLimits } from '../../resolvers/services/serviceContext.ts'
import { widerNetworks, type WiderPrefix } from '../http/clientAddress.ts'

const MINUTE = 60

/** How many in how many seconds. */
export interface Limit {
  points: number
  duration: number
}

/** Creates what counts for a limit. */
export type CreateLimiter = (name: string, limit: Limit) => RateLimiterAbstract

const inProcess: CreateLimiter = (_name, limit) => new RateLimiterMemory(limit)

/** The limits of one client. `call` counts every request to the backend, `logIn` each log-in that fails. */
export const clientLimits = {
  call: { points: 1500, duration: 5 * MINUTE },
  logIn: { points: 25, duration: 5 * MINUTE },
  signUp: { points: 5, duration: 30 * MINUTE },
  upload: { points: 30, duration: 30 * MINUTE },
} satisfies { [action in LimitedAction | 'call' | 'logIn']?: Limit }

/**
 * How many times as much as one client the clients of a network may do, by the length of its prefix: who has one network
 * of 48 bits, or a provider, has more addresses than could be limited one by one.
 */
export const networkFactors: Readonly<Record<WiderPrefix, number>> = { 48: 4, 32: 100 }

/** The log-ins to one account that may fail, from one client. */
export const accountLogIns = { points: 10, duration: 60 * MINUTE } satisfies Limit

/**
 * How many log-ins to one account may fail from all clients before the next ones are answered later, which slows down
 * guesses from many addresses. A refusal would let others lock out the owner.
 */
export const promptLogIns = { points: 100, duration: 60 * MINUTE } satisfies Limit

/** How much later: a second for each 100 that have failed, up to this number of seconds. */
export const MAX_LOG_IN_DELAY = 5

/** The limits of one account, from all clients, for what its user changes. */
export const accountLimits = {
  post: { points: 300, duration: 180 * MINUTE },
  edit: { points: 300, duration: 180 * MINUTE },
  toggle: { points: 600, duration: 5 * MINUTE },
  deletion: { points: 600, duration: 180 * MINUTE },
} satisfies { [action in LimitedAction]?: Limit }

/** How many streams each user may have open at one client. The visitors of a client share this number. */
export const MAX_STREAMS = 10

export interface ServerLimits extends RateLimits {
  /** Counts a request to the backend. Throws `TOO_MANY_REQUESTS`. */
  consumeCall(client: string): Promise<void>
  /**
   * Counts an open stream until the returned function is called. Throws `TOO_MANY_REQUESTS` if its user, or the visitors
   * of the client, have too many.
   */
  openStream(client: string, userId: string | undefined): () => void
}

/** Counts one attempt for a key. Throws `TOO_MANY_REQUESTS`. */
async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext) : refused
  }
}

/** Counts one attempt for several keys, or for none of them if it is refused. Returns what takes it back. */
async function consumeAll(keys: readonly (readonly [RateLimiterAbstract, string])[]): Promise<() => Promise<void>> {
  const consumed: (readonly [RateLimiterAbstract, string])[] = []
  const giveBack = async () => {
    await Promise.all(consumed.map(([limiter, key]) => limiter.reward(key)))
  }
  try {
    for (const [limiter, key] of keys) {
      await consume(limiter, key)
      consumed.push([limiter, key])
    }
  } catch (refusal) {
    await giveBack()
    throw refusal
  }
  return giveBack
}

/** Whether a log-in has failed because the name or the password is wrong. */
function isWrongLogIn(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'NOT_REGISTERED' || error.code === 'CREDENTIALS_INVALID')
}

export interface RateLimitOptions {
  /** Creates the limits of sign-ups and log-ins, which several processes may count together. Default: in this process. */
  createShared?: CreateLimiter
  /** Waits for a number of milliseconds. */
  wait?: (ms: number) => Promise<unknown>
}

/** Creates the limits of a process. */
export function createRateLimits({ createShared = inProcess, wait = setTimeout }: RateLimitOptions = {}): ServerLimits {
  /** Returns what counts a client, and the wider networks that it belongs to. */
  const createClientLimit = (name: string, limit: Limit, create = inProcess) => {
    const own = create(name, limit)
    const ofNetwork = (prefix: WiderPrefix) =>
      create(`${name} /${prefix}`, { ...limit, points: networkFactors[prefix] * limit.points })
    const wider = { 48: ofNetwork(48), 32: ofNetwork(32) }
    return (client: string): (readonly [RateLimiterAbstract, string])[] => [
      [own, client],
      ...widerNetworks(client).map(({ prefix, network }) => [wider[prefix], network] as const),
    ]
  }
  const limitersOfCalls = createClientLimit('call', clientLimits.call)
  const limitersOfLogIns = createClientLimit('client logIn', clientLimits.logIn, createShared)
  const ofClients: { readonly [action in LimitedAction]?: ReturnType<typeof createClientLimit> } = {
    signUp: createClientLimit('client signUp', clientLimits.signUp, createShared),
    upload: createClientLimit('client upload', clientLimits.upload),
  }
  const ofAccounts = new Map(
    Object.entries(accountLimits).map(([action, limit]) => [action, inProcess(`account ${action}`, limit)]),
  )
  const logInsFromClient = createShared('account logIn of client', accountLogIns)
  const logIns = createShared('account logIn', promptLogIns)
  const streamCounts = new Map<string, number>()

  /** Counts a log-in to an account, and returns how many seconds later it is answered. */
  const delayOf = async (account: string): Promise<number> => {
    const { consumedPoints } = await logIns.penalty(account)
    return Math.min(MAX_LOG_IN_DELAY, Math.ceil((consumedPoints - promptLogIns.points) / promptLogIns.points))
  }

  return {
    async consume(action, client, account) {
      await consumeAll(ofClients[action]?.(client ?? '') ?? [])
      const ofAccount = ofAccounts.get(action)
      if (ofAccount && account !== undefined) await consume(ofAccount, account)
    },
    async logIn(client, account, attempt) {
      const address = client ?? ''
      // Before the outcome is known, so that many attempts at once count, too.
      if (account === undefined) {
        await consumeAll(limitersOfLogIns(address))
        return attempt()
      }
      const own = `${address} ${account}`
      const giveBack = await consumeAll([[logInsFromClient, own], ...limitersOfLogIns(address)])
      const delay = await delayOf(account)
      if (delay > 0) await wait(1000 * delay)
      const result = await attempt().catch(async (error: unknown) => {
        if (!isWrongLogIn(error)) await Promise.all([giveBack(), logIns.reward(account)])
        throw error
      })
      // The client has its own attempt back, not those that failed: it could log in to its own account after each.
      await giveBack()
      await Promise.all([logInsFromClient.delete(own), logIns.delete(account)])
      return result
    },
    async consumeCall(client) {
      await consumeAll(limitersOfCalls(client))
    },
    openStream(client, userId) {
      const key = userId === undefined ? client : `${client} ${userId}`
      const count = streamCounts.get(key) ?? 0
      if (count >= MAX_STREAMS) throw tooMany(1000)
      streamCounts.set(key, count + 1)
      return () => {
        const left = (streamCounts.get(key) ?? 1) - 1
        if (left === 0) streamCounts.delete(key)
        else streamCounts.set(key, left)
      }
    },
  }
}

/** Creates the refusal of what may be sent again after this time. */
export function tooMany(milliseconds: number): RetryLaterError {
  return new RetryLaterError('TOO_MANY_REQUESTS', Math.max(1, Math.ceil(milliseconds / 1000)))
}
