import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom'
import { remember, returnPath } from './returnLocation.ts'
import { useSession, useSessionState } from './session.ts'

/**
 * Routes for signed-in users. Sends a visitor to log in and remembers the location, unless the user has just logged
 * out.
 */
export function RequireSession() {
  const { session, signOutReason } = useSessionState()
  const location = useLocation()
  if (session) return <Outlet />
  // The key makes every step back or forward navigate, even while the log-in page loads.
  const state = signOutReason === 'loggedOut' ? null : remember(location)
  return <Navigate key={location.key} to="/login" replace state={state} />
}

/** Routes for visitors. Sends a signed-in user to the remembered location, or to /home (spec §2). */
export function RequireNoSession() {
  const session = useSession()
  const { key, state }: { key: string; state: unknown } = useLocation()
  return session ? <Navigate key={key} to={returnPath(state)} replace /> : <Outlet />
}

/** Wraps an action for signed-in users. For a visitor it opens log-in, which returns to the current location. */
export function useRequireSession(): (action: () => void) => () => void {
  const session = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  return (action) => (session ? action : () => void navigate('/login', { state: remember(location) }))
}
