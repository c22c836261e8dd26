import { addPlugins, createHandlerBoundToURL, getCacheKeyForURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { wholeFile } from './wholeFile.ts'

const shell = '/index.html'

/** Keeps the app's own files from the install on, and answers with them; every address of the app is one page. */
export function precacheApp(): void {
  addPlugins([wholeFile])
  precacheAndRoute(APP_FILES, { cleanURLs: false })
  // In dev the page comes from the dev server.
  if (getCacheKeyForURL(shell)) registerRoute(new NavigationRoute(createHandlerBoundToURL(shell)))
}
