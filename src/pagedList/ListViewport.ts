import type { PagedList } from './PagedList.ts'
import { RowGaps } from './RowGaps.ts'
import { ScrollAnchor, topOf, type MountedRow } from './ScrollAnchor.ts'

/** Pages are mounted this far (in px) above and below the viewport. */
const OVERSCAN = 1200
/** Pages are unmounted only this far (in px) beyond the overscan, so that small scrolls change nothing. */
const SLACK = 400

/**
 * A list in the DOM. Measures the pages and tells the list which of them are near the viewport, after each render,
 * scroll and change of the layout.
 */
export class ListViewport {
  readonly #list: PagedList
  readonly #element: HTMLElement
  readonly #anchor: ScrollAnchor
  readonly #gaps: RowGaps
  readonly #observer = new ResizeObserver(() => this.#onLayout())
  #width = 0
  #height = 0

  constructor(list: PagedList, element: HTMLElement) {
    this.#list = list
    this.#element = element
    this.#anchor = new ScrollAnchor(list)
    this.#gaps = new RowGaps(list)
  }

  /** Starts to follow the scroll position and the pointer. Returns a function that stops. */
  attach(): () => void {
    const controller = new AbortController()
    const { signal } = controller
    addEventListener('scroll', () => this.#onScroll(), { passive: true, signal })
    addEventListener('resize', () => this.#onResize(), { signal })
    // On a busy page a press follows a change before the frame that would tell of it.
    this.#element.addEventListener('pointerdown', () => this.update(), { capture: true, signal })
    addEventListener('pointermove', (event) => this.#onPointerMove(event), { passive: true, signal })
    addEventListener('keydown', () => this.#closeGaps(), { signal })
    this.#observer.observe(document.documentElement)
    return () => {
      controller.abort()
      this.#observer.disconnect()
    }
  }

  /** Call it after each render, before the browser paints. */
  update(): void {
    const element = this.#element
    // Before anything reads the layout: a document that has become too short would lose its scroll position.
    element.style.minHeight = `${this.#height}px`
    if (this.#isHidden()) return
    this.#measure()
    const rows = this.#rows()
    this.#gaps.open(element, rows)
    this.#anchor.restore(rows)
    element.style.minHeight = ''
    this.#height = element.offsetHeight
    this.#recordBoxes()
    this.#updateNear(false)
  }

  #onScroll(): void {
    if (this.#isHidden()) return
    if (this.#anchor.requestReturnIfClamped()) {
      this.update()
      return
    }
    // A row can have changed its height since the last frame: the observer tells that only after this event.
    this.#anchor.restore(this.#rows())
    this.#recordBoxes()
    this.#updateNear(true)
  }

  /** The rows or the document have another height. */
  #onLayout(): void {
    this.#anchor.requestReturnIfClamped()
    this.update()
  }

  #onResize(): void {
    // The new layout may be shorter, which changes the scroll position before the rows are measured.
    this.#anchor.requestReturn()
    this.update()
  }

  #onPointerMove({ movementX, movementY }: PointerEvent): void {
    // A change of the page under the mouse sends an event, too.
    if (movementX !== 0 || movementY !== 0) this.#closeGaps()
  }

  #closeGaps(): void {
    if (this.#gaps.close()) this.update()
  }

  /** React hides a page of the app while the next one loads. */
  #isHidden(): boolean {
    return this.#element.offsetParent === null
  }

  #measure(): void {
    const { clientWidth } = this.#element
    const isResized = this.#width > 0 && clientWidth !== this.#width
    this.#width = clientWidth
    let [before, after] = [0, 0]
    for (const { id, element } of this.#pages()) {
      this.#observer.observe(element)
      const { height } = element.getBoundingClientRect()
      before += this.#list.heightOf(id)
      after += height
      this.#list.setHeight(id, height)
    }
    if (isResized && before > 0) this.#list.scaleHeights(after / before)
  }

  #recordBoxes(): void {
    const rows = this.#rows().flatMap((row) => {
      const { top, bottom, height } = row.element.getBoundingClientRect()
      return height > 0 ? [{ ...row, top, bottom }] : []
    })
    this.#gaps.record(rows)
    this.#anchor.record(this.#element, rows)
  }

  /** Tells the list which pages are near the viewport, and which others must stay mounted. */
  #updateNear(isScroll: boolean): void {
    const { pages } = this.#list.state
    // Those in the DOM: a transition may not have rendered the pages of the state yet.
    const mounted = new Set(this.#pages().map(({ id }) => id))
    let bottom = topOf(this.#element)
    let isBlockVisible = false
    const near = pages.flatMap(({ id, rowIds }, index) => {
      const top = bottom
      bottom += this.#list.heightOf(id)
      const isMounted = mounted.has(id)
      if (rowIds && !isMounted && bottom > 0 && top < innerHeight) isBlockVisible = true
      const distance = isMounted ? OVERSCAN + SLACK : OVERSCAN
      return bottom >= -distance && top <= innerHeight + distance ? [index] : []
    })
    // After a render this runs in a layout effect, where `flushSync` is not allowed.
    const isUrgent = isScroll && isBlockVisible
    // The list has left the viewport.
    const from = near[0] ?? (bottom < 0 ? pages.length - 1 : 0)
    this.#list.setNear({ from, to: (near.at(-1) ?? from) + 1 }, this.#pagesToPin(), isUrgent)
  }

  /** Returns the ids of the mounted pages that have the focus or a video that plays, and of those where Tab leads. */
  #pagesToPin(): number[] {
    const { activeElement } = document
    const pages = this.#list.state.pages.map(({ id }) => id)
    return this.#pages().flatMap(({ id, element }) => {
      const plays = [...element.querySelectorAll('video')].some((video) => !video.paused)
      if (!plays && !element.contains(activeElement)) return []
      const index = pages.indexOf(id)
      const isAtStart = element.firstElementChild?.contains(activeElement)
      const isAtEnd = element.lastElementChild?.contains(activeElement)
      return [isAtStart && pages[index - 1], id, isAtEnd && pages[index + 1]].filter(
        (pinned) => typeof pinned === 'number',
      )
    })
  }

  /** The mounted pages. */
  #pages(): { id: number; element: Element }[] {
    return [...this.#element.children].flatMap((element) =>
      element instanceof HTMLElement && element.dataset['listPage']
        ? [{ id: Number(element.dataset['listPage']), element }]
        : [],
    )
  }

  #rows(): MountedRow[] {
    const pages = new Map(this.#list.state.pages.map(({ id, rowIds }) => [id, rowIds]))
    return this.#pages().flatMap((page) =>
      [...page.element.children].flatMap((element, index) => {
        const id = pages.get(page.id)?.[index]
        return id === undefined ? [] : [{ id, element }]
      }),
    )
  }
}
