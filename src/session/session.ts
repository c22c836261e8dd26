/**
 * Who is signed in on this device (spec §3, "Client auth state"): the raw token under `data`, the member as JSON in the
 * facade's spelling under `curr_user`. A plain store without React, so that guards can ask it before anything is drawn.
 */

const tokenKey = 'data'
const userKey = 'curr_user'
const userFields = ['_id', 'username', 'firstName', 'lastName', 'email', 'bio', 'profile', 'avatar'] as const

/** The member as kept beside the token; never a password. */
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

/** Why nobody is signed in: they left, or the backend refused their token, or they had not come yet. */
export type Ending = 'left' | 'refused' | 'none'

type Snapshot = { session: Session; ending: null } | { session: null; ending: Ending }

let snapshot: Snapshot = read()
const listeners = new Set<() => void>()
window.addEventListener('storage', followOtherTabs)

/** Changes identity exactly when the session changes. */
export function currentSession(): Snapshot {
  return snapshot
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function beginSession(session: Session): void {
  store((storage) => {
    storage.setItem(tokenKey, session.token)
    storage.setItem(userKey, JSON.stringify(session.user))
  })
  change({ session, ending: null })
}

/**
 * Keeps what changed of the member who is signed in; another member's answer, come late, changes nothing. The token is
 * never written here: where another tab has removed or replaced it, that stands.
 */
export function updateSessionUser(user: SessionUser): void {
  const { session } = snapshot
  if (session?.user._id !== user._id || userFields.every((field) => session.user[field] === user[field])) return
  store((storage) => {
    if (storage.getItem(tokenKey) === session.token) storage.setItem(userKey, JSON.stringify(user))
  })
  change({ session: { token: session.token, user }, ending: null })
}

/** Removes exactly the two keys. */
export function endSession(ending: Ending): void {
  store((storage) => {
    storage.removeItem(tokenKey)
    storage.removeItem(userKey)
  })
  change({ session: null, ending })
}

/** Signing in or out in one tab does so in all: none may put back what another has removed. */
function followOtherTabs({ key }: StorageEvent): void {
  if (key !== tokenKey && key !== userKey && key !== null) return
  const kept = read()
  change(kept.session ? kept : { session: null, ending: snapshot.ending ?? 'left' })
}

function change(next: Snapshot): void {
  snapshot = next
  for (const listener of listeners) listener()
}

/** Where storage is full or closed, the session lasts as long as the page. */
function store(write: (storage: Storage) => void): void {
  try {
    write(localStorage)
  } catch {
    // Told above.
  }
}

/** Anything unreadable means that nobody is signed in. */
function read(): Snapshot {
  try {
    const token = localStorage.getItem(tokenKey)
    const user: unknown = JSON.parse(localStorage.getItem(userKey) ?? 'null')
    if (token && isSessionUser(user)) return { session: { token, user }, ending: null }
  } catch {
    // Not JSON, or storage that may not be read.
  }
  return { session: null, ending: 'none' }
}

function isSessionUser(value: unknown): value is SessionUser {
  return (
    typeof value === 'object' &&
    value !== null &&
    userFields.every((field) => typeof Reflect.get(value, field) === 'string') &&
    Reflect.get(value, '_id') !== ''
  )
}
