/**
 * The service worker: answers the backend's addresses with the data of this browser, and everything else that belongs
 * to the app from its caches, so that Weft starts without a network. A program of its own, built into one file.
 */

import { isBackendPath } from '../resolvers/index.ts'
import { answer } from './backend.ts'
import { cleanUpExtras, keepExtras, serveExtras } from './extras.ts'
import { precacheApp } from './precache.ts'

declare const self: ServiceWorkerGlobalScope

// First, so that no other listener sees what is the backend's.
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url)
  if (origin === location.origin && isBackendPath(pathname)) event.respondWith(answer(event.request))
})

precacheApp()
serveExtras()

self.addEventListener('activate', (event) => {
  // The first visit needs no reload to have the backend's addresses.
  event.waitUntil(Promise.all([self.clients.claim(), cleanUpExtras()]))
})

/** What a page may ask: src/pwa/serviceWorker.ts. */
self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(self.skipWaiting())
  if (event.data === 'claim') event.waitUntil(self.clients.claim())
  if (event.data === 'keep extras') event.waitUntil(keepExtras(event))
})
