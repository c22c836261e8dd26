/** Keys and ranges in the order of IndexedDB, for the stores of keys and values: memory and IndexedDB. */

import type { Direction } from '../pages.ts'

/** One part of a key. `[]` is greater than every number and string: it ends ranges and is never stored. */
type KeyPart = string | number | readonly []

/** Compared part by part; a key is greater than its own prefixes. */
export type Key = readonly KeyPart[]

/** The keys from `lower` (exclusive if `lowerOpen`) to `upper` (always exclusive). */
export interface KeyRange {
  lower: Key
  lowerOpen: boolean
  upper: Key
}

/**
 * Returns a negative number if `a` comes first, a positive one if `b` does, else 0. Numbers come first, then strings by
 * UTF-16 unit, then `[]`.
 */
export function compareKeys(a: Key, b: Key): number {
  const length = Math.max(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    const left = a[index]
    const right = b[index]
    const order = left === right ? 0 : compareParts(left, right)
    if (order !== 0) return order
  }
  return 0
}

function compareParts(a: KeyPart | undefined, b: KeyPart | undefined): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : 1
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : 1
  return rank(a) - rank(b)
}

function rank(part: KeyPart | undefined): number {
  if (part === undefined) return 0
  if (typeof part === 'number') return 1
  return typeof part === 'string' ? 2 : 3
}

/** Returns the range of the keys that start with `prefix` and are longer. */
export function prefixRange(prefix: Key): KeyRange {
  return { lower: prefix, lowerOpen: false, upper: [...prefix, []] }
}

/** Returns the range of the keys that start with `prefix` and come after `prefix` and `after`. */
export function pageRange(prefix: Key, direction: Direction, after: Key | undefined): KeyRange {
  const all = prefixRange(prefix)
  if (after === undefined) return all
  const key = [...prefix, ...after]
  return direction === 'ascending' ? { ...all, lower: key, lowerOpen: true } : { ...all, upper: key }
}

/** Returns the range of the keys that start with `prefix` and continue with a text that starts with `start`. */
export function textRange(prefix: Key, start: string): KeyRange {
  return { lower: [...prefix, start], lowerOpen: false, upper: [...prefix, firstBehindAll(start)] }
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

/** Returns the part of a range after `key`, `undefined` if it is empty. */
export function rangeAfter(range: KeyRange, key: Key): KeyRange | undefined {
  if (compareKeys(key, range.upper) >= 0) return undefined
  return compareKeys(key, range.lower) < 0 ? range : { ...range, lower: key, lowerOpen: true }
}

/**
 * Returns a text whose UTF-16 units compare as the code points of the given one do: surrogates, which start characters
 * above U+FFFF, move behind U+E000 to U+FFFF.
 */
export function sortableText(text: string): string {
  return text.replaceAll(/[\ud800-\uffff]/g, (unit) => {
    const code = unit.charCodeAt(0)
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800)
  })
}
