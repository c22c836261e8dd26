import { createStore, useStore } from '../../lib/createStore.ts'
import type { Draft } from '../drafts/drafts.ts'

/** The idempotency keys of the posts that this tab is sending. */
export const inFlight = createStore<ReadonlySet<string>>(new Set())

/** Returns whether this tab is sending the draft. */
export function useIsSending(draft: Draft | undefined): boolean {
  return useStore(inFlight, (keys) => draft !== undefined && keys.has(draft.key))
}
