import { createStore, useStore } from '../lib/createStore.ts'
import { sessionState, useSessionScope, type SessionScope } from '../session/scope.ts'
import { isCacheInDoubt, isOutcomeUnknown, reportError } from './errors.ts'
import { callKey, interruptedCalls, markPending, takeInterruptedCall } from './pendingCalls.ts'

/**
 * Optimistic updates of toggles: like, bookmark and follow. Each toggle has at most one call in flight, and the latest
 * press wins (docs/spec-decisions.md).
 *
 * Used instead of Apollo's `optimisticResponse`, which writes a predicted payload into a layer of the cache for each
 * mutation. Rapid presses would stack such layers, and each count would be predicted from another prediction. Here the
 * cache holds only what the backend returned, the pending value is stored beside it, and counts are derived from both,
 * so they cannot drift.
 */

/** How a call ended. `unknown`: it failed, but the backend may have carried it out. */
export type Outcome = 'accepted' | 'refused' | 'unknown'

type PendingValues = ReadonlyMap<string, boolean>

/** The requested values that the backend has neither confirmed nor refused. One user's are never sent as another's. */
export const pendingOf = sessionState(() => createStore<PendingValues>(new Map()))

/**
 * Requests a value of a toggle. Sends one call at a time until the backend has confirmed the latest request. `actual`
 * is the value in the cache. After a refusal the pending value is dropped, and the cache's value shows again. After an
 * unknown outcome, too, unless the user has requested another value meanwhile: that is sent.
 */
export async function requestValue(
  scope: SessionScope,
  key: string,
  on: boolean,
  actual: boolean,
  send: (on: boolean) => Promise<Outcome>,
): Promise<void> {
  const pending = pendingOf(scope)
  const isInFlight = pending.get().has(key)
  pending.update((values) => new Map(values).set(key, on))
  const markDone = markPending(key, on)
  if (isInFlight) return

  const latest = () => (scope.signal.aborted ? undefined : pending.get().get(key))
  let confirmed: boolean | undefined = actual
  for (let next = latest(); next !== undefined && next !== confirmed; next = latest()) {
    const outcome = await send(next)
    if (outcome === 'refused' || (outcome === 'unknown' && latest() === next)) break
    confirmed = outcome === 'accepted' ? next : undefined
  }
  markDone()
  pending.update((values) => new Map([...values].filter(([other]) => other !== key)))
}

export interface Toggle {
  /** The pending value, else the confirmed one. */
  on: boolean
  /** What the pending value adds to a count in the cache: -1, 0 or 1. */
  delta: number
  press: () => void
}

export interface ToggleCalls {
  /** Such as `like`. */
  kind: string
  /** The id of the post or user. */
  id: string
  /** Sends the mutation that sets the value. */
  send: (on: boolean) => Promise<unknown>
  /** Called after each confirmed change. If the response was lost, after `refetch` has confirmed it. */
  onSuccess?: (on: boolean) => void
  /** Called with each failure of `send` that is not such a lost response. */
  onError: (error: unknown, on: boolean) => void
  /**
   * Fetches the record after a failure that leaves its value in doubt, such as a conflict or a lost response. Resolves to
   * its current value, or undefined if that is unknown.
   */
  refetch: () => Promise<boolean | undefined>
}

/** Returns a toggle that changes at once. While `refetch` runs, the pending value shows. */
export function useToggle(actual: boolean, calls: ToggleCalls): Toggle {
  const scope = useSessionScope()
  const key = keyOf(calls)
  const on = useStore(pendingOf(scope), (values) => values.get(key)) ?? actual
  return {
    on,
    delta: Number(on) - Number(actual),
    press: () => void request(scope, !on, actual, calls),
  }
}

/**
 * Requests the values of this kind of toggle that were pending when their page closed, if they are not the actual ones.
 * Reports failures and never rejects.
 */
export async function resumeToggles(
  scope: SessionScope,
  kind: string,
  callsOf: (id: string) => ToggleCalls,
): Promise<void> {
  const resume = async (id: string) => {
    const calls = callsOf(id)
    const actual = await calls.refetch()
    // The user may have pressed again meanwhile.
    const on = takeInterruptedCall(keyOf(calls))
    if (on === undefined || actual === undefined) return
    await request(scope, on, actual, calls)
  }
  await Promise.all(interruptedCalls(kind).map((id) => resume(id).catch(reportError)))
}

function keyOf({ kind, id }: ToggleCalls): string {
  return callKey(kind, id)
}

function request(scope: SessionScope, on: boolean, actual: boolean, calls: ToggleCalls): Promise<void> {
  return requestValue(scope, keyOf(calls), on, actual, (value) => attempt(scope, calls, value))
}

async function attempt(
  { signal }: SessionScope,
  { send, onSuccess, onError, refetch }: ToggleCalls,
  value: boolean,
): Promise<Outcome> {
  try {
    await send(value)
  } catch (error) {
    if (!isOutcomeUnknown(error)) {
      onError(error, value)
      if (isCacheInDoubt(error)) await refetch().catch(reportError)
      return 'refused'
    }
    const isStored = (await refetch().catch(reportError)) === value
    // Another user may have logged in meanwhile.
    if (isStored || signal.aborted) reportError(error)
    else onError(error, value)
    if (!isStored) return 'unknown'
  }
  if (!signal.aborted) onSuccess?.(value)
  return 'accepted'
}
