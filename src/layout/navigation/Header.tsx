import { LogOut } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { remember } from '../../session/returnLocation.ts'
import { endSession, useSession } from '../../session/session.ts'
import { UserSearch } from '../../features/people/UserSearch.tsx'
import { ThemeSwitch } from '../../ui/theme/ThemeSwitch.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Logo } from '../../ui/images/Logo.tsx'
import styles from './Header.module.css'
import { LabBadgeSlot } from './LabBadgeSlot.tsx'

/** The upper bar: logo, search, theme switch, and a log-out button, or a log-in link for visitors. */
export function Header() {
  const session = useSession()
  const navigate = useNavigate()
  const location = useLocation()

  const logOut = () => {
    endSession('loggedOut')
    toast.info('Logged out')
    // Replaces the history entry: going back to it would only redirect to log-in again.
    void navigate('/login', { replace: true })
  }

  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <Link to={session ? '/home' : '/'} className={styles.logo} aria-label="Weft">
          <span className={styles.full}>
            <Logo height="2rem" />
          </span>
          <span className={styles.mark}>
            <Logo mark height="min(2rem, 11vw)" />
          </span>
        </Link>
        <div className={styles.search}>
          <UserSearch />
        </div>
        <div className={styles.tools}>
          <LabBadgeSlot />
          <ThemeSwitch />
          {session ? (
            <IconButton label="Log out" onClick={logOut}>
              <Icon of={LogOut} />
            </IconButton>
          ) : (
            <ButtonLink to="/login" state={remember(location)} size="sm" variant="soft">
              Log In
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  )
}
