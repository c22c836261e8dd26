import { currentSession } from '../session/session.ts'
import { tryStorage } from '../lib/tryStorage.ts'

/**
 * The toggles and deletions of this page that the backend has not answered. IndexedDB writes nothing more for a page that
 * closes, so the page stores them in `localStorage`, and the user's next page sends them again.
 */

/** The value that each pending call sets, by its key in `localStorage`. */
const pending = new Map<string, boolean>()

/** Contains the user's id, so that one user's calls are never sent as another's. */
const storageKey = (key: string) => `press:${currentSession().session?.user._id ?? ''}:${key}`

addEventListener('pagehide', ({ persisted }) => {
  // A page in the back/forward cache continues when it is shown again.
  if (persisted) return
  tryStorage(() => {
    for (const [key, value] of pending) localStorage.setItem(key, String(value))
  })
})

/** Returns the key of a call, such as `like 1`. */
export function callKey(kind: string, id: string): string {
  return `${kind} ${id}`
}

/** Marks a call as pending. It replaces the same call of a closed page. Returns a function that marks it as done. */
export function markPending(call: string, value: boolean): () => void {
  const key = storageKey(call)
  pending.set(key, value)
  tryStorage(() => localStorage.removeItem(key))
  return () => pending.delete(key)
}

/** Returns the ids in the calls of this kind that were pending when their page closed. */
export function interruptedCalls(kind: string): string[] {
  const start = storageKey(callKey(kind, ''))
  const keys = tryStorage(() => Object.keys(localStorage)) ?? []
  return keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length))
}

/** Removes an interrupted call. Returns its value, or undefined if there is no such call any more. */
export function takeInterruptedCall(call: string): boolean | undefined {
  const key = storageKey(call)
  const value = tryStorage(() => localStorage.getItem(key))
  tryStorage(() => localStorage.removeItem(key))
  return value == null ? undefined : value === 'true'
}
