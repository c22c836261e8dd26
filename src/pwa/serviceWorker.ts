/**
 * The service worker (worker/), as seen from the page: whether it answers the requests of this page, and whether there
 * is a new version of the app.
 */

import { createStore, useStore } from '../lib/createStore.ts'

export interface ServiceWorkerState {
  /** Unavailable where the browser runs no service worker: the app works, but /api, /graphql and /media do not. */
  status: 'starting' | 'running' | 'unavailable'
  /** A new version is waiting, or a press in another tab has made it replace the version of this page. */
  update: 'none' | 'waiting' | 'active'
  /** The number of new versions so far: a dismissed notice shows again for the next version. */
  updates: number
}

const store = createStore<ServiceWorkerState>({ status: 'starting', update: 'none', updates: 0 })
let registration: ServiceWorkerRegistration | undefined
let announced: ServiceWorker | undefined
let isReloading = false

export function useServiceWorker(): ServiceWorkerState {
  return useStore(store)
}

/** Registers the worker once the page has loaded, and follows it from then on. Call it once. */
export async function startServiceWorker(): Promise<void> {
  try {
    followController(navigator.serviceWorker)
    await pageLoad()
    registration = await navigator.serviceWorker.register('/sw.js', { type: 'module', updateViaCache: 'none' })
    followVersions(registration)
  } catch {
    // Unavailable in this browser, over plain http, or in a private mode, where the call may also never settle.
    if (store.get().status === 'starting') change({ status: 'unavailable' })
  }
}

/** Reloads the page with the new version once its worker controls the page. */
export function reloadIntoUpdate(): void {
  isReloading = true
  if (registration?.waiting) tell(registration.waiting, 'take over')
  else location.reload()
}

function followController(container: ServiceWorkerContainer): void {
  if (container.controller) run(container.controller)
  container.addEventListener('controllerchange', () => {
    if (isReloading) location.reload()
    else if (store.get().status === 'running') change({ update: 'active', updates: store.get().updates + 1 })
    if (container.controller) run(container.controller)
  })
  // A chunk did not load: its version was replaced, or it is temporarily unavailable.
  window.addEventListener('vite:preloadError', () => {
    if (store.get().update === 'active') location.reload()
  })
}

function run(controller: ServiceWorker): void {
  change({ status: 'running' })
  const whenIdle = window.requestIdleCallback ?? setTimeout
  void pageLoad().then(() => whenIdle(() => tell(controller, 'keep extras')))
}

function followVersions(registered: ServiceWorkerRegistration): void {
  const announce = () => {
    const { waiting, active } = registered
    if (!waiting || !active || waiting === announced) return
    announced = waiting
    change({ update: 'waiting', updates: store.get().updates + 1 })
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
    // Offline, the version cannot be checked.
    if (!document.hidden) registered.update().catch(() => {})
  })
  // A forced reload bypasses the worker.
  if (!navigator.serviceWorker.controller) tell(registered.active, 'claim')
}

/** A message for worker/index.ts. */
function tell(worker: ServiceWorker | null, message: 'take over' | 'claim' | 'keep extras'): void {
  worker?.postMessage(message)
}

async function pageLoad(): Promise<void> {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => {
    window.addEventListener('load', resolve, { once: true })
  })
}

function change(next: Partial<ServiceWorkerState>): void {
  store.set({ ...store.get(), ...next })
}
