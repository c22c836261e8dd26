import { useSyncExternalStore } from 'react'
import { currentSession, subscribeToSession, type Session } from './session.ts'

/** The session, or null for a visitor. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeToSession, currentSession).session
}
