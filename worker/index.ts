/**
 * The service worker. It serves the backend's addresses over the data of this browser, and the app's files from its
 * caches, so that Weft starts without a network. It is built into one file.
 */

import { isBackendPath } from '../resolvers/index.ts'
import { handleBackendRequest } from './backend.ts'
import { deleteOldGraphiqlFiles, cacheGraphiqlFiles, serveGraphiqlFiles } from './graphiqlCache.ts'
import { precacheApp, schemaFile } from './precache.ts'
import { addStaticRoutes, fillStaticCache } from './staticRoutes.ts'

declare const self: ServiceWorkerGlobalScope

// The first listener, so that Workbox does not handle requests to the backend.
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url)
  if (origin === location.origin && isBackendPath(pathname))
    event.respondWith(handleBackendRequest(event.request, schemaFile))
})

precacheApp()
serveGraphiqlFiles()

self.addEventListener('install', addStaticRoutes)

self.addEventListener('activate', (event) => {
  // Claiming the page makes the backend's addresses work on the first visit.
  event.waitUntil(Promise.all([self.clients.claim(), fillStaticCache(), deleteOldGraphiqlFiles()]))
})

/** The messages that src/pwa/serviceWorker.ts sends. */
self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(self.skipWaiting())
  if (event.data === 'claim') event.waitUntil(self.clients.claim())
  if (event.data === 'cache GraphiQL') event.waitUntil(cacheGraphiqlFiles(event))
})
