import { v7 } from 'uuid'
import type { Clock } from './dates.ts'

/** Whether a text is a UUID in lower case, as every id is. */
export function isId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}

/** Returns a new id: a UUIDv7 that is greater than all that this function has returned before. */
export type Ids = () => string

/** Creates a source of ids. A counter keeps them in order within a millisecond and when the clock is set back. */
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

/** Returns a start for the counter. It leaves half of the 32 bits free, so that the counter cannot overflow. */
function randomSeq(): number {
  return crypto.getRandomValues(new Uint16Array(1))[0] ?? 0
}

/** Returns a new UUIDv7 that is greater than another one. */
export function idAfter(id: string): string {
  return v7({ msecs: instantOf(id) + 1 })
}

/** Returns the instant at which a UUIDv7 was created, in milliseconds since 1970. */
export function instantOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}

/** Returns a UUIDv7 of an instant. `random` returns numbers from 0 up to 1; the same numbers give the same id. */
export function idAt(instant: number, random: () => number): string {
  return v7({ msecs: instant, random: Uint8Array.from({ length: 16 }, () => random() * 256) })
}
