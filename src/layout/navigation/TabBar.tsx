import { NavLink } from 'react-router-dom'
import type { SessionUser } from '../../session/session.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { navItems } from './navItems.ts'
import styles from './TabBar.module.css'

/** The navigation bar of phones. */
export function TabBar({ user }: { user: SessionUser }) {
  return (
    <nav className={styles.bar} aria-label="Main">
      {navItems.map(({ to, label, icon }) => (
        <NavLink key={to} to={to} className={styles.tab ?? ''}>
          <Icon of={icon} />
          <span>{label}</span>
        </NavLink>
      ))}
      <NavLink to="/userprofile" end className={styles.tab ?? ''}>
        <Avatar src={user.avatar} size="1.5rem" />
        <span>Profile</span>
      </NavLink>
    </nav>
  )
}
