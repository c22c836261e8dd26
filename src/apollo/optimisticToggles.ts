import { createStore, useStore } from '../lib/createStore.ts'
import { sessionState, useSessionScope, type SessionScope } from '../session/sessionScope.ts'
import { needsRefetch } from './refusedChanges.ts'
import { reportError } from '../lib/reportError.ts'

/**
 * Optimistic updates of toggles: like, bookmark and follow, and whether a post is deleted. Each toggle has at most one
 * call in flight, and the latest value wins (docs/spec-decisions.md).
 *
 * Used instead of Apollo's `optimisticResponse`, which writes a predicted payload into a layer of the cache for each
 * mutation. Rapid presses would stack such layers, and each count would be predicted from another prediction. Here the
 * cache holds only what the backend returned, the pending value is stored beside it, and counts are derived from both,
 * so they cannot drift.
 */

/** What the user wants, and the value that the call in flight sets. */
interface PendingToggle {
  on: boolean
  sent: boolean
}

/** What the backend has not answered, by the key of the toggle. */
const pendingOf = sessionState(() => createStore<ReadonlyMap<string, PendingToggle>>(new Map()))

function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`
}

export interface Toggle {
  /** The pending value, else the confirmed one. */
  on: boolean
  /** What the pending value adds to a count in the cache: -1, 0 or 1. */
  delta: number
  toggle: () => void
}

export interface ToggleCalls {
  /** Such as `like`. */
  kind: string
  /** The id of the post or user. */
  id: string
  /** Sends the mutation that sets the value. */
  send: (on: boolean) => Promise<unknown>
  /** Called after each confirmed change. */
  onSuccess?: (on: boolean) => void
  /** Called with each failure of `send`, unless the session has ended. */
  onError: (error: unknown, on: boolean) => void
  /** Fetches the record after a refusal: it may have another value than the cache. */
  refetch: () => Promise<unknown>
}

/** Returns a toggle that changes at once. After a failure the cache's value shows again, once `refetch` has ended. */
export function useToggle(actual: boolean, calls: ToggleCalls): Toggle {
  const scope = useSessionScope()
  const on = usePendingValue(calls.kind, calls.id) ?? actual
  return {
    on,
    delta: Number(on) - Number(actual),
    toggle: () => void requestValue(scope, calls, !on),
  }
}

/** Returns the pending value of a toggle, or undefined if the backend has answered. */
export function usePendingValue(kind: string, id: string): boolean | undefined {
  return useStore(pendingOf(useSessionScope()), (values) => values.get(keyOf(kind, id))?.on)
}

/**
 * Requests a value of a toggle. If a call is in flight, the latest value is sent after its response. Resolves to whether
 * the backend has accepted it; a request during another resolves to false at once.
 */
export async function requestValue(scope: SessionScope, calls: ToggleCalls, on: boolean): Promise<boolean> {
  const key = keyOf(calls.kind, calls.id)
  const value = pendingOf(scope).get().get(key)
  setPending(scope, key, { on, sent: value?.sent ?? on })
  return value ? false : sendPending(scope, calls)
}

/** Sends one call at a time, until the backend has confirmed the latest value or refused one. Never rejects. */
async function sendPending(scope: SessionScope, calls: ToggleCalls): Promise<boolean> {
  const key = keyOf(calls.kind, calls.id)
  const value = () => pendingOf(scope).get().get(key)
  for (let pending = value(); pending; pending = value()) {
    const { sent } = pending
    const isAccepted = await attempt(scope, calls, sent)
    const latest = value()?.on ?? sent
    if (isAccepted && latest !== sent && !scope.signal.aborted) setPending(scope, key, { on: latest, sent: latest })
    else {
      setPending(scope, key, undefined)
      return isAccepted
    }
  }
  return false
}

function setPending(scope: SessionScope, key: string, value: PendingToggle | undefined): void {
  pendingOf(scope).update((values) => {
    const changed = new Map(values)
    if (value) changed.set(key, value)
    else changed.delete(key)
    return changed
  })
}

/** Returns whether the backend has accepted the call. */
async function attempt({ signal }: SessionScope, calls: ToggleCalls, on: boolean): Promise<boolean> {
  const { send, onSuccess, onError, refetch } = calls
  try {
    await send(on)
  } catch (error) {
    // Another user may have logged in meanwhile.
    if (signal.aborted) reportError(error)
    else {
      onError(error, on)
      if (needsRefetch(error)) await refetch().catch(reportError)
    }
    return false
  }
  if (!signal.aborted) onSuccess?.(on)
  return true
}
