import type { PointerEvent } from 'react'
import type { PagedList, RowPlace } from './PagedList.ts'
import { PressGuard } from './PressGuard.ts'

/** The row at this distance (in px) from the top of the viewport, below the header, is the one being read. */
const READING_LINE = 80
/** Pages are mounted this far (in px) above and below the viewport. */
const OVERSCAN = 1200
/** Pages are unmounted only this far (in px) beyond the overscan, so that small scrolls change nothing. */
const SLACK = 400
/** Smaller movements (in px) are not corrected. */
const MIN_SHIFT = 0.5
/** The relative precision of 32-bit floats, in which Chromium computes positions. */
const FLOAT32_EPSILON = 2 ** -23

/**
 * A list in the DOM. Measures the pages, tells the list which are near the viewport, and keeps the row being read where
 * it is when rows above it change.
 */
export class ListViewport {
  readonly pressGuard = new PressGuard()
  readonly #list: PagedList
  readonly #element: HTMLElement
  readonly #observer = new ResizeObserver(() => this.#onLayout())
  #width = 0
  #height = 0
  /** The last recorded scroll position. */
  #scrollY = 0
  /** The visible rows with their distance from the start of the document. */
  #anchors: readonly { id: string; position: number }[] = []
  /** The place to scroll to. */
  #target: RowPlace | undefined

  constructor(list: PagedList, element: HTMLElement) {
    this.#list = list
    this.#element = element
    this.#target = list.place
  }

  /** Starts to follow the scroll position. Returns a function that stops. */
  attach(): () => void {
    const controller = new AbortController()
    const { signal } = controller
    addEventListener('scroll', () => this.#onScroll(), { passive: true, signal })
    addEventListener('resize', () => this.#onResize(), { signal })
    this.#observer.observe(document.documentElement)
    return () => {
      controller.abort()
      this.#observer.disconnect()
    }
  }

  /** Call it after each render, before the browser paints. */
  update(): void {
    const element = this.#element
    // Before anything reads the layout: a page that has become too short would lose its scroll position.
    element.style.minHeight = `${this.#height}px`
    if (element.offsetParent === null) return
    this.#measure()
    this.#moveAnchorBack()
    this.#scrollToTarget()
    element.style.minHeight = ''
    this.#height = element.offsetHeight
    this.#recordPlace()
    this.#mountNear(false)
  }

  onPointerDown(event: PointerEvent): void {
    // On a busy page the press follows a change before the frame that would record it.
    this.update()
    this.pressGuard.onPointerDown(event)
  }

  #onScroll(): void {
    if (this.#target) return
    if (this.#wasMovedByBrowser()) {
      this.#onLayout()
      return
    }
    // A row can have changed its height since the last frame: the observer tells that only after this event.
    this.#moveAnchorBack()
    this.#recordPlace()
    this.#mountNear(true)
  }

  /** The rows or the page have another height. */
  #onLayout(): void {
    if (this.#wasMovedByBrowser()) this.#target ??= this.#list.place
    this.update()
  }

  /** Returns whether the page has become so short that the browser has moved it to its end. */
  #wasMovedByBrowser(): boolean {
    const end = document.documentElement.scrollHeight - innerHeight
    return scrollY < this.#scrollY && scrollY >= Math.floor(end)
  }

  #onResize(): void {
    // The new layout may be shorter, which changes the scroll position before the rows are measured.
    this.#target ??= this.#list.place
    this.update()
  }

  #measure(): void {
    const { clientWidth } = this.#element
    const isResized = this.#width > 0 && clientWidth !== this.#width
    this.#width = clientWidth
    let [before, after] = [0, 0]
    for (const { key, element } of this.#pages()) {
      this.#observer.observe(element)
      const { height } = element.getBoundingClientRect()
      before += this.#list.heightOf(key)
      after += height
      this.#list.setHeight(key, height)
    }
    if (isResized && before > 0) this.#list.scaleHeights(after / before)
  }

  /** Undoes a movement of the row being read since `#recordPlace`. */
  #moveAnchorBack(): void {
    const rows = new Map(this.#rows().map(({ id, element }) => [id, element]))
    const anchor = this.#anchors.find(({ id }) => rows.has(id))
    const element = anchor && rows.get(anchor.id)
    if (!element) return
    const shift = topOf(element) + scrollY - anchor.position
    if (Math.abs(shift) >= Math.max(MIN_SHIFT, anchor.position * FLOAT32_EPSILON)) scroll(shift)
  }

  #scrollToTarget(): void {
    const target = this.#target
    const row = target && this.#rows().find(({ id }) => id === target.id)
    this.#target = undefined
    if (!target || !row) return
    // A row that has become shorter must not end above the reading line.
    const offset = Math.max(target.offset, READING_LINE + 1 - row.element.getBoundingClientRect().height)
    const distance = topOf(row.element) - offset
    if (Math.abs(distance) >= MIN_SHIFT) scroll(distance)
  }

  /** Records where the visible rows are. */
  #recordPlace(): void {
    const rows = this.#rows().flatMap(({ id, element }) => {
      const { top, bottom, height } = element.getBoundingClientRect()
      return height > 0 ? [{ id, element, top, bottom }] : []
    })
    this.#scrollY = scrollY
    this.pressGuard.recordRows(rows, (id) => this.#list.hasRow(id))
    const visible = rows.filter(({ top, bottom }) => bottom > READING_LINE && top < innerHeight)
    const [first] = visible
    // A jump has led to rows that are not mounted yet.
    if (!first && scrollY > 0) {
      this.#anchors = []
      return
    }
    const [firstPage] = this.#list.state.pages
    // At the start of the page or of the list, new rows push the others down.
    const isFirstRow =
      firstPage && first && first.id === this.#list.idsOf(firstPage.key)[0] && first.top >= READING_LINE
    const isAtStart = isFirstRow || scrollY <= 0
    this.#anchors = isAtStart ? [] : visible.map(({ id, top }) => ({ id, position: top + scrollY }))
    this.#list.place = first && scrollY > 0 ? { id: first.id, offset: first.top } : undefined
  }

  /** Tells the list which pages are near the viewport, and which others must stay mounted. */
  #mountNear(isScroll: boolean): void {
    const { pages, mounted } = this.#list.state
    let bottom = topOf(this.#element)
    let isUrgent = false
    const near = pages.flatMap(({ key, isLoaded }, index) => {
      const top = bottom
      bottom += this.#list.heightOf(key)
      const isMounted = mounted.has(key)
      if (isLoaded && !isMounted && bottom > 0 && top < innerHeight) isUrgent = isScroll
      const distance = isMounted ? OVERSCAN + SLACK : OVERSCAN
      return bottom >= -distance && top <= innerHeight + distance ? [index] : []
    })
    // The list has left the viewport.
    const from = near[0] ?? (bottom < 0 ? pages.length - 1 : 0)
    this.#list.mount({ from, to: (near.at(-1) ?? from) + 1 }, this.#keysToKeep(), isUrgent)
  }

  #keysToKeep(): number[] {
    const pages = this.#list.state.pages.map(({ key }) => key)
    return this.#pages().flatMap(({ key, element }) => {
      if (!mustStayMounted(element)) return []
      // With the next or previous page if Tab leads there.
      const at = pages.indexOf(key)
      const isAtStart = element.firstElementChild?.contains(document.activeElement)
      const isAtEnd = element.lastElementChild?.contains(document.activeElement)
      return [isAtStart && pages[at - 1], key, isAtEnd && pages[at + 1]].filter((kept) => typeof kept === 'number')
    })
  }

  #pages(): { key: number; element: HTMLElement }[] {
    return [...this.#element.children].flatMap((element) =>
      element instanceof HTMLElement && element.dataset['page']
        ? [{ key: Number(element.dataset['page']), element }]
        : [],
    )
  }

  #rows(): { id: string; element: Element }[] {
    return this.#pages().flatMap(({ key, element }) => {
      const ids = this.#list.idsOf(key)
      return [...element.children].flatMap((row, index) => {
        const id = ids[index]
        return id === undefined ? [] : [{ id, element: row }]
      })
    })
  }
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top
}

function scroll(distance: number): void {
  window.scrollBy({ top: distance, behavior: 'instant' })
}

/** Returns whether a page must not be unmounted: it has the focus or a video that plays. */
function mustStayMounted(page: HTMLElement): boolean {
  return page.contains(document.activeElement) || [...page.querySelectorAll('video')].some((video) => !video.paused)
}
