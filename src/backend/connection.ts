import { createStore, useStore } from '../lib/createStore.ts'
import { addReconnection } from '../lib/reconnections.ts'

/** What calls need: the backend, its stream of changes on a server, or the cloud that stores uploads. */
type Service = 'backend' | 'updates' | 'uploads'

/** What can be out of reach: a service, or code of the backend that loads on demand. */
type Loss = Service | 'code'

/** The connections of this page, which outlive a session. `reconnections` has when one may have returned. */
const connections = createStore<{
  /** What was out of reach in the last call that needed it. */
  lost: ReadonlySet<Loss>
  /** How often the connection to each service was lost. */
  lossCounts: Readonly<Record<Service, number>>
}>({ lost: new Set(), lossCounts: { backend: 0, updates: 0, uploads: 0 } })

export function useLostConnections(): ReadonlySet<Loss> {
  return useStore(connections, ({ lost }) => lost)
}

/** Returns whether the backend or its stream of changes is out of reach. */
export function isBackendOrUpdatesLost(): boolean {
  const { lost } = connections.get()
  return lost.has('backend') || lost.has('updates')
}

/** Calls `listener` with whether the backend is out of reach: now, and after each change. Returns how to unsubscribe. */
export function watchBackendLoss(listener: (isLost: boolean) => void): () => void {
  let wasLost: boolean | undefined
  const check = () => {
    const isLost = connections.get().lost.has('backend')
    if (isLost === wasLost) return
    wasLost = isLost
    listener(isLost)
  }
  check()
  return connections.subscribe(check)
}

// Both compare the name, because the backend's classes belong to its chunk.

/** Returns whether a call was sent and its response never came. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && error.name === 'ConnectionLostError'
}

/** Returns whether a call failed because code of the backend did not load. */
export function isCodeNotLoaded(error: unknown): boolean {
  return error instanceof Error && error.name === 'CodeNotLoadedError'
}

/** Returns the error of a call over HTTP whose response never came. */
export function connectionLost(cause: unknown, message = 'No response: the connection was lost.'): Error {
  return Object.assign(new Error(message, { cause }), { name: 'ConnectionLostError' })
}

function markLost(loss: Loss): void {
  const { lost } = connections.get()
  if (!lost.has(loss)) change({ lost: new Set([...lost, loss]) })
}

function change(changes: Partial<ReturnType<typeof connections.get>>): void {
  connections.update((all) => ({ ...all, ...changes }))
}

/**
 * Call it when a call starts. Returns a function that reports its result, with the error if it failed. The success of a
 * call that started before the last loss is ignored.
 */
export function startCall(service: Service): (error?: unknown) => void {
  const countBefore = connections.get().lossCounts[service]
  return (error) => {
    const { lossCounts } = connections.get()
    if (isCodeNotLoaded(error)) markLost('code')
    else if (isConnectionLost(error)) {
      change({ lossCounts: { ...lossCounts, [service]: lossCounts[service] + 1 } })
      markLost(service)
    } else if (countBefore === lossCounts[service]) forgetLoss(service)
  }
}

/** Clears a loss that no longer applies. */
export function forgetLoss(loss: Loss): void {
  const others = new Set(connections.get().lost)
  if (!others.delete(loss)) return
  change({ lost: others })
  if (loss === 'backend') addReconnection()
}

/** The `online` event can come before requests succeed, so there is a second try. */
const SECOND_TRY_MS = 3000

// The backend in this page needs no network, but code and uploads do. The build prerenders pages without a window.
if ('window' in globalThis) {
  addEventListener('online', () => {
    forgetLoss('uploads')
    addReconnection()
    setTimeout(addReconnection, SECOND_TRY_MS)
  })
}
