import type { Clock } from '../resolvers/lib/dates.ts'

/** The clock of this process is too far off that of the database. */
export class ClockError extends Error {
  override readonly name = 'ClockError'
}

/** How far the clock of a process may be off that of the database: ids are in the order of clocks. */
const MAX_OFFSET_MS = 1000
const TRIES = 5

/**
 * Throws `ClockError` if the clock of this process is a second or more off that of the database, which `askTime` returns.
 * Asks several times and uses the quickest answer, which is the most precise.
 */
export async function checkClock(askTime: () => Promise<number>, clock: Clock = Date.now): Promise<void> {
  let quickest = { roundTrip: Infinity, offset: 0 }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = clock()
    const time = await askTime()
    const after = clock()
    const roundTrip = after - before
    if (roundTrip < quickest.roundTrip) quickest = { roundTrip, offset: (before + after) / 2 - time }
  }
  const { offset } = quickest
  if (Math.abs(offset) < MAX_OFFSET_MS) return
  const seconds = (Math.abs(offset) / 1000).toFixed(1)
  throw new ClockError(
    `The clock of this machine is ${seconds} s ${offset > 0 ? 'ahead of' : 'behind'} that of the database. ` +
      'Let both follow a time server (NTP): posts are in the order of clocks.',
  )
}
