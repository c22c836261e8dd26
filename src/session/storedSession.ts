import { tryStorage } from '../lib/tryStorage.ts'

/** The keys of the session in `localStorage` (spec §3). */
export const tokenKey = 'data'
export const userKey = 'curr_user'

/** Returns whether a session is stored, before it is read and checked. */
export function hasStoredSession(): boolean {
  return tryStorage(() => Boolean(localStorage.getItem(tokenKey) && localStorage.getItem(userKey))) ?? false
}
