import { currentSession, subscribeToSession } from './session.ts'

/** Asks the browser, once a user is signed in, to keep Weft's data even if space runs low. */
export function requestPersistentStorage(): void {
  const unsubscribe = subscribeToSession(request)
  request()

  function request(): void {
    if (!currentSession().session) return
    unsubscribe()
    // Unavailable over plain http and in some browsers. A refusal changes nothing.
    navigator.storage?.persist?.().catch(() => {})
  }
}
