import type { RouteObject } from 'react-router-dom'
import { appPages } from '../shared/appPages.ts'
import { persistStorage } from './backend/storage.ts'
import { preload } from './lib/lazyComponent.ts'
import { pageSettled } from './lib/pageSettled.ts'
import { componentsAt, preloadPage } from './routes.ts'
import { currentSession, subscribeToSession } from './session/session.ts'

/**
 * Starts work that can wait until the first page is idle: preloads the pages that the user will probably open next, asks
 * for persistent storage, and keeps dropped files from replacing the app.
 */
export function startIdleWork(routes: RouteObject[]): void {
  requestPersistentStorage()
  void preloadLikelyPages(routes)
  subscribeToSession(() => void pageSettled().then(() => preloadLikelyPages(routes)))
  preloadPressedLinks(routes)
  addEventListener('dragover', blockFileDrop)
  addEventListener('drop', blockFileDrop)
}

/**
 * Loads the code of the pages that the user will probably open next: for a user those that the links of a post open, on
 * log-in and sign-up Home. Loads nothing for a visitor who only reads the landing page.
 */
async function preloadLikelyPages(routes: RouteObject[]): Promise<void> {
  const { pathname } = location
  const signedIn = currentSession().session !== null
  const entersApp = pathname === appPages.login.path || pathname === appPages.signup.path
  const likely = signedIn
    ? [appPages.home.path, appPages.profile.path, appPages.post.path]
    : entersApp
      ? [appPages.home.path]
      : []
  const components = likely.flatMap((path) => componentsAt(routes, path))
  await Promise.allSettled(components.map(({ Component }) => preload(Component)))
}

/**
 * Starts loading the code of a link's page when it is pressed and not only with the click. Not its query: the press may
 * start a scroll, and then no page would use the result.
 */
function preloadPressedLinks(routes: RouteObject[]): void {
  document.addEventListener('pointerdown', ({ target, button }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
    if (link && button === 0 && link.origin === location.origin && link.pathname !== location.pathname)
      preloadPage(routes, link, { query: false })
  })
}

/** Asks the browser, once a user is signed in, to keep Weft's data even if space runs low. */
function requestPersistentStorage(): void {
  const unsubscribe = subscribeToSession(request)
  request()

  function request(): void {
    if (!currentSession().session) return
    unsubscribe()
    // A refusal changes nothing.
    persistStorage().catch(() => {})
  }
}

/** Keeps the browser from opening a file in place of the app when it is dropped beside a form that accepts files. */
function blockFileDrop(event: DragEvent): void {
  const { defaultPrevented, dataTransfer, target } = event
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
  // A picture dragged from a page is a file and an address, which a text field accepts.
  const hasText = dataTransfer.types.some((type) => type.startsWith('text/'))
  if (hasText && target instanceof Element && target.closest('input, textarea')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}
