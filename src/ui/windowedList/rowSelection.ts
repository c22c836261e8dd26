import { FIRST_ESTIMATE } from './RowHeights.ts'

/** Rows are mounted this far (in px) above and below the visible ones. */
export const OVERSCAN = 800
/** Rows are unmounted only this far (in px) beyond the overscan, so that small scrolls change nothing. */
const SLACK = 400
/** A list of up to this many rows is mounted in full. */
export const SMALL_LIST = 20

/** Where the user is in a list: a row and its distance (in px) from the top of the viewport. */
export interface ListPosition {
  key: string
  offset: number
  /** The estimated height (in px) of a row, so that a list that starts at the position is as long as it was. */
  rowHeight: number
}

/** The rows to mount, relative to one of them, so that they stay the same when rows are added or removed above. */
export interface RowSelection {
  /** Keys of consecutive rows: the first one that still exists is the base. */
  bases: readonly string[]
  /** The base's index, for the case that none exists. */
  index: number
  /** The number of rows to mount before the base. */
  above: number
  /** The number of rows to mount from the base on, including it. */
  below: number
  /** Keys of further rows that stay mounted. */
  kept: readonly string[]
}

/** Rows with the indexes `from` up to, but not including, `to`. */
export interface RowRange {
  from: number
  to: number
}

/** All rows of a list, and which of them are in the DOM. */
export interface ListRows {
  keys: readonly string[]
  /** The number of rows of the list before the first key, which are not loaded. */
  skipped: number
  /** The number of rows of the list after the last key, which are not loaded. */
  skippedAfter: number
  range: RowRange
  /** Indexes of the rows in the DOM, in order. */
  mounted: readonly number[]
}

/** Returns the rows to mount before anything was measured: those at a position, or the first ones. */
export function initialSelection(position: ListPosition | undefined): RowSelection {
  const above = Math.ceil(OVERSCAN / FIRST_ESTIMATE)
  const selection = { index: 0, above: 0, below: Math.ceil((innerHeight + OVERSCAN) / FIRST_ESTIMATE), kept: [] }
  return position ? { ...selection, bases: [position.key], above } : { ...selection, bases: [] }
}

/** Returns the rows that a selection mounts. */
export function selectRows(
  selection: RowSelection,
  keys: readonly string[],
  { skipped, skippedAfter }: Pick<ListRows, 'skipped' | 'skippedAfter'>,
): ListRows {
  const range = rangeOf(selection, keys)
  const mounted = new Set(selection.kept.map((key) => keys.indexOf(key)).filter((index) => index >= 0))
  for (let index = range.from; index < range.to; index += 1) mounted.add(index)
  return { keys, skipped, skippedAfter, range, mounted: [...mounted].toSorted((a, b) => a - b) }
}

function rangeOf({ bases, index, above, below }: RowSelection, keys: readonly string[]): RowRange {
  if (keys.length <= SMALL_LIST) return { from: 0, to: keys.length }
  const found = bases.findIndex((key) => keys.includes(key))
  // Each base is one row below the previous one.
  const base = found < 0 ? Math.min(index, keys.length - 1) : keys.indexOf(bases[found] ?? '') - found
  const from = Math.min(Math.max(0, base - above), keys.length - 1)
  return { from, to: Math.max(from + 1, Math.min(keys.length, base + below)) }
}

interface Layout {
  /** The distance (in px) of the first row of the range from the top of the viewport. */
  top: number
  viewportHeight: number
  /** How far above and below the viewport the range must reach. Default: `OVERSCAN`. */
  overscan?: number
  rowCount: number
  heightOf: (index: number) => number
}

/** Grows a range until it covers the viewport and the overscan, and removes the rows that are far from them. */
export function fitRange(
  range: RowRange,
  { top, viewportHeight, overscan = OVERSCAN, rowCount, heightOf }: Layout,
): RowRange {
  let { from, to } = range
  let start = top
  let end = top
  for (let index = from; index < to; index += 1) end += heightOf(index)
  while (from > 0 && start > -overscan) start -= heightOf((from -= 1))
  while (from < to - 1 && start + heightOf(from) < -OVERSCAN - SLACK) start += heightOf((from += 1) - 1)
  while (to < rowCount && end < viewportHeight + overscan) end += heightOf((to += 1) - 1)
  while (to > from + 1 && end - heightOf(to - 1) > viewportHeight + OVERSCAN + SLACK) end -= heightOf((to -= 1))
  return { from, to }
}
