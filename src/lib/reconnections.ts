import { useEffect, useEffectEvent } from 'react'
import { createStore } from './createStore.ts'

/**
 * How often the connection has returned. What failed meanwhile loads again by itself. Belongs to the page: so does the
 * connection.
 */
export const reconnections = createStore(0)

export function addReconnection(): void {
  reconnections.update((count) => count + 1)
}

/** The `online` event can come before requests succeed, so there is a second try. */
const SECOND_TRY_MS = 3000

// For code that did not load. The build prerenders pages without a window.
if ('window' in globalThis) {
  addEventListener('online', () => {
    addReconnection()
    setTimeout(addReconnection, SECOND_TRY_MS)
  })
}

/** Calls `onReturn` each time the connection returns. */
export function useReconnection(onReturn: () => void): void {
  const call = useEffectEvent(onReturn)
  useEffect(() => reconnections.subscribe(() => call()), [])
}
