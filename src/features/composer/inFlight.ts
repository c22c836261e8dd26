import { createStore, useStore } from '../../lib/createStore.ts'
import type { Draft } from '../drafts/drafts.ts'

/** The calls with which this tab is sending posts, by idempotency key. They resolve to whether the post was posted. */
export const inFlight = createStore<ReadonlyMap<string, Promise<boolean>>>(new Map())

/** Returns whether this tab is sending the draft. */
export function isSending(draft: Draft | undefined, calls = inFlight.get()): boolean {
  return draft !== undefined && calls.has(draft.key)
}

/** Returns whether this tab is sending the draft. */
export function useIsSending(draft: Draft | undefined): boolean {
  return useStore(inFlight, (calls) => isSending(draft, calls))
}
