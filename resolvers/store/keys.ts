/**
 * Keys and ranges as IndexedDB orders them, shared by the adapters so that both mean the same by a position:
 * a position is an index key without the prefix that all rows of the list have in common.
 */

import type { Position } from './port.ts'

/** One part of a key. `[]` stands behind every number and string: it closes a range, no row has it. */
type KeyPart = string | number | readonly []

/** Compared part by part; a key stands behind those it starts with. */
export type Key = readonly KeyPart[]

/** The keys from `lower` (without it if `lowerOpen`) to `upper` (always without it). */
export interface KeyRange {
  lower: Key
  lowerOpen: boolean
  upper: Key
}

/** Which end of an index comes first on a page. */
export type Direction = 'ascending' | 'descending'

/** Below 0 if `a` comes first, above 0 if `b` does: numbers, then strings by UTF-16 unit, then `[]`. */
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

/** All keys that start with `prefix` and are longer. */
export function prefixRange(prefix: Key): KeyRange {
  return { lower: prefix, lowerOpen: false, upper: [...prefix, []] }
}

/** What is left of the list under `prefix` behind the position `after`. */
export function pageRange(prefix: Key, direction: Direction, after: Position | undefined): KeyRange {
  const all = prefixRange(prefix)
  const start = comparablePosition(after)
  if (start === undefined) return all
  const key = [...prefix, ...start]
  return direction === 'ascending' ? { ...all, lower: key, lowerOpen: true } : { ...all, upper: key }
}

/** `after`, or `undefined` (the beginning) where no index could compare it: a cursor is anyone's to forge. */
export function comparablePosition(after: Position | undefined): Position | undefined {
  return after !== undefined && after.length > 0 && after.every(isComparable) ? after : undefined
}

function isComparable(part: unknown): boolean {
  return typeof part === 'string' || (typeof part === 'number' && !Number.isNaN(part))
}
