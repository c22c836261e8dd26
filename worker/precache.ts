import { addPlugins, createHandlerBoundToURL, getCacheKeyForURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { rejectHtmlFallback } from './rejectHtmlFallback.ts'

const shell = '/index.html'

/** Caches the app's files during the install and serves them. Every address of the app is the same page. */
export function precacheApp(): void {
  addPlugins([rejectHtmlFallback])
  precacheAndRoute(APP_FILES, { cleanURLs: false })
  // In dev there is no precache: the dev server serves the page.
  if (getCacheKeyForURL(shell)) registerRoute(new NavigationRoute(createHandlerBoundToURL(shell)))
}
