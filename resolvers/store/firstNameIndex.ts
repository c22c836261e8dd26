/**
 * How a first name is indexed so that any part of it is found by ranges of keys, and how a search reads that index.
 *
 * Each place in the lowercased name at which a search can first match has one entry. The entry says how much of what
 * follows the place occurs earlier in the name too: a text longer than that matches there first, a shorter one does not.
 * So the ranges of a search hold no member twice, and it reads what it answers and no more. Two things are left to
 * `isFirstMatch`: texts longer than a suffix, and matches so late in the name that they have no entry of their own.
 */

import { compareKeys, comparablePosition } from './keys.ts'
import type { Key, KeyRange } from './keys.ts'
import type { Position } from './port.ts'

/** UTF-16 units an entry keeps of what follows its place. */
const SUFFIX_LENGTH = 16

/** Places of a name that get an entry; later matches are found through one entry for them all. */
const MAX_PLACES = 64

/** Where a match begins: at the start of the name, within the indexed places, behind them. */
const START = 0
const INSIDE = 1
const BEHIND = 2

/** Part of the name, units that occur earlier too, what follows (both at most `SUFFIX_LENGTH`), the member's id. */
export type FirstNameKey = [part: number, repeated: number, suffix: string, id: string]

/** Every key under which this member is found. */
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

/** Whether `text` first matches this name where `key` stands: a member is to be found there, and only there. */
export function isFirstMatch(key: FirstNameKey, firstName: string, text: string): boolean {
  const name = firstName.toLowerCase()
  const place = name.indexOf(text.toLowerCase())
  return place >= 0 && compareKeys(keyAt(name, place, key[3]), key) === 0
}

/** Where a match stands in the order of the answer. */
export function firstNamePosition([part, , suffix, id]: FirstNameKey): [number, string, string] {
  return [part, suffix, id]
}

/** The ranges of keys that together hold every match of `text` behind `after`; each is in the order of positions. */
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

/** The first string behind all that start with `start`; `[]`, which is behind every string, if there is none. */
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
