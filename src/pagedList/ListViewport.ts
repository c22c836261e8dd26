import { flushSync } from 'react-dom'
import type { PagedList } from './PagedList.ts'

/** Pages are mounted this far (in px) above and below the viewport. */
const OVERSCAN = 1200
/** Pages are unmounted only this far (in px) beyond the overscan, so that small scrolls change nothing. */
const SLACK = 400
/** The row at this distance (in px) from the top of the viewport, below the header, is the one being read. */
const READING_LINE = 80
/** Smaller movements of a row (in px) are not corrected. */
const MIN_SHIFT = 1

/** A mounted row with the distances (in px) of its edges from the top of the viewport. */
interface Row {
  id: string
  element: HTMLElement
  top: number
  bottom: number
}

/**
 * A list in the DOM. Tells the list which pages are near the viewport, keeps the row being read where it is when others
 * change, and scrolls to the place where the user left the list.
 */
export class ListViewport {
  readonly #list: PagedList
  readonly #element: HTMLElement
  readonly #observer = new ResizeObserver(() => this.update())
  /** Sees a pressed row leave before the browser lays the list out, which an observer of its size would do once more. */
  readonly #rowChanges = new MutationObserver(() => this.update())
  /** The scroll position when the place was recorded. Undefined until the first update, which scrolls to the place. */
  #scrollY: number | undefined
  /** The row that was pressed with the mouse, and the one below it. */
  #pressed: { row: Row; next: Row } | undefined

  constructor(list: PagedList, element: HTMLElement) {
    this.#list = list
    this.#element = element
  }

  /** Starts to follow the scroll position, the layout and the pointer. Returns a function that stops. */
  attach(): () => void {
    const controller = new AbortController()
    const passive = { passive: true, signal: controller.signal }
    addEventListener('scroll', () => this.update(true), passive)
    addEventListener('resize', () => this.update(), passive)
    this.#element.addEventListener('pointerdown', (event) => this.#onPointerDown(event), { ...passive, capture: true })
    for (const type of ['wheel', 'keydown']) addEventListener(type, () => this.#releaseRoom(), passive)
    addEventListener(
      'pointermove',
      // A change of the page under the mouse sends an event, too.
      ({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && this.#releaseRoom(),
      passive,
    )
    this.#observer.observe(document.documentElement)
    return () => {
      controller.abort()
      this.#observer.disconnect()
      this.#rowChanges.disconnect()
    }
  }

  /** Call it after each render, before the browser paints. */
  update(isScroll = false): void {
    // React hides a page of the app while the next one loads.
    if (this.#element.offsetParent === null) return
    const scrolled = this.#scrolledByUser()
    this.#keepRoom()
    this.#restorePlace(scrolled)
    this.#recordPlace()
    this.#mountPages(isScroll)
  }

  /** Returns how far (in px) the user has scrolled since the place was recorded. */
  #scrolledByUser(): number {
    if (this.#scrollY === undefined) return 0
    const end = document.documentElement.scrollHeight - innerHeight
    // The browser has scrolled to the end of a document that became shorter.
    const isClamped = scrollY < this.#scrollY && scrollY >= Math.floor(end)
    return isClamped ? 0 : scrollY - this.#scrollY
  }

  /** Scrolls so that the first row of the place that is still mounted is where it was. */
  #restorePlace(scrolled: number): void {
    // At the start of the document, new rows push the others down.
    if (this.#scrollY !== undefined && scrollY <= 0) return
    const tops = new Map(this.#rows().map(({ id, top }) => [id, top]))
    for (const { id, offset } of this.#list.place ?? []) {
      const top = tops.get(id)
      if (top === undefined) continue
      const shift = top + scrolled - offset
      if (Math.abs(shift) > MIN_SHIFT) scrollBy({ top: shift, behavior: 'instant' })
      return
    }
  }

  /** Records the row being read, then those below it, then those above it, from the nearest. */
  #recordPlace(): void {
    this.#scrollY = scrollY
    const rows = this.#rows()
    const visible = rows.filter(({ top, bottom }) => bottom > READING_LINE && top < innerHeight)
    const above = rows.filter(({ bottom }) => bottom <= READING_LINE).toReversed()
    const place = [...visible, ...above].map(({ id, top }) => ({ id, offset: top }))
    // Above the list, the scroll position is the place.
    const isInList = visible.length > 0 && topOf(this.#element) < READING_LINE
    this.#list.place = isInList ? place : undefined
  }

  /** Measures the mounted pages, and mounts those that are near the viewport and those where Tab leads from the focus. */
  #mountPages(isScroll: boolean): void {
    const mounted = new Set<number>()
    for (const { id, element } of this.#pages()) {
      mounted.add(id)
      this.#observer.observe(element)
      this.#list.setHeight(id, element.getBoundingClientRect().height)
    }
    const { pages } = this.#list
    const focused = this.#pages().find(({ element }) => element.contains(document.activeElement))
    const focusedIndex = pages.findIndex(({ id }) => id === focused?.id)
    let bottom = topOf(this.#element)
    let isBlockVisible = false
    const near = pages.filter(({ id, rowIds }, index) => {
      const top = bottom
      bottom += this.#list.heightOf(id)
      const isMounted = mounted.has(id)
      if (rowIds && !isMounted && bottom > 0 && top < innerHeight) isBlockVisible = true
      if (focused && Math.abs(index - focusedIndex) <= 1) return true
      const distance = isMounted ? OVERSCAN + SLACK : OVERSCAN
      return bottom >= -distance && top <= innerHeight + distance
    })
    // A list far below the viewport keeps its first page: a feed must have articles.
    const ids = (near.length > 0 ? near : pages.slice(0, 1)).map(({ id }) => id)
    // After a render this runs in a layout effect, where `flushSync` is not allowed.
    if (isScroll && isBlockVisible) flushSync(() => this.#list.setNear(ids, true))
    else this.#list.setNear(ids)
  }

  #onPointerDown({ target, pointerType }: PointerEvent): void {
    // On a busy page a press follows a change before the frame that would tell of it.
    this.update()
    if (pointerType !== 'mouse' || !(target instanceof Node)) return
    const rows = this.#rows()
    const index = rows.findIndex(({ element }) => element.contains(target))
    const [row, next] = [rows[index], rows[index + 1]]
    // The second press of a double-click still has the row below as its target.
    if (!row || !next || this.#pressed) return
    this.#pressed = { row, next }
    this.#rowChanges.observe(this.#element, { subtree: true, childList: true, attributeFilter: ['hidden'] })
  }

  /**
   * Keeps the room of a row that leaves after a press, until the mouse moves. So no other row comes under the mouse, where
   * the second press of a double-click would hit it.
   */
  #keepRoom(): void {
    if (!this.#pressed) return
    const { row, next } = this.#pressed
    const isShown = row.element.getBoundingClientRect().height > 0
    next.element.style.marginTop = isShown ? '' : `${row.bottom - row.top}px`
  }

  #releaseRoom(): void {
    if (!this.#pressed) return
    this.#pressed.next.element.style.marginTop = ''
    this.#pressed = undefined
    this.#rowChanges.disconnect()
    this.update()
  }

  /** The mounted pages. During a transition, these are not yet those of the list's state. */
  #pages(): { id: number; element: HTMLElement }[] {
    return [...this.#element.children].flatMap((element) =>
      element instanceof HTMLElement && element.dataset['listPage']
        ? [{ id: Number(element.dataset['listPage']), element }]
        : [],
    )
  }

  /** The mounted rows that have a height. */
  #rows(): Row[] {
    const rowIds = new Map(this.#list.pages.map((page) => [page.id, page.rowIds]))
    return this.#pages().flatMap((page) =>
      [...page.element.children].flatMap((element, index) => {
        const id = rowIds.get(page.id)?.[index]
        if (id === undefined || !(element instanceof HTMLElement)) return []
        const { top, bottom } = element.getBoundingClientRect()
        return bottom > top ? [{ id, element, top, bottom }] : []
      }),
    )
  }
}

/** Returns the distance (in px) of an element from the top of the viewport. */
function topOf(element: Element): number {
  return element.getBoundingClientRect().top
}
