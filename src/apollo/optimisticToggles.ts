import { fieldsOf, parseJson } from '../../shared/json.ts'
import { createStore, useStore, type Store } from '../lib/createStore.ts'
import { newKey } from '../lib/newKey.ts'
import { tryStorage } from '../lib/tryStorage.ts'
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

/** A call that sets the value of a toggle. */
interface ToggleCall {
  on: boolean
  idempotencyKey: string
}

/** What the user wants, and the call in flight, which may set the former value. */
interface PendingToggle {
  on: boolean
  call: ToggleCall
  /** Whether the page that sent the call has closed, and this one has not sent it again. */
  isInterrupted?: boolean
}

type PendingToggles = ReadonlyMap<string, PendingToggle>

/** What the backend has not answered, by the key of the toggle. It starts with the calls of pages that have closed. */
const pendingOf = sessionState((scope): Store<PendingToggles> => {
  const pending = createStore<PendingToggles>(takeInterrupted(scope))
  // A page in the back/forward cache continues when it is shown again.
  const onPageHide = ({ persisted }: PageTransitionEvent) => {
    if (persisted) return
    for (const [key, value] of pending.get())
      tryStorage(() => localStorage.setItem(storageKey(scope, key), JSON.stringify(value)))
  }
  addEventListener('pagehide', onPageHide, { signal: scope.signal })
  return pending
})

/**
 * Returns the calls in flight when their page closed: `resumeToggles` sends them again. IndexedDB writes nothing more for
 * a page that closes, so the page stores them in `localStorage`.
 */
function takeInterrupted(scope: SessionScope): PendingToggles {
  const interrupted = new Map<string, PendingToggle>()
  const start = storageKey(scope, '')
  tryStorage(() => {
    for (const name of Object.keys(localStorage).filter((item) => item.startsWith(start))) {
      const stored = localStorage.getItem(name) ?? ''
      localStorage.removeItem(name)
      const value: unknown = parseJson(stored)
      if (isPending(value)) interrupted.set(name.slice(start.length), { ...value, isInterrupted: true })
    }
  })
  return interrupted
}

function isPending(stored: unknown): stored is PendingToggle {
  const { on, call } = fieldsOf(stored)
  const { on: sent, idempotencyKey } = fieldsOf(call)
  return typeof on === 'boolean' && typeof sent === 'boolean' && typeof idempotencyKey === 'string'
}

/** Contains the user's id, so that one user's calls are never sent as another's. */
function storageKey({ userId }: SessionScope, key: string): string {
  return `toggle:${userId}:${key}`
}

function keyOf(kind: string, id: string): string {
  return `${kind} ${id}`
}

function callOf(on: boolean): PendingToggle {
  return { on, call: { on, idempotencyKey: newKey() } }
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
  send: (call: ToggleCall) => Promise<unknown>
  /** Called after each confirmed change. */
  onSuccess?: (on: boolean) => void
  /** Called with each failure of `send`, unless the session has ended. */
  onError: (error: unknown, on: boolean) => void
  /** Fetches the record after a failure that leaves its value in doubt: a conflict, or status 500. */
  refetch: () => Promise<unknown>
}

/** Returns the calls of the post or user with this id. */
type CallsOf = (scope: SessionScope, id: string) => ToggleCalls

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
  setPending(scope, key, value ? { ...value, on } : callOf(on))
  // It replaces the call of a page that closed while this one was open.
  tryStorage(() => localStorage.removeItem(storageKey(scope, key)))
  return value ? false : sendPending(scope, calls)
}

/** Sends the calls of these kinds of toggles again that were in flight when their page closed. */
export function resumeToggles(scope: SessionScope, kinds: Record<string, CallsOf>): void {
  for (const [key, { isInterrupted, ...value }] of pendingOf(scope).get()) {
    const [kind = '', id = ''] = key.split(' ')
    const calls = kinds[kind]?.(scope, id)
    if (!isInterrupted || !calls) continue
    setPending(scope, key, value)
    void sendPending(scope, calls)
  }
}

/** Sends one call at a time, until the backend has confirmed the latest value or refused one. Never rejects. */
async function sendPending(scope: SessionScope, calls: ToggleCalls): Promise<boolean> {
  const key = keyOf(calls.kind, calls.id)
  const value = () => pendingOf(scope).get().get(key)
  for (let pending = value(); pending; pending = value()) {
    const { call } = pending
    const isAccepted = await attempt(scope, calls, call)
    const latest = value()?.on ?? call.on
    if (isAccepted && latest !== call.on && !scope.signal.aborted) setPending(scope, key, callOf(latest))
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
async function attempt({ signal }: SessionScope, calls: ToggleCalls, call: ToggleCall): Promise<boolean> {
  const { send, onSuccess, onError, refetch } = calls
  try {
    await send(call)
  } catch (error) {
    // Another user may have logged in meanwhile.
    if (signal.aborted) reportError(error)
    else {
      onError(error, call.on)
      if (needsRefetch(error)) await refetch().catch(reportError)
    }
    return false
  }
  if (!signal.aborted) onSuccess?.(call.on)
  return true
}
