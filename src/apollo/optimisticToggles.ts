import { createStore, useStore } from '../lib/createStore.ts'
import { currentSession, subscribeToSession } from '../session/session.ts'
import { isCacheInDoubt, isOutcomeUnknown, reportError } from './errors.ts'

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

const none: PendingValues = new Map()
const pending = createStore(none)
let token = currentSession().session?.token
let sessionVersion = 0

// Drops pending values when the user changes, so that one user's presses are never sent as another's.
subscribeToSession(() => {
  const former = token
  token = currentSession().session?.token
  if (token === former) return
  sessionVersion += 1
  pending.set(none)
})

/** Returns the requested value of a toggle, or undefined once the backend has confirmed or refused it. */
export function pendingValue(key: string): boolean | undefined {
  return pending.get().get(key)
}

/**
 * Requests a value of a toggle. Sends one call at a time until the backend has confirmed the latest request. `actual`
 * is the value in the cache. After a refusal the pending value is dropped, and the cache's value shows again. After an
 * unknown outcome, too, unless the user has requested another value meanwhile: that is sent.
 */
export async function requestValue(
  key: string,
  on: boolean,
  actual: boolean,
  send: (on: boolean) => Promise<Outcome>,
): Promise<void> {
  const version = sessionVersion
  const isInFlight = pending.get().has(key)
  pending.update((values) => new Map(values).set(key, on))
  if (isInFlight) return

  const latest = () => (version === sessionVersion ? pendingValue(key) : undefined)
  let confirmed: boolean | undefined = actual
  for (let next = latest(); next !== undefined && next !== confirmed; next = latest()) {
    const outcome = await send(next)
    if (outcome === 'refused' || (outcome === 'unknown' && latest() === next)) break
    confirmed = outcome === 'accepted' ? next : undefined
  }
  if (version !== sessionVersion) return
  pending.update((values) => new Map([...values].filter(([other]) => other !== key)))
}

export interface Toggle {
  /** The pending value, else the confirmed one. */
  on: boolean
  /** What the pending value adds to a count in the cache: -1, 0 or 1. */
  delta: number
  press: () => void
}

interface ToggleCalls {
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
export function useToggle(key: string, actual: boolean, { send, onSuccess, onError, refetch }: ToggleCalls): Toggle {
  const on = useStore(pending, (values) => values.get(key)) ?? actual
  const attempt = async (value: boolean): Promise<Outcome> => {
    const version = sessionVersion
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
      if (isStored || version !== sessionVersion) reportError(error)
      else onError(error, value)
      if (!isStored) return 'unknown'
    }
    if (version === sessionVersion) onSuccess?.(value)
    return 'accepted'
  }
  return {
    on,
    delta: Number(on) - Number(actual),
    press: () => void requestValue(key, !on, actual, attempt),
  }
}
