/** In a browser without `scrollend`, scrolling has ended when no `scroll` event came for this long. */
const SCROLL_END_MS = 150

/** Smaller movements (in px) are not corrected. */
export const MIN_SHIFT = 0.5

/** The element that scrolls a list: its nearest ancestor with `overflow-y: auto` or `scroll`, else the window. */
export class ScrollContainer {
  readonly #element: HTMLElement | null

  constructor(list: HTMLElement) {
    let element = list.parentElement
    while (element && !isScrollable(element)) element = element.parentElement
    this.#element = element
  }

  get height(): number {
    return this.#element?.clientHeight ?? innerHeight
  }

  get scrollTop(): number {
    return this.#element?.scrollTop ?? scrollY
  }

  /** Returns the distance (in px) of an element from the top of the visible part. */
  topOf(element: Element): number {
    return element.getBoundingClientRect().top - (this.#element?.getBoundingClientRect().top ?? 0)
  }

  /** Returns the distance (in px) of an element from the start of the scrolled content. */
  positionOf(element: Element): number {
    return this.topOf(element) + this.scrollTop
  }

  /** Scrolls by a distance (in px), unless it is less than `MIN_SHIFT`. */
  scrollBy(distance: number): void {
    if (Math.abs(distance) < MIN_SHIFT) return
    const target = this.#element ?? window
    target.scrollBy({ top: distance, behavior: 'instant' })
  }

  /** Returns a function that removes the listener. */
  onScroll(listener: () => void): () => void {
    return this.#listen('scroll', listener)
  }

  /** Calls the listener when a scroll ends. A drag ends when the pointer is released. Returns a function that removes it. */
  onScrollEnd(listener: () => void): () => void {
    if ('onscrollend' in window) return this.#listen('scrollend', listener)
    let timer: ReturnType<typeof setTimeout> | undefined
    const removeListener = this.#listen('scroll', () => {
      clearTimeout(timer)
      timer = setTimeout(listener, SCROLL_END_MS)
    })
    return () => {
      removeListener()
      clearTimeout(timer)
    }
  }

  #listen(type: 'scroll' | 'scrollend', listener: () => void): () => void {
    const target = this.#element ?? window
    target.addEventListener(type, listener, { passive: true })
    return () => target.removeEventListener(type, listener)
  }
}

function isScrollable(element: HTMLElement): boolean {
  return !element.matches('html, body') && /auto|scroll/.test(getComputedStyle(element).overflowY)
}
