import { Bookmark, Compass, House, Settings } from 'lucide-react'
import { NavLink } from 'react-router-dom'
import { shortName } from '../../features/people/userLinks.ts'
import type { SessionUser } from '../../session/session.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/images/Icon.tsx'
import { UserLabel } from '../../ui/UserLabel.tsx'
import layoutStyles from '../AppLayout.module.css'
import styles from './SideNav.module.css'
import tabStyles from './TabBar.module.css'

/** The pages of the side navigation and the tab bar. */
const pages = [
  { to: '/home', label: 'Home', icon: House },
  { to: '/explore', label: 'Explore', icon: Compass },
  { to: '/bookmarks', label: 'Bookmarks', icon: Bookmark },
] as const

/** The id of the panel beside the page. */
export const panelId = 'people'

interface SkipLinksProps {
  /** The heading of the panel, if there is one. */
  panel?: string | undefined
}

/**
 * The first links of each page with the frame. `src/start/bodyScript.ts` handles them, so that they add no entry to the
 * history.
 */
export function SkipLinks({ panel }: SkipLinksProps) {
  return (
    <>
      <a className={layoutStyles.skip} href="#main">
        Skip to content
      </a>
      {panel !== undefined && (
        <a className={layoutStyles.skip} href={`#${panelId}`}>
          Skip to {panel}
        </a>
      )}
    </>
  )
}

/** The navigation column of tablets and desktops. */
export function SideNav({ user }: { user: SessionUser }) {
  return (
    <nav className={styles.nav} aria-label="Main">
      {pages.map(({ to, label, icon }) => (
        <NavLink key={to} to={to} className={styles.item ?? ''}>
          <Icon of={icon} />
          <span>{label}</span>
        </NavLink>
      ))}
      <div className={styles.rule} />
      <NavLink to="/userprofile" end className={styles.profile ?? ''}>
        <Avatar src={user.avatar} />
        <UserLabel name={shortName(user)} username={user.username} />
      </NavLink>
      <NavLink to="/settings" className={classes(styles.item, styles.settings)}>
        <Icon of={Settings} />
        <span>Settings</span>
      </NavLink>
    </nav>
  )
}

/** The navigation bar of phones. */
export function TabBar({ user }: { user: SessionUser }) {
  return (
    <nav className={tabStyles.bar} aria-label="Main">
      {pages.map(({ to, label, icon }) => (
        <NavLink key={to} to={to} className={tabStyles.tab ?? ''}>
          <Icon of={icon} />
          <span>{label}</span>
        </NavLink>
      ))}
      <NavLink to="/userprofile" end className={tabStyles.tab ?? ''}>
        <Avatar src={user.avatar} size="1.5rem" />
        <span>Profile</span>
      </NavLink>
    </nav>
  )
}
