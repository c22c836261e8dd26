import { currentSession, subscribeToSession } from './session.ts'

/**
 * What a person wants of a toggle (liked, bookmarked, followed) while the backend has not answered yet. Kept beside the
 * cache, not in it: the cache holds only what the backend said, so counts are derived and can never drift.
 * One call is under way per toggle and at most one waits: the latest press wins (design/ui.md, "Optimistic").
 */

const wanted = new Map<string, boolean>()
const listeners = new Set<() => void>()

// What a member wanted is not sent in the name of the next one: calls under way end without a successor.
subscribeToSession(() => {
  if (currentSession().session) return
  wanted.clear()
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
export async function want(key: string, on: boolean, actual: boolean, send: (on: boolean) => Promise<boolean>): Promise<void> {
  const underWay = wanted.has(key)
  wanted.set(key, on)
  notify()
  if (underWay) return

  let state = actual
  for (let next = wanted.get(key); next !== undefined && next !== state; next = wanted.get(key)) {
    if (!(await send(next))) break
    state = next
  }
  wanted.delete(key)
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}
