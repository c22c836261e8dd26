/**
 * The service worker. It serves the backend's addresses over the data of this browser, and the app's files from its
 * caches. It is built into one file.
 */

import { isBackendPath } from '../resolvers/index.ts'
import { handleBackendRequest } from './backend.ts'
import { schemaFile } from './precache.ts'
import { serveApp } from './serveApp.ts'

declare const self: ServiceWorkerGlobalScope

// The first listener, so that Workbox does not handle requests to the backend.
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url)
  if (origin === location.origin && isBackendPath(pathname))
    event.respondWith(handleBackendRequest(event.request, schemaFile))
})

serveApp()
