import { useSyncExternalStore } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { remember } from './returnLocation.ts'
import { currentSession, subscribeToSession } from './session.ts'

/** Lets members through; a visitor is sent to log in, and what they asked for is remembered, unless they have just left. */
export function MembersOnly() {
  const { session, ending } = useSyncExternalStore(subscribeToSession, currentSession)
  const here = useLocation()
  if (session) return <Outlet />
  // Keyed, so that whoever goes back or forward before log-in has loaded is sent there anew.
  return <Navigate key={here.key} to="/login" replace state={ending === 'left' ? null : remember(here)} />
}
