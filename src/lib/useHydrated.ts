import { useSyncExternalStore } from 'react'

/** Returns what `read` returns, and while prerendering and hydrating the value that the prerendered page was made with. */
export function useHydrated<Value>(read: () => Value, prerendered: Value): Value {
  return useSyncExternalStore(neverChanges, read, () => prerendered)
}

function neverChanges(): () => void {
  return () => {}
}
