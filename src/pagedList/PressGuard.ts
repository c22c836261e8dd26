import type { PagedList } from './PagedList.ts'
import { MIN_SHIFT, type RowBox } from './ScrollAnchor.ts'

/** A press on a row that has moved less than this long (in ms) before does nothing. */
const GUARD_MS = 500

/**
 * Ignores a press on a row that has just moved because another row was removed or added: for example, a row was deleted
 * in another tab, or by the first press of a double-click. Presses of a key are not affected.
 */
export class PressGuard {
  #rows: readonly RowBox[] = []
  /** When a row last moved, in the time of events. */
  readonly #movedAt = new WeakMap<Element, number>()
  #pressedAt = 0
  readonly #list: PagedList

  constructor(list: PagedList) {
    this.#list = list
  }

  /** Call it before the list handles the press, with the present rows recorded. */
  onPointerDown({ timeStamp }: PointerEvent): void {
    this.#pressedAt = timeStamp
  }

  /** Call it before the list handles the click. */
  onClick(event: MouseEvent): void {
    const { target, detail } = event
    const isByPointer = detail > 0
    // An `aside` is no part of a row: buttons such as those of the suggestions between two posts change the list.
    if (!isByPointer || !(target instanceof Element) || target.closest('aside')) return
    const row = target.closest('[data-list-page] > *')
    const movedAt = row && this.#movedAt.get(row)
    if (movedAt == null || this.#pressedAt - movedAt >= GUARD_MS) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Call it after each scroll and change of the list, with the mounted rows that have a height. */
  record(rows: readonly RowBox[]): void {
    const former = this.#rows
    this.#rows = rows
    const indexOf = (row: RowBox | undefined) => rows.findIndex(({ id }) => id === row?.id)
    const isChanged = former.some((row, at) => {
      const index = indexOf(row)
      // Else a scroll has unmounted it.
      if (index < 0) return row.element.isConnected || !this.#list.hasRow(row.id)
      const next = indexOf(former[at + 1])
      return next >= 0 && next !== index + 1
    })
    // Rows that are added before or after the others do not count: the user has written or loaded them.
    if (!isChanged) return
    const hasStayed = ({ id, top }: RowBox) =>
      former.some((row) => row.id === id && Math.abs(row.top - top) < MIN_SHIFT)
    for (const row of rows) if (!hasStayed(row)) this.#movedAt.set(row.element, performance.now())
  }
}
