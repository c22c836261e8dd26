const LOCK = 'weft lab'

/** Holds a lock until this page ends, even if it is killed. Resolves once it is held. */
export function holdLabLock(): Promise<void> {
  return new Promise((resolve) => {
    const hold = () => {
      resolve()
      return new Promise(() => {})
    }
    if (hasLocks()) void navigator.locks.request(LOCK, { mode: 'shared' }, hold)
    else resolve()
  })
}

/** Returns whether any page holds the lock: true if the browser cannot tell. */
export async function isLabLockHeld(): Promise<boolean> {
  if (!hasLocks()) return true
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === LOCK)
}

/** Locks need https or localhost. */
function hasLocks(): boolean {
  return 'locks' in navigator
}
