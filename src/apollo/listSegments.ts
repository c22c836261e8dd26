import type { Segment } from '../session/listPositions.ts'

/**
 * The rows that the cache has dropped before and after the loaded ones: only their number and the cursors to load them
 * again. Lists can only be paged forwards, so these cursors are what makes scrolling back possible.
 */

/** The rows of one segment can be loaded with one request. */
const MAX_SEGMENT_SIZE = 100

export function segmentsOf(edges: readonly { cursor: string }[]): Segment[] {
  const segments: Segment[] = []
  for (let from = 0; from < edges.length; from += MAX_SEGMENT_SIZE) {
    const rows = edges.slice(from, from + MAX_SEGMENT_SIZE)
    segments.push({ count: rows.length, end: rows.at(-1)?.cursor ?? '' })
  }
  return segments
}

/** Returns the number of rows in these segments. */
export function countOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { count }) => sum + count, 0)
}

/** Returns the index of the segment that contains the row with this index, else of the last one. */
export function segmentAt(segments: readonly Segment[], row: number): number {
  let end = 0
  const found = segments.findIndex(({ count }) => (end += count) > row)
  return found < 0 ? segments.length - 1 : found
}

/** Returns the segments without their first rows. */
export function withoutFirst(segments: readonly Segment[], rows: number): Segment[] {
  let start = -rows
  return segments.flatMap(({ count, end }) => {
    const left = Math.min(count, (start += count))
    return left > 0 ? [{ count: left, end }] : []
  })
}
