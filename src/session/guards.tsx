import { useEffect, useEffectEvent, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom'
import { afterLogIn, remember, rememberPurpose, returnPath } from './returnLocation.ts'
import { useSession, useSessionState } from './session.ts'

/**
 * Guards the routes inside the frame. If they need a session, it redirects visitors to log-in, which returns to the
 * requested location. A user who logs out gets log-in, which then opens Home. A user who deletes their account gets the
 * landing page.
 */
export function FrameGuard({ needsSession }: { needsSession: boolean }) {
  const state = useSessionState()
  const location = useLocation()
  if (state.session || !needsSession) return <Outlet />
  const reason = state.signOutKey === location.key ? state.signOutReason : 'initial'
  // From every entry of the history: the dialog of the deletion goes back when it closes.
  if (state.signOutReason === 'accountDeleted') return <Redirect to="/" />
  const isLoggedOut = reason === 'loggedOut' || reason === 'loggedOutElsewhere'
  return <ToLogIn key={location.key} returns={!isLoggedOut} />
}

/** Redirects to log-in, which `returns` to the requested location or opens Home. */
function ToLogIn({ returns }: { returns: boolean }) {
  // The browser's location: a page whose query was refused has not rendered.
  const [requested] = useState(() => remember(window.location))
  return <Redirect to="/login" state={returns ? requested : null} />
}

/**
 * Redirects from each location, also on each back and forward while the next page loads: the router renders nothing if
 * they lead to the location that is still shown, as when a dialog that is removed goes back.
 */
function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate()
  const { key } = useLocation()
  const redirect = useEffectEvent(() => void navigate(to, { replace: true, state }))
  useEffect(() => {
    const onPopState = () => redirect()
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  }, [])
  return <Navigate key={key} to={to} replace state={state} />
}

/**
 * Guards routes for visitors. Redirects signed-in users to the remembered location, or to /home (spec §2). A visitor
 * who logs in sees the log-in page until the next page has rendered.
 */
export function RequireNoSession() {
  const session = useSession()
  const [startedAsVisitor] = useState(!session)
  const { key, state }: { key: string; state: unknown } = useLocation()
  return (
    <>
      {session && <Navigate key={key} to={returnPath(state)} replace state={afterLogIn} />}
      {(startedAsVisitor || !session) && <Outlet />}
    </>
  )
}

/**
 * Returns a function that wraps actions for signed-in users. For a visitor a wrapped action opens log-in instead, which
 * says what for: `purpose` is the sentence.
 */
export function useRequireSession(purpose: string): (action: () => void) => () => void {
  const session = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  return (action) => (session ? action : () => void navigate('/login', { state: rememberPurpose(location, purpose) }))
}
