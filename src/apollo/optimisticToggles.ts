import { currentSession, subscribeToSession } from '../session/session.ts'

/**
 * What a person wants of a toggle (liked, bookmarked, followed) while the backend has not answered yet. Kept beside the
 * cache, not in it: the cache holds only what the backend said, so counts are derived and can never drift.
 * One call is under way per toggle and at most one waits: the latest press wins (design/ui.md, "Optimistic").
 */

let wanted = new Map<string, boolean>()
let token = currentSession().session?.token
const listeners = new Set<() => void>()

// What a member wanted is not sent in the name of the next one: calls under way end without a successor.
subscribeToSession(() => {
  const former = token
  token = currentSession().session?.token
  if (token === former) return
  wanted.clear()
  wanted = new Map()
  notify()
})

/** What is wanted of this toggle, or undefined where nothing is under way. */
export function wantedOf(key: string): boolean | undefined {
  return wanted.get(key)
}

export function subscribeToIntents(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Wants the toggle `on`, and sends calls one after the other until the backend agrees with the latest press.
 * `actual` is its state before; `send` resolves to whether the backend took it. A refusal drops what is wanted: the
 * state before shows again.
 */
export async function want(
  key: string,
  on: boolean,
  actual: boolean,
  send: (on: boolean) => Promise<boolean>,
): Promise<void> {
  const mine = wanted
  const underWay = mine.has(key)
  mine.set(key, on)
  notify()
  if (underWay) return

  let state = actual
  for (let next = mine.get(key); next !== undefined && next !== state; next = mine.get(key)) {
    if (!(await send(next))) break
    state = next
  }
  mine.delete(key)
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}
