import { useSyncExternalStore } from 'react'
import { shortDateOf } from '../../../../shared/dates.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Older posts show only their date. */
const MAX_AGE_MS = 7 * DAY_MS

/**
 * Returns the short age of a post, such as `3 h`, or an empty string if it is older than 7 days or from the future: one of
 * the clocks is wrong by more than a minute.
 */
export function ageAt(now: number, createdAt: number): string {
  const age = now - createdAt
  if (age >= MAX_AGE_MS || age <= -MINUTE_MS) return ''
  if (age < MINUTE_MS) return 'now'
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`
  return age < DAY_MS ? `${Math.floor(age / HOUR_MS)} h` : `${Math.floor(age / DAY_MS)} d`
}

/** A shown age is at most this late. */
export const TICK_MS = 30_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS)
  // Timers stand still while the computer sleeps.
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** Returns the short age of a post, and re-renders when it has changed. */
export function useAge(createdAt: number): string {
  return useSyncExternalStore(subscribe, () => ageAt(Date.now(), createdAt))
}

/** Returns the short date of a post. */
export function useShortDate(createdAt: number): string {
  return useSyncExternalStore(neverChanges, () => shortDateOf(createdAt, Date.now()))
}

const neverChanges = () => () => {}
