import { currentSession, subscribeToSession } from './session.ts'

/** Asks the browser, once somebody is signed in, not to clear what Weft keeps when room gets scarce. */
export function askToKeepStorage(): void {
  const stop = subscribeToSession(ask)
  ask()

  function ask(): void {
    if (!currentSession().session) return
    stop()
    // Not over plain http, and not in every browser; a refusal changes nothing.
    navigator.storage?.persist?.().catch(() => {})
  }
}
