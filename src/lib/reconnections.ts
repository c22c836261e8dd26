import { useEffect, useEffectEvent } from 'react'
import { createStore } from './createStore.ts'

/**
 * How often the connection may have returned: what failed meanwhile is tried again. `backend/connection.ts` decides when.
 * Belongs to the page: so does the connection.
 */
export const reconnections = createStore(0)

export function addReconnection(): void {
  reconnections.update((count) => count + 1)
}

/** Calls `onReturn` each time the connection may have returned. */
export function useReconnection(onReturn: () => void): void {
  const call = useEffectEvent(onReturn)
  useEffect(() => reconnections.subscribe(() => call()), [])
}
