import { createStore, useStore } from '../lib/createStore.ts'

/** What can be out of reach: the backend, or the cloud that stores uploads. */
type Service = 'backend' | 'uploads'

/** The services whose last call has failed for want of a connection. */
const lost = createStore<ReadonlySet<Service>>(new Set())

export function useLostConnections(): ReadonlySet<Service> {
  return useStore(lost)
}

/** Returns whether a call failed because there was no connection. */
export function isConnectionLost(error: unknown): boolean {
  // Compares the name, because the backend's class belongs to its chunk.
  return error instanceof Error && error.name === 'ConnectionLostError'
}

/** How often a connection was lost. */
let losses = 0

/**
 * Call it when a call starts. Returns a function that reports its result, with the error if it failed. The success of a
 * call that started before the connection was lost says nothing.
 */
export function startCall(service: Service): (error?: unknown) => void {
  const lossesBefore = losses
  return (error) => {
    if (isConnectionLost(error) || lossesBefore === losses) reportCall(service, error)
  }
}

function reportCall(service: Service, error?: unknown): void {
  const isLost = isConnectionLost(error)
  if (isLost) losses += 1
  const services = lost.get()
  if (isLost === services.has(service)) return
  lost.set(new Set(isLost ? [...services, service] : [...services].filter((other) => other !== service)))
}
