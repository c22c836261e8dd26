import {
  addPlugins,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  matchPrecache,
  precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isAppPath } from '../shared/appPaths.ts'
import { rejectHtmlFallback } from './rejectHtmlFallback.ts'

const shell = '/index.html'

/**
 * Caches the app's files during the install and serves them. Every address of the app is the same page; other addresses
 * are left to the network.
 */
export function precacheApp(): void {
  addPlugins([rejectHtmlFallback])
  precacheAndRoute(APP_FILES, { cleanURLs: false })
  // In dev there is no precache: the dev server serves the page.
  if (!getCacheKeyForURL(shell)) return
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && isAppPath(url.pathname),
    createHandlerBoundToURL(shell),
  )
}

/** Returns the text of schema.graphql: from the precache, in dev from the server. */
export async function schemaFile(): Promise<string> {
  const path = '/schema.graphql'
  return ((await matchPrecache(path)) ?? (await fetch(path))).text()
}
