/**
 * The service worker (worker/), as seen from the page: whether it answers what this page asks for, and whether there is a
 * new version of the app. A plain store without React.
 */

export interface ServiceWorkerState {
  /** Unavailable where this browser runs none: the app works all the same, the backend's addresses do not. */
  status: 'starting' | 'running' | 'unavailable'
  /** A new version: it waits for its turn, or, by a press in another tab, has replaced the one that this page is of. */
  update: 'none' | 'waits' | 'took over'
  /** How many new versions there have been, so that who has dismissed one hears of the next. */
  updates: number
}

let state: ServiceWorkerState = { status: 'starting', update: 'none', updates: 0 }
let registration: ServiceWorkerRegistration | undefined
let announced: ServiceWorker | undefined
let isReloading = false
const listeners = new Set<() => void>()

/** Changes identity exactly when something changes. */
export function serviceWorkerState(): ServiceWorkerState {
  return state
}

export function subscribeToServiceWorker(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Registers the worker once the page has loaded, and follows it from then on. Call it once. */
export async function startServiceWorker(): Promise<void> {
  try {
    followController(navigator.serviceWorker)
    await pageLoad()
    registration = await navigator.serviceWorker.register('/sw.js', { type: 'module', updateViaCache: 'none' })
    followVersions(registration)
  } catch {
    // Not in this browser, or not here: over plain http, or in some private modes, where it may also answer nothing.
    if (state.status === 'starting') change({ status: 'unavailable' })
  }
}

/** Reloads the page with the new version, as soon as that is in charge. */
export function reloadIntoUpdate(): void {
  isReloading = true
  if (registration?.waiting) tell(registration.waiting, 'take over')
  else location.reload()
}

function followController(container: ServiceWorkerContainer): void {
  if (container.controller) run(container.controller)
  container.addEventListener('controllerchange', () => {
    if (isReloading) location.reload()
    else if (state.status === 'running') change({ update: 'took over', updates: state.updates + 1 })
    if (container.controller) run(container.controller)
  })
  // A part of the page that had not been loaded yet is gone: with its version, or, where there is no newer one, for now.
  window.addEventListener('vite:preloadError', () => {
    if (state.update === 'took over') location.reload()
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
    change({ update: 'waits', updates: state.updates + 1 })
  }
  const followInstall = () => {
    const { installing } = registered
    installing?.addEventListener('statechange', () => {
      announce()
      if (installing.state === 'redundant' && state.status === 'starting') change({ status: 'unavailable' })
    })
  }
  announce()
  followInstall()
  registered.addEventListener('updatefound', followInstall)
  document.addEventListener('visibilitychange', () => {
    // Offline it is not known.
    if (!document.hidden) registered.update().catch(() => {})
  })
  // A forced reload has gone past the worker.
  if (!navigator.serviceWorker.controller) tell(registered.active, 'claim')
}

/** What worker/index.ts understands. */
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
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}
