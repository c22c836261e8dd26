const LOCK = 'weft lab'

/**
 * Holds a lock until this page ends, even if it is killed. Resolves once it is held, or at once without locks: they need
 * https or localhost, and a browser that blocks storage refuses them.
 */
export function holdLabLock(): Promise<void> {
  return new Promise((resolve) => {
    const hold = () => {
      resolve()
      return new Promise(() => {})
    }
    const request = async () => navigator.locks.request(LOCK, { mode: 'shared' }, hold)
    request().catch(() => resolve())
  })
}

/** Returns whether any page holds the lock: true if the browser cannot tell. */
export async function isLabLockHeld(): Promise<boolean> {
  try {
    const { held = [] } = await navigator.locks.query()
    return held.some(({ name }) => name === LOCK)
  } catch {
    return true
  }
}
