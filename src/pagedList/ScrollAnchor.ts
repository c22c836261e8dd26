import type { ListPlace, PagedList } from './PagedList.ts'

/** The row at this distance (in px) from the top of the viewport, below the header, is the one being read. */
const READING_LINE = 80
/** Smaller movements (in px) do not count, and are not corrected. */
export const MIN_SHIFT = 0.5
/** The relative precision of 32-bit floats, in which Chromium computes positions. */
const FLOAT32_EPSILON = 2 ** -23

export interface MountedRow {
  id: string
  element: Element
}

/** A mounted row with the distances (in px) of its edges from the top of the viewport. */
export interface RowBox extends MountedRow {
  top: number
  bottom: number
}

/** Keeps the row being read where it is when others above it change, and scrolls to the place where the user left a list. */
export class ScrollAnchor {
  readonly #list: PagedList
  /** The last recorded scroll position. */
  #scrollY = 0
  /** The distance (in px) of the list from the start of the document. */
  #listY = 0
  /** The visible rows with their distances (in px) from the start of the document. */
  #anchors: readonly { id: string; documentY: number }[] = []
  /** The place to scroll to. */
  #target: ListPlace | undefined

  constructor(list: PagedList) {
    this.#list = list
    this.requestReturn()
  }

  /** Makes the next `restore` scroll to the place of the list. */
  requestReturn(): void {
    this.#target ??= this.#list.place
  }

  /** Requests the return if the browser has scrolled to the end of a document that became shorter. Returns whether it has. */
  requestReturnIfClamped(): boolean {
    const end = document.documentElement.scrollHeight - innerHeight
    const isMoved = scrollY < this.#scrollY && scrollY >= Math.floor(end)
    if (isMoved) this.requestReturn()
    return isMoved
  }

  /** Scrolls to the place that was requested, else undoes a movement of the row being read since `record`. */
  restore(rows: readonly MountedRow[]): void {
    const elementOf = (rowId: string) => rows.find(({ id }) => id === rowId)?.element
    const target = this.#target ?? []
    this.#target = undefined
    for (const { id, offset } of target) {
      const element = elementOf(id)
      if (!element) continue
      const { top, height } = element.getBoundingClientRect()
      // A row that has become shorter must not end above the reading line.
      scroll(top - Math.max(offset, READING_LINE + 1 - height))
      return
    }
    // At the start of the document or of the list, new rows push the others down. The user may have scrolled there since
    // `record`.
    if (scrollY <= 0 || this.#listY - scrollY >= READING_LINE) return
    for (const { id, documentY } of this.#anchors) {
      const anchor = elementOf(id)
      if (!anchor) continue
      scroll(topOf(anchor) + scrollY - documentY, documentY * FLOAT32_EPSILON)
      return
    }
  }

  /** Records where the list and its mounted rows are, and which of these is being read. */
  record(element: Element, rows: readonly RowBox[]): void {
    this.#scrollY = scrollY
    this.#listY = topOf(element) + scrollY
    const visible = rows.filter(({ top, bottom }) => bottom > READING_LINE && top < innerHeight)
    const [first] = visible
    // A jump has led to rows that are not mounted yet.
    if (!first && scrollY > 0) {
      this.#anchors = []
      return
    }
    this.#anchors = visible.map(({ id, top }) => ({ id, documentY: top + scrollY }))
    // The row being read comes first, then those below it, then those above it, from the nearest.
    const above = rows.filter(({ bottom }) => bottom <= READING_LINE).toReversed()
    const place = [...visible, ...above].map(({ id, top }) => ({ id, offset: top }))
    this.#list.place = first && scrollY > 0 ? place : undefined
  }
}

/** Returns the distance (in px) of an element from the top of the viewport. */
export function topOf(element: Element): number {
  return element.getBoundingClientRect().top
}

/** Scrolls by this many px, unless these are too few to be seen or within the tolerance. */
function scroll(distance: number, tolerance = 0): void {
  if (Math.abs(distance) >= Math.max(MIN_SHIFT, tolerance)) scrollBy({ top: distance, behavior: 'instant' })
}
