import { useLocation, useNavigate } from 'react-router-dom'
import { remember } from './returnLocation.ts'
import { useSession } from './useSession.ts'

/** Wraps what only members may do: a visitor is sent to log in, and comes back to where they are. */
export function useMembersOnly(): (action: () => void) => () => void {
  const session = useSession()
  const navigate = useNavigate()
  const here = useLocation()
  return (action) => (session ? action : () => void navigate('/login', { state: remember(here) }))
}
