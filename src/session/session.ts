/**
 * The session of this device (spec §3, "Client auth state"): the raw token under `data`, the user as JSON in the
 * facade's spelling under `curr_user`.
 */

import { createStore, useStore } from '../lib/createStore.ts'
import { tryStorage } from '../lib/tryStorage.ts'
import type { SessionUserFragment } from './SessionUser.generated.ts'
import { tokenKey, userKey } from './storedSession.ts'

/** The user as stored beside the token; never a password. */
export interface SessionUser {
  _id: string
  username: string
  firstName: string
  lastName: string
  email: string
  bio: string
  profile: string
  avatar: string
}

export interface Session {
  token: string
  user: SessionUser
}

/** Why no user is signed in. `initial`: the app started without a session. */
export type SignOutReason = 'loggedOut' | 'loggedOutElsewhere' | 'accountDeleted' | 'tokenRejected' | 'initial'

type SessionState = { session: Session; signOutReason: null } | { session: null; signOutReason: SignOutReason }

/** Holds a new object after each change of the session. */
const store = createStore<SessionState>(readStorage())
// The build prerenders pages without a window.
if ('window' in globalThis) window.addEventListener('storage', followOtherTabs)

export const currentSession: () => SessionState = store.get
export const subscribeToSession: (listener: () => void) => () => void = store.subscribe

/** Returns the session, or null for a visitor. */
export function useSession(): Session | null {
  return useStore(store).session
}

/** Returns the session, and why there is none. */
export function useSessionState(): SessionState {
  return useStore(store)
}

/** Signs a user in, in all tabs. */
export function beginSession(session: Session): void {
  // If storage is full or blocked, the session lasts until the page closes.
  tryStorage(() => {
    localStorage.setItem(tokenKey, session.token)
    localStorage.setItem(userKey, JSON.stringify(session.user))
  })
  store.set({ session, signOutReason: null })
}

/**
 * Stores changed fields of the signed-in user. Ignores another user: their response may arrive late. Does not write the
 * token, because another tab may have removed or replaced it.
 */
export function updateSessionUser(user: SessionUser): void {
  const { session } = store.get()
  if (session?.user._id !== user._id || isSameUser(session.user, user)) return
  tryStorage(() => {
    if (localStorage.getItem(tokenKey) === session.token) localStorage.setItem(userKey, JSON.stringify(user))
  })
  store.set({ session: { token: session.token, user }, signOutReason: null })
}

function isSameUser(one: SessionUser, other: SessionUser): boolean {
  const fields = new Map<string, unknown>(Object.entries(other))
  return Object.entries(one).every(([field, text]) => fields.get(field) === text)
}

/** Replaces the stored user of this session. Does nothing once the token has changed. */
export function correctSessionUser({ token }: Session, user: SessionUser): void {
  if (store.get().session?.token === token) beginSession({ token, user })
}

/** Continues a session with a new token, in all tabs. Does nothing once another session has begun. */
export function replaceToken({ token: former }: Session, token: string): void {
  const { session } = store.get()
  if (session?.token === former) beginSession({ ...session, token })
}

/** Returns whether the token belongs to another user than the stored one. False for an unreadable token. */
export function isOtherUsersToken({ token, user }: Session): boolean {
  const payload = payloadOf(token)
  return payload !== null && (payload['_id'] !== user._id || payload['username'] !== user.username)
}

function payloadOf(token: string): Record<string, unknown> | null {
  try {
    const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof payload === 'object' && payload !== null ? { ...payload } : null
  } catch {
    return null
  }
}

/**
 * Signs the user out in all tabs. Removes only the two keys from storage. If another tab has stored a newer session of
 * which this tab has not been notified yet, continues with it instead, unless the user logs out.
 */
export function endSession(signOutReason: SignOutReason): void {
  const stored = readStorage()
  const token = store.get().session?.token
  if (signOutReason !== 'loggedOut' && token && stored.session && stored.session.token !== token) {
    store.set(stored)
    return
  }
  tryStorage(() => {
    localStorage.removeItem(tokenKey)
    localStorage.removeItem(userKey)
  })
  store.set({ session: null, signOutReason })
}

/** Converts a user of the GraphQL schema to the facade's spelling. */
export function sessionUserOf(user: SessionUserFragment): SessionUser {
  const { id, username, firstName, lastName, email, bio, portfolioUrl, avatarUrl } = user
  return { _id: id, username, firstName, lastName, email: email ?? '', bio, profile: portfolioUrl, avatar: avatarUrl }
}

/** Applies a log-in or log-out in another tab to this tab. */
function followOtherTabs({ key }: StorageEvent): void {
  if (key !== tokenKey && key !== userKey && key !== null) return
  const stored = readStorage()
  const signOutReason = store.get().signOutReason ?? 'loggedOutElsewhere'
  store.set(stored.session ? stored : { session: null, signOutReason })
}

/** Reads the stored session. Returns null if a part is missing or unreadable. */
function readStorage(): SessionState {
  const session = tryStorage(() => {
    const token = localStorage.getItem(tokenKey)
    const user = userIn(JSON.parse(localStorage.getItem(userKey) ?? 'null'))
    return token && user ? { token, user } : null
  })
  return session ? { session, signOutReason: null } : { session: null, signOutReason: 'initial' }
}

/** Returns a stored user, or null without an id and a username. An earlier version may not have stored other fields. */
function userIn(stored: unknown): SessionUser | null {
  if (typeof stored !== 'object' || stored === null) return null
  const fields = new Map<string, unknown>(Object.entries(stored))
  const textOf = (field: keyof SessionUser) => {
    const text = fields.get(field)
    return typeof text === 'string' ? text : ''
  }
  const user = {
    _id: textOf('_id'),
    username: textOf('username'),
    firstName: textOf('firstName'),
    lastName: textOf('lastName'),
    email: textOf('email'),
    bio: textOf('bio'),
    profile: textOf('profile'),
    avatar: textOf('avatar'),
  }
  return user._id && user.username ? user : null
}
