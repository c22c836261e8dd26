import { cacheGraphiqlFiles, deleteOldGraphiqlFiles, serveGraphiqlFiles } from './graphiqlCache.ts'
import { precacheApp } from './precache.ts'
import { addStaticRoutes, fillStaticCache } from './staticRoutes.ts'

declare const self: ServiceWorkerGlobalScope

/** Caches the app's files and serves them, so that Weft starts without a network. Replaces an older version. */
export function serveApp(): void {
  precacheApp()
  serveGraphiqlFiles()

  self.addEventListener('install', addStaticRoutes)

  self.addEventListener('activate', (event) => {
    // Claiming the page makes the worker's addresses work on the first visit.
    event.waitUntil(Promise.all([self.clients.claim(), fillStaticCache(), deleteOldGraphiqlFiles()]))
  })

  /** The messages that src/pwa/serviceWorker.ts sends. */
  self.addEventListener('message', (event) => {
    if (event.data === 'take over') event.waitUntil(self.skipWaiting())
    if (event.data === 'claim') event.waitUntil(self.clients.claim())
    if (event.data === 'cache GraphiQL') event.waitUntil(cacheGraphiqlFiles(event))
  })
}
