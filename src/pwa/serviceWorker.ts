import { createStore, useStore } from '../lib/createStore.ts'
import { stopPreloading } from '../lib/lazyComponent.ts'
import { reloadForChunk } from '../lib/loadModule.ts'
import { pageSettled } from '../lib/pageSettled.ts'

/** The state of the service worker (worker/), as seen from this page. */

export interface ServiceWorkerState {
  /** Without a service worker the app works, but /api, /graphql and /media do not. */
  status: 'starting' | 'running' | 'unavailable'
  /** Whether a new version is waiting, or has already replaced this page's version because another tab reloaded. */
  update: 'none' | 'waiting' | 'active'
  /** The number of new versions so far. A dismissed notice shows again for the next version. */
  updates: number
  /** The worker of the last new version. */
  newWorker: ServiceWorker | null
  /** Whether the user has asked to reload into the new version. */
  isReloading: boolean
}

/** Belongs to the page: the service worker stays when the session changes. */
const store = createStore<ServiceWorkerState>({
  status: 'starting',
  update: 'none',
  updates: 0,
  newWorker: null,
  isReloading: false,
})

export function useServiceWorker(): ServiceWorkerState {
  return useStore(store)
}

/**
 * Registers the worker once the page shows its content and is idle, so that the files for offline use do not load
 * before what the user waits for. Tracks its state from then on. Call it once.
 */
export async function startServiceWorker(): Promise<void> {
  try {
    followController(navigator.serviceWorker)
    await pageSettled()
    followVersions(await navigator.serviceWorker.register('/sw.js', { type: 'module', updateViaCache: 'none' }))
  } catch {
    // Unavailable in this browser, over plain http, or in a private window, where `register` may also never settle.
    if (store.get().status === 'starting') change({ status: 'unavailable' })
  }
}

/** Reloads the page with the new version once its worker controls the page. */
export function reloadIntoUpdate(): void {
  const { newWorker } = store.get()
  change({ isReloading: true })
  if (newWorker?.state === 'installed') post(newWorker, 'take over')
  else location.reload()
}

function followController(container: ServiceWorkerContainer): void {
  if (container.controller) run(container.controller)
  container.addEventListener('controllerchange', () => {
    if (store.get().isReloading) location.reload()
    else if (store.get().status === 'running') {
      change({ update: 'active', updates: store.get().updates + 1 })
      stopPreloading()
    }
    if (container.controller) run(container.controller)
  })
  // A chunk did not load: a new version has replaced it, or the network failed.
  window.addEventListener('vite:preloadError', () => {
    if (store.get().update === 'active') reloadForChunk()
  })
}

function run(controller: ServiceWorker): void {
  change({ status: 'running' })
  void pageSettled().then(() => post(controller, 'cache GraphiQL'))
}

function followVersions(registered: ServiceWorkerRegistration): void {
  const announce = () => {
    const { waiting, active } = registered
    if (!waiting || !active || waiting === store.get().newWorker) return
    change({ update: 'waiting', newWorker: waiting, updates: store.get().updates + 1 })
  }
  const followInstall = () => {
    const { installing } = registered
    installing?.addEventListener('statechange', () => {
      announce()
      if (installing.state === 'redundant' && store.get().status === 'starting') change({ status: 'unavailable' })
    })
  }
  announce()
  followInstall()
  registered.addEventListener('updatefound', followInstall)
  document.addEventListener('visibilitychange', () => {
    // Rejects while offline.
    if (!document.hidden) registered.update().catch(() => {})
  })
  // A forced reload loads the page without the worker.
  if (!navigator.serviceWorker.controller) post(registered.active, 'claim')
}

/** Sends a message to worker/serviceWorker.ts. */
function post(worker: ServiceWorker | null, message: 'take over' | 'claim' | 'cache GraphiQL'): void {
  worker?.postMessage(message)
}

function change(next: Partial<ServiceWorkerState>): void {
  store.set({ ...store.get(), ...next })
}

/** The scripts of the build that the page starts by their URL: service worker and workers. */
const ownScript = /^\/(?:sw|assets\/[\w.-]+)\.js$/

/**
 * Allows the page to start its own workers. The content security policy refuses every other URL of a script, and every
 * string as HTML or code, because this policy has no rule for them. Call it before the first worker.
 */
export function allowOwnWorkers(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (ownScript.test(url.replace(location.origin, '')) ? url : null),
  })
}
