/**
 * Keys and ranges in the order of IndexedDB, shared by the adapters so that positions mean the same in both. A position
 * is an index key without the prefix that all rows of the list share.
 */

import type { Position } from './port.ts'

/** One part of a key. `[]` is greater than every number and string: it ends a range and is in no row. */
type KeyPart = string | number | readonly []

/** Compared part by part; a key is greater than its own prefixes. */
export type Key = readonly KeyPart[]

/** The keys from `lower` (exclusive if `lowerOpen`) to `upper` (always exclusive). */
export interface KeyRange {
  lower: Key
  lowerOpen: boolean
  upper: Key
}

/** Which end of an index is first on a page. */
export type Direction = 'ascending' | 'descending'

/** Negative if `a` is first, positive if `b` is. Numbers come first, then strings by UTF-16 unit, then `[]`. */
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

/** The keys that start with `prefix` and are longer than it. */
export function prefixRange(prefix: Key): KeyRange {
  return { lower: prefix, lowerOpen: false, upper: [...prefix, []] }
}

/** The rest of the list under `prefix`, after the position `after`. */
export function pageRange(prefix: Key, direction: Direction, after: Position | undefined): KeyRange {
  const all = prefixRange(prefix)
  const start = comparablePosition(after)
  if (start === undefined) return all
  const key = [...prefix, ...start]
  return direction === 'ascending' ? { ...all, lower: key, lowerOpen: true } : { ...all, upper: key }
}

/**
 * `after`, or `undefined` (the beginning) if no index can compare it. Cursors come from clients, which may forge them.
 */
export function comparablePosition(after: Position | undefined): Position | undefined {
  return after !== undefined && after.length > 0 && after.every(isComparable) ? after : undefined
}

function isComparable(part: unknown): boolean {
  return typeof part === 'string' || (typeof part === 'number' && !Number.isNaN(part))
}
