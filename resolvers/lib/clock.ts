import { v7 } from 'uuid'

/** The one source of time: milliseconds since 1970. Injected, so that tests choose it. */
export type Clock = () => number

/** The one source of ids. Each is a UUIDv7 of the instant, greater than every one before from the same source. */
export type Ids = () => string

/** The day of an instant in UTC, `YYYY-MM-DD` (docs/spec-decisions.md, "Dates"). */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Australia/Sydney' })

/** The day of an instant in words, as seen from Sydney: `4 May 2023` (spec §3, §9). */
export function longDateOf(instant: number): string {
  return longDate.format(instant)
}

/** Ids by this clock. Within a millisecond, and when the clock steps back, a counter keeps them rising. */
export function createIds(clock: Clock): Ids {
  let last = 0
  let seq = 0
  return () => {
    const now = clock()
    seq = now > last ? randomSeq() : seq + 1
    last = Math.max(now, last)
    return v7({ msecs: last, seq })
  }
}

/** Half the counter's 32 bits stay free, so that it cannot overflow within a millisecond. */
function randomSeq(): number {
  return crypto.getRandomValues(new Uint16Array(1))[0] ?? 0
}
