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

/** How often the connection to each service was lost. */
const losses: Record<Service, number> = { backend: 0, uploads: 0 }

/**
 * Call it when a call starts. Returns a function that reports its result, with the error if it failed. The success of a
 * call that started before the connection was lost says nothing.
 */
export function startCall(service: Service): (error?: unknown) => void {
  const lossesBefore = losses[service]
  return (error) => {
    if (isConnectionLost(error)) {
      losses[service] += 1
      if (!lost.get().has(service)) lost.set(new Set([...lost.get(), service]))
    } else if (lossesBefore === losses[service]) forgetLoss(service)
  }
}

/** Call it when the last failure says nothing any more, for example because its upload was removed. */
export function forgetLoss(service: Service): void {
  const services = new Set(lost.get())
  if (services.delete(service)) lost.set(services)
}
