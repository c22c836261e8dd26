import { RateLimiterMemory } from 'rate-limiter-flexible'

/** How many refusals an address gets at once. Later ones are sent after `DELAY_MS`. */
export const promptRefusals = { points: 100, duration: 60 }

const DELAY_MS = 1000

/** The most refusals of an address that wait. Each takes some kB. */
const MAX_DELAYED = 1000

/**
 * Returns a function that waits before an address gets a refusal, if it has had many: a program that repeats a refused
 * request at once would send thousands a second, which take as long as requests that are not refused.
 */
export function createRefusalDelay(): (address: string) => Promise<void> {
  const prompt = new RateLimiterMemory(promptRefusals)
  const delayed = new Map<string, number>()
  return async (address) => {
    const { consumedPoints } = await prompt.penalty(address)
    const count = delayed.get(address) ?? 0
    if (consumedPoints <= promptRefusals.points || count >= MAX_DELAYED) return
    delayed.set(address, count + 1)
    await new Promise((resolve) => void setTimeout(resolve, DELAY_MS))
    const left = (delayed.get(address) ?? 1) - 1
    if (left === 0) delayed.delete(address)
    else delayed.set(address, left)
  }
}
