/**
 * An index of first names by suffix: a search for any part of a name reads a few ranges of keys.
 *
 * Each place in the lower-case name where a search can first match has one entry. The entry stores how much of the text
 * that starts at the place also occurs earlier in the name: a longer search text first matches here, a shorter one
 * matches earlier. So the ranges of a search contain no user twice, and a search reads only what it returns.
 * `isFirstMatch` filters two cases: search texts longer than a suffix, and matches so late in the name that they have
 * no entry of their own.
 */

import { compareKeys, comparablePosition } from './keys.ts'
import type { Key, KeyRange } from './keys.ts'
import type { Position } from './port.ts'

/** The number of UTF-16 units that an entry stores, starting at its place. */
const SUFFIX_LENGTH = 16

/** The number of places with an entry of their own. All later places share one more entry. */
const MAX_PLACES = 64

/** Where a match begins: at the start of the name, at a later place with an entry, or beyond those. */
const START = 0
const INSIDE = 1
const BEYOND = 2

/**
 * The part of the name, how many units also occur earlier, the suffix (both at most `SUFFIX_LENGTH`), the user's id.
 */
export type FirstNameKey = [part: number, repeatedLength: number, suffix: string, id: string]

/** Returns all keys of a user. */
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

/** Whether `text` first matches this name at the place of `key`. A search returns the user for that key only. */
export function isFirstMatch(key: FirstNameKey, firstName: string, text: string): boolean {
  const name = firstName.toLowerCase()
  const place = name.indexOf(text.toLowerCase())
  return place >= 0 && compareKeys(keyAt(name, place, key[3]), key) === 0
}

/** Returns the position of a match in the search result. */
export function firstNamePosition([part, , suffix, id]: FirstNameKey): [number, string, string] {
  return [part, suffix, id]
}

/** Returns the ranges of keys that contain all matches of `text` after `after`, each in the order of positions. */
export function firstNameRanges(text: string, after: Position | undefined): KeyRange[] {
  const needle = text.toLowerCase()
  const start = needle.slice(0, SUFFIX_LENGTH)
  const ranges = [suffixRange(START, 0, start)]
  for (let repeatedLength = 0; repeatedLength < needle.length && repeatedLength <= SUFFIX_LENGTH; repeatedLength += 1) {
    ranges.push(suffixRange(INSIDE, repeatedLength, start))
  }
  ranges.push(suffixRange(BEYOND, 0, ''))
  return ranges.flatMap((range) => rangeAfter(range, comparablePosition(after)))
}

function keyAt(name: string, place: number, id: string): FirstNameKey {
  if (place >= MAX_PLACES) return [BEYOND, 0, '', id]
  const suffix = name.slice(place, place + SUFFIX_LENGTH)
  return [place === 0 ? START : INSIDE, countRepeated(name, place, suffix), suffix, id]
}

function countRepeated(name: string, place: number, suffix: string): number {
  let length = 0
  while (length < suffix.length && name.indexOf(suffix.slice(0, length + 1)) < place) length += 1
  return length
}

function suffixRange(part: number, repeatedLength: number, start: string): KeyRange {
  return {
    lower: [part, repeatedLength, start],
    lowerOpen: false,
    upper: [part, repeatedLength, prefixUpperBound(start)],
  }
}

/**
 * Returns the smallest string greater than all that start with `start`, or `[]`, which is greater than every string, if
 * there is none.
 */
function prefixUpperBound(start: string): string | readonly [] {
  for (let end = start.length; end > 0; end -= 1) {
    const unit = start.charCodeAt(end - 1)
    if (unit < 0xffff) return start.slice(0, end - 1) + String.fromCharCode(unit + 1)
  }
  return []
}

function rangeAfter(range: KeyRange, after: Position | undefined): KeyRange[] {
  const [part, repeatedLength] = range.lower
  if (after === undefined || part === undefined || repeatedLength === undefined) return [range]
  const order = compareKeys([part], after.slice(0, 1))
  if (order !== 0) return order > 0 ? [range] : []
  const lower: Key = [part, repeatedLength, ...after.slice(1)]
  if (compareKeys(lower, range.upper) >= 0) return []
  return compareKeys(lower, range.lower) < 0 ? [range] : [{ ...range, lower, lowerOpen: true }]
}
