import { mountedRowsOf, mustStayMounted, writeMargins, type Margins, type MountedRow } from './mountedRows.ts'
import { RowHeights } from './RowHeights.ts'
import {
  fitRange,
  OVERSCAN,
  SMALL_LIST,
  type ListPosition,
  type ListRows,
  type RowRange,
  type RowSelection,
} from './rowSelection.ts'
import { MIN_SHIFT, ScrollContainer } from './ScrollContainer.ts'

/** The row at this distance (in px) from the top of the viewport, below the header, is the one being read. */
const READING_LINE = 80
/** The relative precision of 32-bit floats, in which Chromium computes positions. */
const FLOAT32_EPSILON = 2 ** -23

export interface ListListeners {
  /** Called when the row being read, or its offset, has changed. Null at the start of the page. */
  onPosition?: ((position: ListPosition | null) => void) | undefined
  /** Called after each scroll and render with the index of the skipped row near the viewport. Null if there is none. */
  onSkippedRow?: ((index: number | null) => void) | undefined
}

/**
 * Selects the rows near the viewport, and keeps the row being read where it is when rows above it change.
 *
 * Margins replace the other rows. Their heights are estimates, so the margin can be wrong by `#margins.error` pixels.
 * During a scroll only the margins are corrected, because setting the scroll position would stop a scroll by touch. The
 * list also keeps its height: after a change of height, Chromium ignores the next movement of a scroll-bar drag. After
 * the scroll the error moves to the scroll position.
 */
export class ListWindow {
  readonly #heights: RowHeights
  readonly #select: (selection: RowSelection, isUrgent: boolean) => void
  #listeners: ListListeners = {}
  #list: HTMLElement | null = null
  #container: ScrollContainer | undefined
  #rows: ListRows = { keys: [], skipped: 0, skippedAfter: 0, range: { from: 0, to: 0 }, mounted: [] }
  #margins: Margins = { error: 0, height: 0, rowCount: 0 }
  #isScrolling = false
  /** The row count for which all rows were last selected, so that it is done once. */
  #smallLength = 0
  #width = 0
  /** The visible rows with their distance from the start of the scrolled content. */
  #anchors: readonly { key: string; position: number }[] = []
  /** The row being read. Undefined at the start of the page. */
  #position: ListPosition | undefined
  /** The position to scroll to when its row is mounted and measured. */
  #target: ListPosition | undefined
  #observer: ResizeObserver | undefined
  readonly #observed = new Set<Element>()

  /** `select` renders a selection of rows. If `isUrgent`, it renders synchronously (`flushSync`). */
  constructor(select: (selection: RowSelection, isUrgent: boolean) => void, initialPosition: ListPosition | undefined) {
    this.#select = select
    this.#heights = new RowHeights(initialPosition?.rowHeight)
    this.#target = initialPosition
  }

  /** Starts to follow the scroll position. Returns a function that stops. */
  attach(list: HTMLElement): () => void {
    const container = new ScrollContainer(list)
    this.#list = list
    this.#container = container
    this.#observer = new ResizeObserver(() => this.#measureAndKeepPosition())
    this.#observer.observe(document.documentElement)
    const removeScrollListener = container.onScroll(() => {
      if (this.#target) return
      this.#isScrolling = true
      // A row can have changed its height since the last frame: the observer tells that only after this event.
      this.#moveAnchorBack(container)
      this.#recordPosition()
      this.#updateMountedRows({ isUrgent: true })
    })
    const removeScrollEndListener = container.onScrollEnd(() => this.#endScroll())
    const onResize = () => {
      // The new layout may be shorter, which changes the scroll position before the rows are measured.
      this.#target ??= this.#position
      this.#isScrolling = false
      this.#measureAndKeepPosition()
    }
    addEventListener('resize', onResize)
    return () => {
      removeScrollListener()
      removeEventListener('resize', onResize)
      removeScrollEndListener()
      this.#observer?.disconnect()
      this.#observed.clear()
    }
  }

  /** Call it after each render, before the browser paints. */
  update(rows: ListRows, listeners: ListListeners): void {
    this.#rows = rows
    this.#listeners = listeners
    // Before anything reads the layout: a page that is too short would lose its scroll position.
    this.#writeMargins()
    this.#observeMountedRows()
    this.#measureAndKeepPosition()
  }

  #measureAndKeepPosition(): void {
    const list = this.#list
    const container = this.#container
    if (!list || !container || list.offsetParent === null) return
    if (list.clientWidth !== this.#width) {
      if (this.#width > 0) this.#heights.clear()
      this.#width = list.clientWidth
    }
    for (const { key, element } of this.#mountedRows()) this.#heights.set(key, element.getBoundingClientRect().height)
    this.#writeMargins()
    this.#moveAnchorBack(container)
    this.#scrollToTarget(container)
    this.#recordPosition()
    // The next scroll mounts the others: more rows now would delay this frame.
    this.#updateMountedRows({ overscan: OVERSCAN / 2 })
  }

  /** Undoes a movement of the row being read since `#recordPosition`: with the margin above it, else by scrolling. */
  #moveAnchorBack(container: ScrollContainer): void {
    const elements = new Map(this.#mountedRows().map(({ key, element }) => [key, element]))
    const anchor = this.#anchors.find(({ key }) => elements.has(key))
    const element = anchor && elements.get(anchor.key)
    if (!element) return
    const shift = () => container.positionOf(element) - anchor.position
    if (Math.abs(shift()) < Math.max(MIN_SHIFT, anchor.position * FLOAT32_EPSILON)) return
    this.#margins.error -= shift()
    this.#writeMargins()
    container.scrollBy(shift())
  }

  /** Corrects the height of the list, and moves the error of the margin to the scroll position. */
  #endScroll(): void {
    const container = this.#container
    this.#isScrolling = false
    // The scroll event of a later movement may be pending.
    this.#recordPosition()
    this.#writeMargins()
    const row = this.#mountedRow(this.#anchors[0]?.key)
    if (this.#margins.error === 0 || !container || !row) return
    const top = container.topOf(row.element)
    this.#margins.error = 0
    this.#writeMargins()
    container.scrollBy(container.topOf(row.element) - top)
    this.#recordPosition()
  }

  #scrollToTarget(container: ScrollContainer): void {
    const target = this.#target
    const row = this.#mountedRow(target?.key)
    this.#target = undefined
    if (!target || !row) return
    // A row that has become shorter must not end above the reading line.
    const offset = Math.max(target.offset, READING_LINE + 1 - row.element.getBoundingClientRect().height)
    container.scrollBy(container.topOf(row.element) - offset)
  }

  #writeMargins(): void {
    if (!this.#list) return
    this.#margins = writeMargins(this.#list, this.#rows, {
      heights: this.#heights,
      last: this.#margins,
      keepsHeight: this.#isScrolling,
    })
  }

  /** Records where the visible rows are. */
  #recordPosition(): void {
    const container = this.#container
    if (!container) return
    const { keys, skipped } = this.#rows
    const visible = this.#mountedRows().flatMap(({ key, element }) => {
      const top = container.topOf(element)
      const isVisible = top + element.getBoundingClientRect().height > READING_LINE && top < container.height
      return isVisible ? [{ key, top }] : []
    })
    const [first] = visible
    // At the start of the page or of the list, new rows push the others down.
    const isFirstRow = skipped === 0 && first?.key === keys[0] && (first?.top ?? 0) >= READING_LINE
    const isAtStart = !first || isFirstRow || container.scrollTop <= 0
    this.#anchors = isAtStart ? [] : visible.map(({ key, top }) => ({ key, position: top + container.scrollTop }))
    const { estimate: rowHeight } = this.#heights
    this.#position = first && container.scrollTop > 0 ? { key: first.key, offset: first.top, rowHeight } : undefined
    this.#listeners.onPosition?.(this.#position ?? null)
  }

  /** Mounts the rows that have come near the viewport, and unmounts those that are far from it. */
  #updateMountedRows({ isUrgent = false, overscan = OVERSCAN } = {}): void {
    const list = this.#list
    const container = this.#container
    const { keys, mounted, range } = this.#rows
    const firstRow = list?.children.item(mounted.indexOf(range.from))
    if (!list || !container || !firstRow) return
    const top = container.topOf(firstRow)
    const bottom = top + this.#heights.sum(keys, range.from, range.to)
    const viewportHeight = container.height
    const isFarAway = top > viewportHeight + OVERSCAN || bottom < -OVERSCAN
    // The next rows will be where the estimates say.
    if (isFarAway) this.#margins.error = 0
    const skippedRow = this.#skippedRowAt(container, { list: container.topOf(list), first: top, end: bottom })
    this.#listeners.onSkippedRow?.(skippedRow)
    if (keys.length <= SMALL_LIST) {
      // When more rows are added, these must stay: one of them may have the focus.
      if (this.#smallLength !== keys.length) this.#select(this.#selectionOf(range), false)
      this.#smallLength = keys.length
      return
    }
    // The rows there are not loaded yet.
    if (isFarAway && skippedRow !== null) return
    const first = isFarAway ? this.#jumpToViewport(list, container) : undefined
    const { from, to } = fitRange(first === undefined ? range : { from: first, to: first + 1 }, {
      top: first === undefined ? top : 0,
      viewportHeight,
      overscan,
      rowCount: keys.length,
      heightOf: (index) => this.#heights.of(keys[index] ?? ''),
    })
    if (from === range.from && to === range.to) return
    const hasGap = (top > 0 && range.from > 0) || (bottom < viewportHeight && range.to < keys.length)
    this.#select(this.#selectionOf({ from, to }), isUrgent && hasGap)
  }

  /** Makes the row at the top of the viewport, by the estimates, the one being read. Returns its index. */
  #jumpToViewport(list: HTMLElement, container: ScrollContainer): number {
    const { keys, skipped } = this.#rows
    const top = container.topOf(list)
    let index = 0
    for (let end = top + skipped * this.#heights.estimate; index < keys.length - 1; index += 1) {
      end += this.#heights.of(keys[index] ?? '')
      if (end > 0) break
    }
    const position = container.positionOf(list) + this.#heights.sum(keys, -skipped, index)
    this.#anchors = [{ key: keys[index] ?? '', position }]
    return index
  }

  /**
   * Returns the index in the whole list of the skipped row nearest the top of the viewport. Null if no skipped row is
   * near. `at`: where the list starts, its first mounted row starts and its last one ends.
   */
  #skippedRowAt({ height }: ScrollContainer, at: { list: number; first: number; end: number }): number | null {
    const { keys, skipped, skippedAfter, range } = this.#rows
    const { estimate } = this.#heights
    if (skipped > 0 && range.from === 0 && at.first >= -OVERSCAN)
      return Math.min(Math.max(0, Math.floor(-at.list / estimate)), skipped - 1)
    if (skippedAfter > 0 && range.to === keys.length && at.end <= height + OVERSCAN) {
      const after = Math.min(Math.max(0, Math.floor(-at.end / estimate)), skippedAfter - 1)
      return skipped + keys.length + after
    }
    return null
  }

  #selectionOf({ from, to }: RowRange): RowSelection {
    const { keys } = this.#rows
    return {
      bases: keys.slice(from, to),
      index: from,
      above: 0,
      below: to - from,
      kept: this.#keysToKeep({ from, to }),
    }
  }

  /** Returns the rows that stay mounted outside the range, such as the focused one and its neighbours. */
  #keysToKeep({ from, to }: RowRange): readonly string[] {
    const { keys } = this.#rows
    return this.#mountedRows().flatMap((row) =>
      mustStayMounted(row)
        ? // With its neighbours, so that Tab reaches them.
          [row.index - 1, row.index, row.index + 1].flatMap((at) => (at < from || at >= to ? (keys[at] ?? []) : []))
        : [],
    )
  }

  #mountedRows(): MountedRow[] {
    return mountedRowsOf(this.#list, this.#rows)
  }

  #mountedRow(key: string | undefined): MountedRow | undefined {
    return this.#mountedRows().find((row) => row.key === key)
  }

  #observeMountedRows(): void {
    for (const element of this.#observed) {
      if (element.isConnected) continue
      this.#observer?.unobserve(element)
      this.#observed.delete(element)
    }
    for (const { element } of this.#mountedRows()) {
      if (this.#observed.has(element)) continue
      this.#observer?.observe(element)
      this.#observed.add(element)
    }
  }
}
