import { createStore, useStore } from '../lib/createStore.ts'
import { currentSession, subscribeToSession } from '../session/session.ts'
import { isConflict, reportError } from './errors.ts'

/**
 * The requested values of toggles (like, bookmark, follow) that the backend has not confirmed yet. They are stored
 * beside the cache, which holds only answers of the backend, so that counts are derived and cannot drift. Each toggle
 * has at most one call under way and one waiting: the latest press wins (docs/spec-decisions.md).
 */

type PendingValues = ReadonlyMap<string, boolean>

const none: PendingValues = new Map()
const pending = createStore(none)
let token = currentSession().session?.token
let sessions = 0

// Waiting presses of one user are not sent for the next one.
subscribeToSession(() => {
  const former = token
  token = currentSession().session?.token
  if (token === former) return
  sessions += 1
  pending.set(none)
})

/** Returns the requested value of a toggle, or undefined if the backend has confirmed or refused it. */
export function pendingValue(key: string): boolean | undefined {
  return pending.get().get(key)
}

/**
 * Requests a value of a toggle and sends calls one after the other until the backend agrees with the latest request.
 * `actual` is the value before. `send` resolves to whether the backend accepted the call; if not, waiting requests are
 * dropped and the value of the cache shows again.
 */
export async function request(
  key: string,
  on: boolean,
  actual: boolean,
  send: (on: boolean) => Promise<boolean>,
): Promise<void> {
  const session = sessions
  const isUnderWay = pending.get().has(key)
  pending.update((values) => new Map(values).set(key, on))
  if (isUnderWay) return

  const latest = () => (session === sessions ? pendingValue(key) : undefined)
  let confirmed = actual
  for (let next = latest(); next !== undefined && next !== confirmed; next = latest()) {
    if (!(await send(next))) break
    confirmed = next
  }
  if (session !== sessions) return
  pending.update((values) => new Map([...values].filter(([other]) => other !== key)))
}

export interface Toggle {
  /** The pending value, else the confirmed one. */
  on: boolean
  /** What a pending value adds to a count of the cache: -1, 0 or 1. */
  delta: number
  press: () => void
}

interface ToggleCalls {
  /** Makes the call. */
  send: (on: boolean) => Promise<unknown>
  /** Reports a failure of `send`. */
  onError: (error: unknown, on: boolean) => void
  /** Fetches the record again after a conflict: the backend has another value than the cache. */
  refetch: () => Promise<unknown>
}

/** A toggle that changes at once. The pending value stays until a refetch after a conflict has ended. */
export function useToggle(key: string, actual: boolean, { send, onError, refetch }: ToggleCalls): Toggle {
  const on = useStore(pending, (values) => values.get(key)) ?? actual
  const attempt = async (value: boolean): Promise<boolean> => {
    try {
      await send(value)
      return true
    } catch (error) {
      onError(error, value)
      if (isConflict(error)) await refetch().catch(reportError)
      return false
    }
  }
  return {
    on,
    delta: Number(on) - Number(actual),
    press: () => void request(key, !on, actual, attempt),
  }
}
