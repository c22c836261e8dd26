import { mustStay, setStyle } from './rowElements.ts'
import { RowHeights } from './RowHeights.ts'
import { OVERSCAN, SMALL_LIST, type Place, type Range, type Rows, type View } from './view.ts'

/** Rows are unmounted only this far (in px) beyond the overscan, so that small scrolls change nothing. */
const SLACK = 400
/** The row at this distance (in px) from the top of the viewport, below the header, is the one being read. */
const READING_LINE = 80
/** Smaller movements (in px) are not corrected. */
const MIN_SHIFT = 0.5
/** Scrolling has ended when no `scroll` event came for this long. */
const IDLE_MS = 150

export interface ListEvents {
  /** Called when the row being read, or its offset, has changed. Null at the start of the page. */
  onPlace?: ((place: Place | null) => void) | undefined
  /** Called when the row with this index comes near the viewport, but is not loaded. */
  onSkipped?: ((index: number) => void) | undefined
}

/**
 * Mounts the rows near the viewport and keeps the row at the top where it is when rows above it change.
 *
 * Margins replace unmounted rows. Their heights are estimates, so the margin can be wrong by `#drift` pixels. During a
 * scroll only the margin is corrected, because setting the scroll position would stop a scroll by touch. After the
 * scroll the error moves to the scroll position.
 */
export class ListWindow {
  readonly #heights = new RowHeights()
  readonly #show: (view: View, isUrgent: boolean) => void
  #events: ListEvents = {}
  #list: HTMLElement | null = null
  #scroller: HTMLElement | null = null
  #rows: Rows = { keys: [], before: 0, range: { from: 0, to: 0 }, mounted: [] }
  #drift = 0
  /** The number of rows in the last view of a small list. */
  #smallLength = 0
  #width = 0
  /** The visible rows with their distance from the start of the scrolled content. */
  #anchors: readonly { key: string; position: number }[] = []
  /** The row being read. Undefined at the start of the page. */
  #place: Place | undefined
  /** The row that the next `settle` scrolls to. */
  #target: Place | undefined
  #idleTimer: ReturnType<typeof setTimeout> | undefined
  #observer: ResizeObserver | undefined
  readonly #observed = new Set<Element>()

  /**
   * `show` renders a view. If `isUrgent`, it renders synchronously (`flushSync`). `place` is the position to restore
   * first.
   */
  constructor(show: (view: View, isUrgent: boolean) => void, place: Place | undefined) {
    this.#show = show
    this.#target = place
  }

  /** Starts to follow the scroll position of `scroller`, or of the window. Returns a function that stops. */
  attach(list: HTMLElement, scroller: HTMLElement | null): () => void {
    this.#list = list
    this.#scroller = scroller
    this.#observer = new ResizeObserver(() => this.#settle())
    this.#observer.observe(document.documentElement)
    const source = scroller ?? window
    const onScroll = () => {
      if (this.#target) return
      this.#record()
      this.#cover({ isUrgent: true })
      clearTimeout(this.#idleTimer)
      this.#idleTimer = setTimeout(() => this.#removeDrift(), IDLE_MS)
    }
    const onResize = () => {
      // The new layout may be shorter, which changes the scroll position before `settle` runs.
      this.#target ??= this.#place
      this.#settle()
    }
    source.addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onResize)
    return () => {
      source.removeEventListener('scroll', onScroll)
      removeEventListener('resize', onResize)
      clearTimeout(this.#idleTimer)
      this.#observer?.disconnect()
      this.#observed.clear()
    }
  }

  /** Call it after each render, before the browser paints. */
  update(rows: Rows, events: ListEvents): void {
    this.#rows = rows
    this.#events = events
    // Before anything reads the layout: a page that is too short would lose its scroll position.
    this.#writeMargins()
    this.#observeRows()
    this.#settle()
  }

  /** Measures the mounted rows, places them, and moves the row being read back to where it was. */
  #settle(): void {
    const list = this.#list
    if (!list || list.offsetParent === null) return
    if (list.clientWidth !== this.#width) {
      this.#heights.clear()
      this.#width = list.clientWidth
    }
    this.#elements().forEach(([key, element]) => this.#heights.set(key, element.getBoundingClientRect().height))
    this.#writeMargins()
    this.#keepAnchor()
    this.#restore()
    this.#record()
    this.#cover()
  }

  /** Undoes a movement of the row being read since `record`: with the margin above it, else by scrolling. */
  #keepAnchor(): void {
    const elements = new Map(this.#elements())
    const anchor = this.#anchors.find(({ key }) => elements.has(key))
    const element = anchor && elements.get(anchor.key)
    if (!element) return
    const shift = () => this.#positionOf(element) - anchor.position
    if (Math.abs(shift()) < MIN_SHIFT) return
    this.#drift -= shift()
    this.#writeMargins()
    this.#scrollBy(shift())
  }

  /** Moves the drift from the margin to the scroll position. */
  #removeDrift(): void {
    const element = this.#elements().find(([key]) => key === this.#anchors[0]?.key)?.[1]
    if (this.#drift === 0 || !element) return
    const top = this.#topOf(element)
    this.#drift = 0
    this.#writeMargins()
    this.#scrollBy(this.#topOf(element) - top)
    this.#record()
  }

  #scrollBy(distance: number): void {
    if (Math.abs(distance) >= MIN_SHIFT) (this.#scroller ?? window).scrollBy({ top: distance, behavior: 'instant' })
  }

  #restore(): void {
    const target = this.#target
    if (!target) return
    this.#target = undefined
    const element = new Map(this.#elements()).get(target.key)
    if (element) this.#scrollBy(this.#topOf(element) - target.offset)
  }

  /** Writes the margins that take the place of rows that are not mounted. */
  #writeMargins(): void {
    const list = this.#list
    if (!list) return
    const { mounted, range, keys } = this.#rows
    if (range.from === 0 && this.#rows.before === 0) this.#drift = 0
    const elements = this.#elements()
    let end = -this.#rows.before
    elements.forEach(([, element], at) => {
      const index = mounted[at] ?? 0
      const gap = this.#heights.sum(keys, end, index)
      if (index === range.from) this.#drift = Math.max(this.#drift, -gap)
      setStyle(element, 'marginTop', index === range.from ? gap + this.#drift : gap)
      end = index + 1
    })
    setStyle(list, 'paddingBottom', this.#heights.sum(keys, end, keys.length))
  }

  /** Remembers where the visible rows are. */
  #record(): void {
    const { keys, before } = this.#rows
    const bottom = this.#viewportHeight()
    const visible = this.#elements().filter(([, element]) => {
      const rect = element.getBoundingClientRect()
      const top = rect.top - this.#viewportTop()
      return top + rect.height > READING_LINE && top < bottom
    })
    const [first] = visible
    // At the start of the list, new rows push the others down.
    const isAtStart = !first || (first[0] === keys[0] && before === 0 && this.#topOf(first[1]) >= READING_LINE)
    this.#anchors = isAtStart ? [] : visible.map(([key, element]) => ({ key, position: this.#positionOf(element) }))
    this.#place = first && this.#scrollTop() > 0 ? { key: first[0], offset: this.#topOf(first[1]) } : undefined
    this.#events.onPlace?.(this.#place ?? null)
  }

  /** Mounts the rows that have come near the viewport, and unmounts those that are far from it. */
  #cover({ isUrgent = false } = {}): void {
    const list = this.#list
    const { keys, before, mounted, range } = this.#rows
    const base = list?.children.item(mounted.indexOf(range.from))
    if (!list || !base) return
    this.#loadSkipped(this.#topOf(list), this.#topOf(base))
    if (keys.length <= SMALL_LIST) {
      // When more rows are added, these must stay: one of them may have the focus.
      if (this.#smallLength !== keys.length) this.#show(this.#viewOf(range), false)
      this.#smallLength = keys.length
      return
    }
    const height = (index: number) => this.#heights.of(keys[index] ?? '')
    const bottom = this.#viewportHeight()
    let { from, to } = range
    let start = this.#topOf(base)
    let end = start + this.#heights.sum(keys, from, to)
    const isUncovered = (start > 0 && from > 0) || (end < bottom && to < keys.length)
    if (start > bottom + OVERSCAN || end < -OVERSCAN) {
      from = this.#indexAtTop()
      to = from + 1
      start = 0
      end = height(from)
      this.#drift = 0
      // The estimates change as soon as the new rows are measured.
      const position = this.#positionOf(list) + this.#heights.sum(keys, -before, from)
      this.#anchors = [{ key: keys[from] ?? '', position }]
    }
    while (from > 0 && start > -OVERSCAN) start -= height((from -= 1))
    while (from < to - 1 && start + height(from) < -OVERSCAN - SLACK) start += height((from += 1) - 1)
    while (to < keys.length && end < bottom + OVERSCAN) end += height((to += 1) - 1)
    while (to > from + 1 && end - height(to - 1) > bottom + OVERSCAN + SLACK) end -= height((to -= 1))
    if (from === range.from && to === range.to) return
    this.#show(this.#viewOf({ from, to }), isUrgent && isUncovered)
  }

  /** Reports the skipped row nearest the top of the viewport, if rows near it are skipped. */
  #loadSkipped(listTop: number, firstTop: number): void {
    const { before, range } = this.#rows
    if (before === 0 || range.from > 0 || firstTop < -OVERSCAN) return
    const index = Math.floor(-listTop / this.#heights.average)
    this.#events.onSkipped?.(Math.min(Math.max(0, index), before - 1))
  }

  #viewOf({ from, to }: Range): View {
    const { keys } = this.#rows
    const bases = keys.slice(from, to)
    return { bases, index: from, above: 0, below: to - from, kept: this.#keptOutside({ from, to }) }
  }

  /** Returns the rows that stay mounted outside the range, such as the focused one and its neighbours. */
  #keptOutside({ from, to }: Range): readonly string[] {
    const { keys, mounted } = this.#rows
    return this.#elements().flatMap(([, element], at) => {
      const index = mounted[at] ?? 0
      if (!mustStay(element)) return []
      // With its neighbours, so that Tab reaches them.
      return [index - 1, index, index + 1].flatMap((near) => (near < from || near >= to ? (keys[near] ?? []) : []))
    })
  }

  /** Returns the index of the row at the top of the viewport, by the estimates. */
  #indexAtTop(): number {
    const { keys, before } = this.#rows
    const top = this.#list ? this.#topOf(this.#list) : 0
    let index = 0
    for (let end = top + before * this.#heights.average; index < keys.length - 1; index += 1) {
      end += this.#heights.of(keys[index] ?? '')
      if (end > 0) break
    }
    return index
  }

  #elements(): [key: string, element: HTMLElement][] {
    const { keys, mounted } = this.#rows
    return [...(this.#list?.children ?? [])].flatMap((element, at): [string, HTMLElement][] => {
      const key = keys[mounted[at] ?? -1]
      return key !== undefined && element instanceof HTMLElement ? [[key, element]] : []
    })
  }

  #observeRows(): void {
    for (const element of this.#observed) {
      if (element.isConnected) continue
      this.#observer?.unobserve(element)
      this.#observed.delete(element)
    }
    for (const [, element] of this.#elements()) {
      if (this.#observed.has(element)) continue
      this.#observer?.observe(element)
      this.#observed.add(element)
    }
  }

  #topOf(element: Element): number {
    return element.getBoundingClientRect().top - this.#viewportTop()
  }

  #positionOf(element: Element): number {
    return this.#topOf(element) + this.#scrollTop()
  }

  #viewportTop(): number {
    return this.#scroller?.getBoundingClientRect().top ?? 0
  }

  #viewportHeight(): number {
    return this.#scroller?.clientHeight ?? innerHeight
  }

  #scrollTop(): number {
    return this.#scroller?.scrollTop ?? scrollY
  }
}
