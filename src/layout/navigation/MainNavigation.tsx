import { Settings } from 'lucide-react'
import { NavLink } from 'react-router-dom'
import type { SessionUser } from '../../session/session.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/images/Icon.tsx'
import { UserLabel } from '../../ui/UserLabel.tsx'
import { navItems } from './navItems.ts'
import styles from './SideNav.module.css'

/** The navigation column of tablets and desktops. */
export function SideNav({ user }: { user: SessionUser }) {
  return (
    <nav className={styles.nav} aria-label="Main">
      {navItems.map(({ to, label, icon }) => (
        <NavLink key={to} to={to} className={styles.item ?? ''}>
          <Icon of={icon} />
          <span>{label}</span>
        </NavLink>
      ))}
      <div className={styles.rule} />
      <NavLink to="/userprofile" end className={styles.profile ?? ''}>
        <Avatar src={user.avatar} />
        <UserLabel name={user.firstName || user.username} username={user.username} />
      </NavLink>
      <NavLink to="/settings" className={classes(styles.item, styles.settings)}>
        <Icon of={Settings} />
        <span>Settings</span>
      </NavLink>
    </nav>
  )
}
