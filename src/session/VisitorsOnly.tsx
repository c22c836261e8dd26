import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { returnPath } from './returnLocation.ts'
import { useSession } from './useSession.ts'

/** Lets visitors through; a member goes on to where they were going, or to /home (spec §2). */
export function VisitorsOnly() {
  const session = useSession()
  const { key, state }: { key: string; state: unknown } = useLocation()
  return session ? <Navigate key={key} to={returnPath(state)} replace /> : <Outlet />
}
