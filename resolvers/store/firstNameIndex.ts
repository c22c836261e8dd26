/**
 * An index of first names by suffix, which finds each part of a name by reading ranges of keys.
 *
 * Each place in the lower-case name where a search can first match has one entry. The entry holds how much of the text
 * that follows the place also occurs earlier in the name: a search text longer than that matches here first, a shorter
 * one matches earlier. So the ranges of a search hold no user twice, and a search reads only what it returns.
 * `isFirstMatch` filters two cases: search texts longer than a suffix, and matches so late in the name that they have
 * no own entry.
 */

import { compareKeys, comparablePosition } from './keys.ts'
import type { Key, KeyRange } from './keys.ts'
import type { Position } from './port.ts'

/** The number of UTF-16 units that an entry stores from its place on. */
const SUFFIX_LENGTH = 16

/** The number of places with an entry of their own; all later places share one further entry. */
const MAX_PLACES = 64

/** Where a match begins: at the start of the name, at a later indexed place, or after the indexed places. */
const START = 0
const INSIDE = 1
const BEHIND = 2

/** Where in the name, how many units also occur earlier, the suffix (both at most `SUFFIX_LENGTH`), the user's id. */
export type FirstNameKey = [part: number, repeated: number, suffix: string, id: string]

/** All keys of this user. */
export function firstNameKeys(firstName: string, id: string): FirstNameKey[] {
  const name = firstName.toLowerCase()
  const keys: FirstNameKey[] = []
  for (let place = 0; place < Math.min(name.length, MAX_PLACES); place += 1) {
    const key = keyAt(name, place, id)
    const isNeverFirst = place + key[1] === name.length
    if (!isNeverFirst) keys.push(key)
  }
  if (name.length > MAX_PLACES) keys.push(keyAt(name, MAX_PLACES, id))
  return keys
}

/** Whether `text` first matches this name at the place of `key`: a search returns the user for that key only. */
export function isFirstMatch(key: FirstNameKey, firstName: string, text: string): boolean {
  const name = firstName.toLowerCase()
  const place = name.indexOf(text.toLowerCase())
  return place >= 0 && compareKeys(keyAt(name, place, key[3]), key) === 0
}

/** The position of a match in the search result. */
export function firstNamePosition([part, , suffix, id]: FirstNameKey): [number, string, string] {
  return [part, suffix, id]
}

/** The ranges of keys that together hold every match of `text` after `after`; each is in the order of positions. */
export function firstNameRanges(text: string, after: Position | undefined): KeyRange[] {
  const needle = text.toLowerCase()
  const start = needle.slice(0, SUFFIX_LENGTH)
  const ranges = [suffixRange(START, 0, start)]
  for (let repeated = 0; repeated < needle.length && repeated <= SUFFIX_LENGTH; repeated += 1) {
    ranges.push(suffixRange(INSIDE, repeated, start))
  }
  ranges.push(suffixRange(BEHIND, 0, ''))
  return ranges.flatMap((range) => rangeBehind(range, comparablePosition(after)))
}

function keyAt(name: string, place: number, id: string): FirstNameKey {
  if (place >= MAX_PLACES) return [BEHIND, 0, '', id]
  const suffix = name.slice(place, place + SUFFIX_LENGTH)
  return [place === 0 ? START : INSIDE, repeatedLength(name, place, suffix), suffix, id]
}

function repeatedLength(name: string, place: number, suffix: string): number {
  let length = 0
  while (length < suffix.length && name.indexOf(suffix.slice(0, length + 1)) < place) length += 1
  return length
}

function suffixRange(part: number, repeated: number, start: string): KeyRange {
  return { lower: [part, repeated, start], lowerOpen: false, upper: [part, repeated, firstBehindAll(start)] }
}

/**
 * The smallest string greater than all that start with `start`; `[]`, which is greater than every string, if there is
 * none.
 */
function firstBehindAll(start: string): string | readonly [] {
  for (let end = start.length; end > 0; end -= 1) {
    const unit = start.charCodeAt(end - 1)
    if (unit < 0xffff) return start.slice(0, end - 1) + String.fromCharCode(unit + 1)
  }
  return []
}

function rangeBehind(range: KeyRange, after: Position | undefined): KeyRange[] {
  const [part, repeated] = range.lower
  if (after === undefined || part === undefined || repeated === undefined) return [range]
  const order = compareKeys([part], after.slice(0, 1))
  if (order !== 0) return order > 0 ? [range] : []
  const lower: Key = [part, repeated, ...after.slice(1)]
  if (compareKeys(lower, range.upper) >= 0) return []
  return compareKeys(lower, range.lower) < 0 ? [range] : [{ ...range, lower, lowerOpen: true }]
}
