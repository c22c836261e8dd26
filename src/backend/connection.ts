import { createStore, useStore } from '../lib/createStore.ts'
import { addReconnection } from '../lib/reconnections.ts'

/** What calls need: the backend, or the cloud that stores uploads. */
type Service = 'backend' | 'uploads'

/** What can be out of reach: a service, or code of the backend that loads on demand. */
type Loss = Service | 'code'

/** What was out of reach in the last call that needed it. */
const lost = createStore<ReadonlySet<Loss>>(new Set())

export function useLostConnections(): ReadonlySet<Loss> {
  return useStore(lost)
}

/** Returns whether a call failed because there was no connection. */
export function isConnectionLost(error: unknown): error is Error {
  // Compares the name, because the backend's class belongs to its chunk.
  return error instanceof Error && error.name === 'ConnectionLostError'
}

/** Returns whether a call failed because code of the backend did not load. */
function needsReload(error: unknown): boolean {
  return isConnectionLost(error) && 'needsReload' in error
}

function addLoss(loss: Loss): void {
  if (!lost.get().has(loss)) lost.set(new Set([...lost.get(), loss]))
}

/** How often the connection to each service was lost. */
const lossCounts: Record<Service, number> = { backend: 0, uploads: 0 }

/**
 * Call it when a call starts. Returns a function that reports its result, with the error if it failed. The success of a
 * call that started before the last loss is ignored.
 */
export function startCall(service: Service): (error?: unknown) => void {
  const countBefore = lossCounts[service]
  return (error) => {
    if (needsReload(error)) addLoss('code')
    else if (isConnectionLost(error)) {
      lossCounts[service] += 1
      addLoss(service)
    } else if (countBefore === lossCounts[service]) forgetLoss(service)
  }
}

/** Clears a loss that no longer applies, for example because its upload was removed. */
export function forgetLoss(loss: Loss): void {
  const others = new Set(lost.get())
  if (!others.delete(loss)) return
  lost.set(others)
  if (loss === 'backend') addReconnection()
}
