import { useSyncExternalStore } from 'react'
import { subscribeToIntents, want, wantedOf } from './optimisticToggles.ts'

export interface Toggle {
  /** As shown: what is wanted, else what the backend said. */
  on: boolean
  /** What to add to a count that the backend has not changed yet: -1, 0 or 1. */
  delta: number
  press: () => void
}

/** A toggle that changes at once. `send` makes the call and resolves to whether it was taken; its failures are its own affair. */
export function useToggle(key: string, actual: boolean, send: (on: boolean) => Promise<boolean>): Toggle {
  const on = useSyncExternalStore(subscribeToIntents, () => wantedOf(key)) ?? actual
  return {
    on,
    delta: Number(on) - Number(actual),
    press: () => void want(key, !on, actual, send),
  }
}
