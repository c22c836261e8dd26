import { fieldsOf } from '../../shared/json.ts'
import { tryStorage } from '../lib/tryStorage.ts'

/**
 * The session of this device in `localStorage` (spec §3, "Client auth state"): the raw token under `data`, the user as
 * JSON in the facade's spelling under `curr_user`.
 */

const tokenKey = 'data'
const userKey = 'curr_user'

export const noUser = {
  _id: '',
  username: '',
  firstName: '',
  lastName: '',
  email: '',
  bio: '',
  profile: '',
  avatar: '',
}

/** The user as stored beside the token; never a password. */
export type SessionUser = typeof noUser

export interface Session {
  token: string
  user: SessionUser
}

/** Returns whether a session is stored, before it is read and checked. */
export function hasStoredSession(): boolean {
  return tryStorage(() => Boolean(localStorage.getItem(tokenKey) && localStorage.getItem(userKey))) ?? false
}

/** Returns the stored session, or null if a part is missing or unreadable. */
export function readStoredSession(): Session | null {
  const session = tryStorage(() => {
    const token = localStorage.getItem(tokenKey)
    const user = userIn(JSON.parse(localStorage.getItem(userKey) ?? 'null'))
    return token && isTokenText(token) && user ? { token, user } : null
  })
  return session ?? null
}

/** Whether a text can be a token: visible ASCII characters. Others cannot be sent in a header. */
function isTokenText(text: string): boolean {
  return /^[\x21-\x7E]+$/.test(text)
}

/**
 * Stores a session: the user first, so that another tab never sends a token for another user than its own. If storage is
 * full or blocked, the session lasts until the page closes.
 */
export function storeSession({ token, user }: Session): void {
  tryStorage(() => {
    localStorage.setItem(userKey, JSON.stringify(user))
    localStorage.setItem(tokenKey, token)
  })
}

/** Removes only the two keys of the session. */
export function removeStoredSession(): void {
  tryStorage(() => {
    localStorage.removeItem(tokenKey)
    localStorage.removeItem(userKey)
  })
}

/** Calls the listener after a log-in or log-out in another tab. */
export function onStoredElsewhere(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === tokenKey || key === userKey || key === null) listener()
  })
  // Browsers may send no such event to a page in the back/forward cache.
  let atHide = ''
  addEventListener('pagehide', () => {
    atHide = storedText()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && storedText() !== atHide) listener()
  })
}

function storedText(): string {
  return JSON.stringify(readStoredSession())
}

/** Returns a stored user, or null without an id and a username. An earlier version may not have stored other fields. */
function userIn(stored: unknown): SessionUser | null {
  const texts = Object.entries(fieldsOf(stored)).filter(([, value]) => typeof value === 'string')
  const user: SessionUser = { ...noUser, ...Object.fromEntries(texts) }
  return user._id && user.username ? user : null
}
