import { useSyncExternalStore } from 'react'
import { serviceWorkerState, subscribeToServiceWorker, type ServiceWorkerState } from './serviceWorker.ts'

export function useServiceWorker(): ServiceWorkerState {
  return useSyncExternalStore(subscribeToServiceWorker, serviceWorkerState)
}
