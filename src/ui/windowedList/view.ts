import { RowHeights } from './RowHeights.ts'

/** Rows are mounted this far (in px) above and below the visible ones. */
export const OVERSCAN = 800
/** A list of up to this many rows is mounted in full. */
export const SMALL_LIST = 20

/** Where a row is: its distance (in px) from the top of the viewport. */
export interface Place {
  key: string
  offset: number
}

/** The rows to mount, relative to one of them, so that they stay the same when rows are added or removed above. */
export interface View {
  /** Keys of rows: the first one that still exists is the base. */
  bases: readonly string[]
  /** The base's index, for the case that none exists. */
  index: number
  above: number
  below: number
  /** Rows outside that stay mounted. */
  kept: readonly string[]
}

/** Rows with the indexes `from` up to, but not including, `to`. */
export interface Range {
  from: number
  to: number
}

/** All rows of a list, and which of them are in the DOM. */
export interface Rows {
  keys: readonly string[]
  /** The number of rows of the list before the first key, which are not loaded. */
  before: number
  range: Range
  /** Indexes of the rows in the DOM, in order. */
  mounted: readonly number[]
}

/** Returns the view that shows a place, or the start of the list. */
export function firstView(place: Place | undefined): View {
  const { average } = new RowHeights()
  const rows = (height: number) => Math.ceil(height / average)
  const view = { index: 0, above: 0, below: rows(innerHeight + OVERSCAN), kept: [] }
  return place ? { ...view, bases: [place.key], above: rows(OVERSCAN) } : { ...view, bases: [] }
}

/** Returns the rows that a view mounts. */
export function rowsOf(view: View, keys: readonly string[], before: number): Rows {
  const range = rangeOf(view, keys)
  const mounted = new Set(view.kept.map((key) => keys.indexOf(key)).filter((index) => index >= 0))
  for (let index = range.from; index < range.to; index += 1) mounted.add(index)
  return { keys, before, range, mounted: [...mounted].toSorted((a, b) => a - b) }
}

function rangeOf({ bases, index, above, below }: View, keys: readonly string[]): Range {
  if (keys.length <= SMALL_LIST) return { from: 0, to: keys.length }
  const found = bases.map((key) => keys.indexOf(key)).findIndex((at) => at >= 0)
  // Each base is one row below the previous one.
  const base = found < 0 ? Math.min(index, keys.length - 1) : keys.indexOf(bases[found] ?? '') - found
  const from = Math.min(Math.max(0, base - above), keys.length - 1)
  return { from, to: Math.max(from + 1, Math.min(keys.length, base + below)) }
}
