/**
 * Keys and ranges in the order of IndexedDB. Both adapters use them, so positions mean the same in both. A position is
 * an index key without the prefix that all rows of the list share.
 */

import type { Position } from './port.ts'

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

/** The direction in which an index is read. */
export type Direction = 'ascending' | 'descending'

/**
 * Returns a negative number if `a` comes first, a positive one if `b` does, else 0. Numbers come first, then strings by
 * UTF-16 unit, then `[]`.
 */
export function compareKeys(a: Key, b: Key): number {
  const length = Math.max(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    const order = compareParts(a[index], b[index])
    if (order !== 0) return order
  }
  return 0
}

function compareParts(a: KeyPart | undefined, b: KeyPart | undefined): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b)
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : Number(a > b)
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

/** Returns the range of the keys that start with `prefix` and come after the position `after`. */
export function pageRange(prefix: Key, direction: Direction, after: Position | undefined): KeyRange {
  const all = prefixRange(prefix)
  const start = comparablePosition(after)
  if (start === undefined) return all
  const key = [...prefix, ...start]
  return direction === 'ascending' ? { ...all, lower: key, lowerOpen: true } : { ...all, upper: key }
}

/**
 * Returns `after`, or `undefined` (the beginning) if an index cannot compare it. Cursors come from clients, which may
 * forge them.
 */
export function comparablePosition(after: Position | undefined): Position | undefined {
  return after !== undefined && after.length > 0 && after.every(isComparable) ? after : undefined
}

function isComparable(part: unknown): boolean {
  return typeof part === 'string' || (typeof part === 'number' && !Number.isNaN(part))
}
