import { useSyncExternalStore } from 'react'
import { loadedContainer, subscribeToContainer } from './container.ts'

/** Where toasts appear. Mount it once, at the root of the app. */
export function Toasts() {
  return useSyncExternalStore(subscribeToContainer, loadedContainer)
}
