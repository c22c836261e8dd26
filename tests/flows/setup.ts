import 'fake-indexeddb/auto'
import { configure } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, vi } from 'vitest'

/** What a browser has and jsdom lacks. The window is `innerWidth` wide: set it, and send `resize`. */

const desktop = 1280

configure({
  // Only a test that fails waits so long; it leaves room for a busy machine.
  asyncUtilTimeout: 15_000,
  getElementError: (message) => new Error(message?.split('\n')[0]),
  // React works as it does for a person: a press may lead to a page that has yet to load.
  eventWrapper: (dispatch) => dispatch(),
})
vi.setConfig({ testTimeout: 60_000 })

// A test's app outlives it, and must not hear what the next one does. Tabs that hear each other are tested in a browser.
Reflect.deleteProperty(globalThis, 'BroadcastChannel')

beforeEach(() => {
  // Kept for the test to look at, but not printed.
  vi.mocked(console.error).mockImplementation(() => {})
  indexedDB = new IDBFactory()
  innerWidth = desktop
})

/** Knows widths, and that less motion is wanted: what slides waits for animations that jsdom never ends. */
function matches(query: string): boolean {
  const [, bound, width] = /\((min|max)-width: ([\d.]+)px\)/.exec(query) ?? []
  if (bound) return bound === 'min' ? innerWidth >= Number(width) : innerWidth <= Number(width)
  return query.includes('prefers-reduced-motion')
}

window.matchMedia = (media) => ({
  media,
  get matches() {
    return matches(media)
  },
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: (_type: string, listener: EventListenerOrEventListenerObject) =>
    addEventListener('resize', listener),
  removeEventListener: (_type: string, listener: EventListenerOrEventListenerObject) =>
    removeEventListener('resize', listener),
  dispatchEvent: () => true,
})

window.scrollTo = () => {}

let objectUrls = 0
URL.createObjectURL = () => `blob:${location.origin}/${(objectUrls += 1)}`
URL.revokeObjectURL = () => {}

window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/**
 * There is no layout to measure: with each `scroll` of the window everything observed comes into view. Like a busy
 * browser, this delivers several entries of one element in a batch, the last of which is the current state.
 */
window.IntersectionObserver = class implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  private readonly observed = new Set<Element>()
  private readonly onScroll: () => void

  constructor(callback: IntersectionObserverCallback) {
    this.onScroll = () => {
      const nowhere = new DOMRect()
      const entries = [...this.observed].flatMap((target) =>
        [false, true].map((isIntersecting) => ({
          target,
          isIntersecting,
          intersectionRatio: Number(isIntersecting),
          time: 0,
          boundingClientRect: nowhere,
          intersectionRect: nowhere,
          rootBounds: null,
        })),
      )
      if (entries.length > 0) callback(entries, this)
    }
    addEventListener('scroll', this.onScroll)
  }

  observe(target: Element): void {
    this.observed.add(target)
  }

  unobserve(target: Element): void {
    this.observed.delete(target)
  }

  disconnect(): void {
    this.observed.clear()
    removeEventListener('scroll', this.onScroll)
  }

  takeRecords(): IntersectionObserverEntry[] {
    return []
  }
}

/** A new element that jsdom does not know; React would warn of a slip. */
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
  get(this: HTMLElement) {
    return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement'
  },
})
