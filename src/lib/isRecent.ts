/** The backend keeps an idempotency key for a day, and an upload that no post uses for a day more. */
const MAX_AGE_MS = 23 * 3_600_000

/**
 * Returns whether the backend still knows a key or an upload of this time (in ms). An hour less than it keeps them, so
 * that a request under way does not outlive its key.
 */
export function isRecent(time: number): boolean {
  return Date.now() - time < MAX_AGE_MS
}
