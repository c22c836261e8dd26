import { createStore, useStore } from '../lib/createStore.ts'
import { SessionScope } from './sessionScope.ts'
import {
  onStoredElsewhere,
  readStoredSession,
  removeStoredSession,
  storeSession,
  type Session,
  type SessionUser,
} from './storedSession.ts'
import type { SessionUserFragment } from './SessionUser.generated.ts'

export type { Session, SessionUser }

/** Why no user is signed in. `initial`: the app started without a session. */
export type SignOutReason = 'loggedOut' | 'loggedOutElsewhere' | 'accountDeleted' | 'tokenRejected' | 'initial'

type SessionState = { scope: SessionScope } & (
  | { session: Session; signOutReason: null }
  /** `signOutKey`: the router's key of the page on which the session ended. */
  | { session: null; signOutReason: SignOutReason; signOutKey?: string }
)

/** What a visitor reads after the backend has refused the token of their session. */
export const signedOutText = 'You were signed out. Log in to continue: what you wrote is kept on this device.'

/** The session of this page, one after the other. Holds a new object after each change. */
const store = createStore(stateOf(readStoredSession(), 'initial'))

export const currentSession: () => SessionState = store.get
export const subscribeToSession: (listener: () => void) => () => void = store.subscribe

/** Returns the scope of the current session. For code outside React: components call `useSessionScope`. */
export function currentScope(): SessionScope {
  return store.get().scope
}

/** Returns the session, or null for a visitor. */
export function useSession(): Session | null {
  return useStore(store).session
}

/** Returns the session with its scope, and why there is none. */
export function useSessionState(): SessionState {
  return useStore(store)
}

function stateOf(
  session: Session | null,
  signOutReason: SignOutReason,
  scope = new SessionScope(session),
): SessionState {
  if (session) return { session, signOutReason: null, scope }
  if (signOutReason === 'initial') return { session, signOutReason, scope }
  return { session, signOutReason, scope, signOutKey: history.state?.key ?? 'default' }
}

/** Changes the session. Another user, or none, begins another scope. */
function change(session: Session | null, signOutReason: SignOutReason = 'initial'): void {
  const { scope } = store.get()
  const continues = session !== null && session.user._id === scope.userId
  if (continues) scope.token = session.token
  store.set(stateOf(session, signOutReason, continues ? scope : undefined))
  if (!continues) scope.dispose()
}

/** Signs a user in, in all tabs. */
export function beginSession(session: Session): void {
  storeSession(session)
  change(session)
}

/** Stores changed fields of the signed-in user. Ignores another user: their response may arrive late. */
export function updateSessionUser(user: SessionUser): void {
  const { session } = store.get()
  if (session?.user._id !== user._id || JSON.stringify(session.user) === JSON.stringify(user)) return
  const changed = { token: session.token, user }
  // Another tab may have removed or replaced the session.
  if (readStoredSession()?.token === session.token) storeSession(changed)
  change(changed)
}

/** Continues a session with a new token, in all tabs. Does nothing once another session has begun. */
export function replaceToken({ token: former }: Session, token: string): void {
  const { session } = store.get()
  if (session?.token === former) beginSession({ ...session, token })
}

/**
 * Signs the user out in all tabs: removes the stored session and everything that is declared with `sessionState`. Drafts
 * and preferences stay. If another tab has stored a newer session of which this tab has not been notified yet, continues
 * with it instead, unless the user logs out.
 */
export function endSession(signOutReason: SignOutReason): void {
  const stored = readStoredSession()
  const token = store.get().session?.token
  const isReplaced = token !== undefined && stored !== null && stored.token !== token
  if (isReplaced && signOutReason !== 'loggedOut') {
    change(stored)
    return
  }
  removeStoredSession()
  change(null, signOutReason)
}

/** Converts a user of the GraphQL schema to the facade's spelling. */
export function sessionUserOf(user: SessionUserFragment): SessionUser {
  const { id, username, firstName, lastName, email, bio, portfolioUrl, avatarUrl } = user
  return { _id: id, username, firstName, lastName, email: email ?? '', bio, profile: portfolioUrl, avatar: avatarUrl }
}

// The build prerenders pages without a window.
if ('window' in globalThis)
  onStoredElsewhere(() => {
    const stored = readStoredSession()
    const { session } = store.get()
    // Another user is stored before their token.
    if (stored && stored.token === session?.token && stored.user._id !== session.user._id) return
    if (stored ?? session) change(stored, 'loggedOutElsewhere')
  })
