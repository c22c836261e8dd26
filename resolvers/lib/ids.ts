import { v7 } from 'uuid'
import type { Clock } from './dates.ts'

/** Returns a new id: a UUIDv7 that is greater than all earlier ones of the same source. */
export type Ids = () => string

/** Creates a source of ids. Within a millisecond, and when the clock steps back, a counter keeps them rising. */
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

/** Half of the counter's 32 bits stay free, so that it cannot overflow within a millisecond. */
function randomSeq(): number {
  return crypto.getRandomValues(new Uint16Array(1))[0] ?? 0
}

/** Returns a UUIDv7 of an instant. `random` returns numbers from 0 to 1; the same numbers give the same id. */
export function idAt(instant: number, random: () => number): string {
  return v7({ msecs: instant, random: Uint8Array.from({ length: 16 }, () => random() * 256) })
}
