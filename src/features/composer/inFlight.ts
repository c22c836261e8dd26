import { createStore, useStore } from '../../lib/createStore.ts'
import { sessionState, useSessionScope, type SessionScope } from '../../session/scope.ts'
import type { Draft } from '../drafts/drafts.ts'

type Calls = ReadonlyMap<string, Promise<boolean>>

/** The calls with which this tab is sending posts, by idempotency key. They resolve to whether the post was posted. */
export const inFlightOf = sessionState(() => createStore<Calls>(new Map()))

/** Returns whether this tab is sending the draft. */
export function isSending(scope: SessionScope, draft: Draft | undefined): boolean {
  return isIn(inFlightOf(scope).get(), draft)
}

/** Returns whether this tab is sending the draft. */
export function useIsSending(draft: Draft | undefined): boolean {
  return useStore(inFlightOf(useSessionScope()), (calls) => isIn(calls, draft))
}

function isIn(calls: Calls, draft: Draft | undefined): boolean {
  return draft !== undefined && calls.has(draft.key)
}
