/** The elements of the rows in the DOM, and their margins, which replace the rows that are not mounted. */
import type { RowHeights } from './RowHeights.ts'
import type { ListRows } from './rowSelection.ts'

export interface MountedRow {
  key: string
  index: number
  element: HTMLElement
}

export function mountedRowsOf(list: HTMLElement | null, { keys, mounted }: ListRows): MountedRow[] {
  return [...(list?.children ?? [])].flatMap((element, at) => {
    const index = mounted[at] ?? -1
    const key = keys[index]
    return key !== undefined && element instanceof HTMLElement ? [{ key, index, element }] : []
  })
}

/** Returns whether a row must not be unmounted: it has the focus, unsaved input, or a video that plays. */
export function mustStayMounted({ element }: MountedRow): boolean {
  return (
    element.contains(document.activeElement) ||
    element.querySelector('[data-unsaved]') !== null ||
    [...element.querySelectorAll('video')].some((video) => !video.paused)
  )
}

/** The margins and the height of a list as they were last written. */
export interface Margins {
  /** By how many px the margin above the range exceeds its estimate. */
  error: number
  /** The height of the list. */
  height: number
  /** The number of rows of the list. */
  rowCount: number
}

interface MarginOptions {
  heights: RowHeights
  last: Margins
  /** Whether the list keeps its height while it has as many rows as before and rows are below the range. */
  keepsHeight: boolean
}

/**
 * Writes the margins and the height of the list. Adds the error to the margin above the range, whose heights are
 * estimates: less if the margin would be negative.
 */
export function writeMargins(
  list: HTMLElement,
  rows: ListRows,
  { heights, last, keepsHeight }: MarginOptions,
): Margins {
  const { keys, skipped, skippedAfter, range } = rows
  // Nothing is above the range.
  let error = range.from === 0 && skipped === 0 ? 0 : last.error
  let end = -skipped
  for (const { index, element } of mountedRowsOf(list, rows)) {
    const gap = heights.sum(keys, end, index)
    if (index === range.from) error = Math.max(error, -gap)
    setLength(element, 'marginTop', index === range.from ? gap + error : gap)
    end = index + 1
  }
  const rowCount = skipped + keys.length + skippedAfter
  const above = heights.sum(keys, -skipped, end) + error
  const below = heights.sum(keys, end, keys.length) + skippedAfter * heights.estimate
  const isKept = keepsHeight && rowCount === last.rowCount && below > 0
  const height = isKept ? Math.max(last.height, above) : above + below
  // One length: Chromium rounds long margins, and the sum of those above and below would change with each scroll.
  setLength(list, 'minHeight', below > 0 ? height : 0)
  return { error, height, rowCount }
}

/** Sets a length in px, if it has changed. */
function setLength(element: HTMLElement, property: 'marginTop' | 'minHeight', length: number): void {
  const value = length > 0 ? `${length}px` : ''
  if (element.style[property] !== value) element.style[property] = value
}
