const LOCK = 'weft lab'

/**
 * Holds a lock until this page ends, even if it is killed. Resolves once the lock is held, also if the browser has no
 * locks, which need https or localhost, or refuses them, because it blocks storage.
 */
export function holdLabLock(): Promise<void> {
  return new Promise((resolve) => {
    const hold = () => {
      resolve()
      return new Promise(() => {})
    }
    // Async, so that missing locks reject, too.
    const request = async () => navigator.locks.request(LOCK, { mode: 'shared' }, hold)
    request().catch(() => resolve())
  })
}

/** Returns whether any page holds the lock: true if the browser has no locks or refuses them. */
export async function isLabLockHeld(): Promise<boolean> {
  try {
    const { held = [] } = await navigator.locks.query()
    return held.some(({ name }) => name === LOCK)
  } catch {
    return true
  }
}
