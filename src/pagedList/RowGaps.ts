import type { PagedList } from './PagedList.ts'
import type { MountedRow, RowBox } from './ScrollAnchor.ts'

/**
 * Keeps the room of a row that leaves the list while the mouse is over it, until the mouse moves or a key is pressed. So no
 * other row comes under the mouse, where the second press of a double-click would hit it.
 */
export class RowGaps {
  readonly #list: PagedList
  #rows: readonly RowBox[] = []
  /** The rows with a gap above them, and its height (in px). */
  readonly #gaps = new Map<HTMLElement, number>()

  constructor(list: PagedList) {
    this.#list = list
  }

  /** Call it after each change of the list, with its mounted rows. */
  open(list: Element, rows: readonly MountedRow[]): void {
    if (!list.matches(':hover') || !matchMedia('(hover: hover)').matches) return
    const shown = new Map(rows.map(({ id, element }) => [id, isShown(element) ? element : undefined]))
    let gap = 0
    for (const { id, element, top, bottom } of this.#rows) {
      const row = shown.get(id)
      if (row instanceof HTMLElement) {
        if (gap > 0) this.#setGap(row, gap + (this.#gaps.get(row) ?? 0))
        gap = 0
      } else if (element instanceof HTMLElement && this.#hasLeft(id, element))
        gap += bottom - top + (this.#gaps.get(element) ?? 0)
    }
  }

  /** Returns whether a row is hidden or no longer in the list. A page that is not mounted has its rows all the same. */
  #hasLeft(id: string, element: HTMLElement): boolean {
    return element.isConnected || !this.#list.hasRow(id)
  }

  /** Call it with the rows that have a height, once they are where they stay. */
  record(rows: readonly RowBox[]): void {
    this.#rows = rows
  }

  /** Closes the gaps. Returns whether there were any. */
  close(): boolean {
    const hadGaps = this.#gaps.size > 0
    for (const row of this.#gaps.keys()) row.style.marginTop = ''
    this.#gaps.clear()
    return hadGaps
  }

  #setGap(row: HTMLElement, height: number): void {
    this.#gaps.set(row, height)
    row.style.marginTop = `${height}px`
  }
}

function isShown(element: Element): boolean {
  return element.getBoundingClientRect().height > 0
}
