import { createStore, useStore } from '../../lib/createStore.ts'
import type { Draft } from '../drafts/drafts.ts'

/** The calls with which this tab is sending posts, by idempotency key. */
export const inFlight = createStore<ReadonlyMap<string, Promise<void>>>(new Map())

/** Returns whether this tab is sending the draft. */
export function isSending(draft: Draft | undefined): boolean {
  return draft !== undefined && inFlight.get().has(draft.key)
}

/** Returns whether this tab is sending the draft. */
export function useIsSending(draft: Draft | undefined): boolean {
  return useStore(inFlight, () => isSending(draft))
}
