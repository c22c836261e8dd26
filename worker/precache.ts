import { setCacheNameDetails } from 'workbox-core'
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  matchPrecache,
  precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { pageAt, prerenderedFiles } from '../shared/appPages.ts'
import { cacheableResponse } from './cacheableResponse.ts'

// Read once, because the build replaces each `APP_FILES` with the whole list.
export const appFiles = APP_FILES

/**
 * Caches the app's files during the install and serves them. Every address of the app is index.html, except those with
 * a file of their own; other addresses are left to the network.
 */
export function precacheApp(): void {
  // Under the former name browsers have responses with a `Vary` header.
  setCacheNameDetails({ precache: 'precache-v3' })
  cleanupOutdatedCaches()
  addPlugins([cacheableResponse])
  precacheAndRoute(appFiles, { cleanURLs: false })
  // In dev there is no precache: the dev server serves the page.
  if (!getCacheKeyForURL('/index.html')) return
  for (const [path, file] of prerenderedFiles) {
    registerRoute(
      ({ request, url }) => request.mode === 'navigate' && url.pathname === path,
      createHandlerBoundToURL(`/${file}`),
    )
  }
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && pageAt(url.pathname),
    createHandlerBoundToURL('/index.html'),
  )
}

/** Returns the text of schema.graphql: from the precache, in dev from the server. */
export async function schemaFile(): Promise<string> {
  const path = '/schema.graphql'
  return ((await matchPrecache(path)) ?? (await fetch(path))).text()
}
