import 'fake-indexeddb/auto'
import { configure } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, vi } from 'vitest'
import { loadDrafts } from '../../src/features/drafts/draftStore.ts'
import { closeApp, connectNewBackend } from './app.tsx'

/**
 * Adds the browser features that jsdom lacks. To change the window's width, set `innerWidth` and dispatch `resize`. The
 * window is so tall that every row of a list is near the viewport: jsdom has no layout.
 */

const desktop = 1280

configure({
  // Long, so that tests pass on a busy machine. Only a failing test waits this long.
  asyncUtilTimeout: 60_000,
  getElementError: (message) => new Error(withShownPage(message?.split('\n')[0] ?? '')),
  // Not wrapped in `act`, so that React handles events as in a browser: a press may open a page that has yet to load.
  eventWrapper: (dispatch) => dispatch(),
})

// Node's channel would also deliver messages between backends of different tests. tests/e2e tests messages between tabs.
Reflect.deleteProperty(globalThis, 'BroadcastChannel')

beforeEach(() => {
  // Recorded for `expectLoggedErrors`, but not printed.
  vi.mocked(console.error).mockImplementation(() => {})
  indexedDB = new IDBFactory()
  connectNewBackend()
  innerWidth = desktop
  innerHeight = 1_000_000
})

afterEach(async () => {
  // A test that fails leaves the clock stopped.
  vi.useRealTimers()
  await closeApp()
  // Waits until the files of drafts are removed that have ended with the session.
  await deleteDB('weft-drafts')
  localStorage.clear()
  sessionStorage.clear()
  // Makes `preferences.ts` read storage again.
  dispatchEvent(new StorageEvent('storage'))
  loadDrafts()
  document.title = ''
})

// index.html sets it in a browser. jsdom never ends an animation.
document.documentElement.dataset['motion'] = 'reduced'

/** Adds what the page shows to the message of a failure. `waitFor` passes the message of its last attempt again. */
function withShownPage(message: string): string {
  const { body } = document
  const text = (body.querySelector('main') ?? body).textContent.slice(0, 300)
  return message.includes('Shown at /') ? message : `${message} Shown at ${location.pathname}: ${text}`
}

/** Supports widths and `prefers-reduced-motion`, which always matches. */
function matches(query: string): boolean {
  const [, bound, width] = /\((min|max)-width: ([\d.]+)em\)/.exec(query) ?? []
  const pixels = Number(width) * 16
  if (bound) return bound === 'min' ? innerWidth >= pixels : innerWidth <= pixels
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

const computeStyle = window.getComputedStyle
const stylesByKind = new Map<string, CSSStyleDeclaration>()

/**
 * Knows only `display` and `visibility`, and computes them once for elements of one kind: a query by role reads those of
 * hundreds of elements, and jsdom would match each with the whole style sheet of the browser. The app's are not loaded.
 */
window.getComputedStyle = (element) => {
  const inline = element.getAttribute('style') ?? ''
  const attributes = ['hidden', 'open', 'type'].map((name) => element.getAttribute(name))
  // Of the other properties that a style attribute can have, there are too many values.
  const kind = JSON.stringify([element.localName, ...attributes, inline.match(/(display|visibility): *\w+/g)])
  let style = stylesByKind.get(kind)
  if (!style) {
    const { display, visibility } = computeStyle(element)
    style = document.createElement('i').style
    Object.assign(style, { display, visibility })
    stylesByKind.set(kind, style)
  }
  return style
}

window.scrollTo = () => {}
window.scrollBy = () => {}
Element.prototype.scrollIntoView = () => {}
// Tells whether an element is shown.
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  get(this: HTMLElement) {
    return this.parentElement
  },
})

let objectUrls = 0
URL.createObjectURL = () => `blob:${location.origin}/${(objectUrls += 1)}`
URL.revokeObjectURL = () => {}

window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/**
 * jsdom has no layout, so each `scroll` event of the window brings every observed element into view. Like a busy
 * browser, this observer delivers several entries of one element in a batch, the last of which is the current state.
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

// jsdom loads no video and sends no event. React sets the attribute, so this affects only the measuring of a new file.
Object.defineProperty(HTMLMediaElement.prototype, 'src', {
  set(this: HTMLMediaElement, url: string) {
    this.setAttribute('src', url)
    setTimeout(() => this.dispatchEvent(new Event('error')))
  },
})

// jsdom lacks these methods.
Range.prototype.getBoundingClientRect = () => new DOMRect()
document.execCommand = () => false
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
// A browser sends `close` in a later task.
HTMLDialogElement.prototype.close = function () {
  if (!this.open) return
  this.open = false
  setTimeout(() => this.dispatchEvent(new Event('close')))
}

/** jsdom does not know the `search` element, so React would warn about a misspelt tag. */
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
  get(this: HTMLElement) {
    return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement'
  },
})
