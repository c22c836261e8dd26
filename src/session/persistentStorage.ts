import { currentSession, subscribeToSession } from './session.ts'

/** Asks the browser to keep Weft's data when storage is short. Waits until a user is signed in. */
export function requestPersistentStorage(): void {
  const unsubscribe = subscribeToSession(request)
  request()

  function request(): void {
    if (!currentSession().session) return
    unsubscribe()
    // Not over plain http, and not in every browser. A refusal changes nothing.
    navigator.storage?.persist?.().catch(() => {})
  }
}
