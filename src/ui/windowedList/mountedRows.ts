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

/**
 * Writes the margins. Adds `error` to the margin above the range, whose heights are estimates. Returns the error that
 * was added: a margin cannot be negative.
 */
export function writeMargins(list: HTMLElement, rows: ListRows, heights: RowHeights, error: number): number {
  const { keys, skipped, skippedAfter, range } = rows
  // Nothing is above the range.
  let addedError = range.from === 0 && skipped === 0 ? 0 : error
  let end = -skipped
  for (const { index, element } of mountedRowsOf(list, rows)) {
    const gap = heights.sum(keys, end, index)
    if (index === range.from) addedError = Math.max(addedError, -gap)
    setLength(element, 'marginTop', index === range.from ? gap + addedError : gap)
    end = index + 1
  }
  setLength(list, 'paddingBottom', heights.sum(keys, end, keys.length) + skippedAfter * heights.average)
  return addedError
}

/** Sets a length in px, if it has changed. */
function setLength(element: HTMLElement, property: 'marginTop' | 'paddingBottom', length: number): void {
  const value = length > 0 ? `${length}px` : ''
  if (element.style[property] !== value) element.style[property] = value
}
