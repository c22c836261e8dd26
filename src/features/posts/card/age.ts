import { useCallback, useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Older posts show only their date. */
const MAX_AGE_MS = 7 * DAY_MS

/** Returns the short age of a post, such as `3 h`, or an empty string if it is older than 7 days. */
export function ageAt(now: number, createdAt: number): string {
  const age = now - createdAt
  if (age >= MAX_AGE_MS) return ''
  if (age < MINUTE_MS) return 'now'
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`
  return age < DAY_MS ? `${Math.floor(age / HOUR_MS)} h` : `${Math.floor(age / DAY_MS)} d`
}

/** Returns when `ageAt` changes next. */
function nextChange(now: number, createdAt: number): number {
  const age = now - createdAt
  if (age >= MAX_AGE_MS) return Infinity
  const unit = age < HOUR_MS ? MINUTE_MS : age < DAY_MS ? HOUR_MS : DAY_MS
  return createdAt + Math.max(1, Math.floor(age / unit) + 1) * unit
}

/** The shown ages: when each post was created, by listener. One timer serves them all. */
const shown = new Map<() => void, number>()
let timer: ReturnType<typeof setTimeout> | undefined
/** When the timer calls `update`. */
let dueAt = Infinity

/** Sets the timer, unless it is due before this age changes. */
function schedule(createdAt: number): void {
  const now = Date.now()
  const next = nextChange(now, createdAt)
  if (next >= dueAt) return
  clearTimeout(timer)
  dueAt = next
  timer = setTimeout(update, next - now)
}

function update(): void {
  cancel()
  for (const listener of shown.keys()) listener()
  for (const createdAt of shown.values()) schedule(createdAt)
}

function cancel(): void {
  clearTimeout(timer)
  dueAt = Infinity
}

/** Calls `listener` at least whenever the age of the post changes. Returns a function that unsubscribes. */
export function subscribeToAge(createdAt: number, listener: () => void): () => void {
  // Timers stand still while the computer sleeps.
  if (shown.size === 0) document.addEventListener('visibilitychange', update)
  shown.set(listener, createdAt)
  schedule(createdAt)
  return () => {
    shown.delete(listener)
    if (shown.size > 0) return
    document.removeEventListener('visibilitychange', update)
    cancel()
  }
}

/** Returns the short age of a post, and re-renders when it changes. */
export function useAge(createdAt: number): string {
  const subscribe = useCallback((listener: () => void) => subscribeToAge(createdAt, listener), [createdAt])
  return useSyncExternalStore(subscribe, () => ageAt(Date.now(), createdAt))
}
