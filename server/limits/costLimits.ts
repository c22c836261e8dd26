import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Admission } from '../../resolvers/http/admission.ts'
import { BoundedMap } from '../../shared/BoundedMap.ts'
import { FairTurns } from './fairTurns.ts'
import { tooMany, type Limit } from './rateLimits.ts'

/**
 * How many points (`resolvers/graphql/cost.ts`) an account, the visitors of an address, and an address in all may use. One
 * begins as long as any are left, so the dearest operation is possible, too. In short intervals: what somebody uses at
 * once, others wait for. They add up to 105,000 and 120,000 points a minute.
 */
export const costLimits = {
  account: { points: 17_500, duration: 10 },
  visitors: { points: 17_500, duration: 10 },
  address: { points: 20_000, duration: 10 },
} satisfies { [payer: string]: Limit }

/** How many points the results of all streams of an address may use in a second. They are spread over it. */
export const STREAM_POINTS = 4000

/** Of how many addresses the next result has its time. */
const MAX_PACED = 10_000

/** What costs more points takes turns with others of its kind. An operation of the app costs at most 350. */
export const DEAR = 500

/** The turns of what is dear, by address: at most 2 of the connections to the database at once. */
const dearTurns = { atOnce: 2, atOnceOfKey: 1, maxWaitingOfKey: 4, maxWaiting: 100, maxWaitMs: 10_000 }

export interface CostLimits {
  /** Returns what admits the requests of an address. */
  of(address: string): Admission
}

/** Creates the limits of a process. They count in it alone: a write for each request would cost more than most reads. */
export function createCostLimits(): CostLimits {
  const accounts = new RateLimiterMemory(costLimits.account)
  const visitors = new RateLimiterMemory(costLimits.visitors)
  const addresses = new RateLimiterMemory(costLimits.address)
  /** When the streams of an address may read their next result. */
  const nextResults = new BoundedMap<string, number>(MAX_PACED)
  const turns = new FairTurns(dearTurns)

  return {
    of: (address) => ({
      async begin(points, userId) {
        const payers = [
          { limiter: addresses, key: address },
          userId === undefined ? { limiter: visitors, key: address } : { limiter: accounts, key: userId },
        ]
        const charge = (charged: number) => Promise.all(payers.map((payer) => chargeTo(payer, charged)))
        const waitMs = Math.max(...(await charge(points)))
        try {
          if (waitMs > 0) throw tooMany(waitMs)
          const endTurn = points > DEAR ? await turns.begin(address) : undefined
          return async (used) => {
            endTurn?.()
            await charge(used - points)
          }
        } catch (error) {
          await charge(-points)
          throw error
        }
      },
      async pace(points, signal) {
        const now = performance.now()
        const at = Math.max(now, nextResults.get(address) ?? now)
        nextResults.set(address, at + (1000 * points) / STREAM_POINTS)
        if (at > now) await pause(at - now, signal)
      },
    }),
  }
}

/** Charges points, or returns them if negative. Resolves to how long the payer has to wait if none were left before. */
async function chargeTo(
  { limiter, key }: { limiter: RateLimiterMemory; key: string },
  points: number,
): Promise<number> {
  // Unlike `consume`, this counts beyond the limit, too.
  const { consumedPoints, msBeforeNext } = await limiter.penalty(key, points)
  return consumedPoints - points >= limiter.points ? msBeforeNext : 0
}

/** Waits, no longer than until the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
