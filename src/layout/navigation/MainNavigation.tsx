import { Bell, Bookmark, Compass, House, Settings } from 'lucide-react'
import { NavLink } from 'react-router-dom'
import { appPages } from '../../../shared/appPages.ts'
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
  { ...appPages.home, icon: House },
  { ...appPages.explore, icon: Compass },
  { ...appPages.bookmarks, icon: Bookmark },
  { ...appPages.notifications, icon: Bell },
]

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

interface NavigationProps {
  user: SessionUser
  /** The number of unread notifications, if it is known. */
  unread?: number
}

/** The navigation column of tablets and desktops. */
export function SideNav({ user, unread = 0 }: NavigationProps) {
  return (
    <nav className={styles.nav} aria-label="Main">
      {pages.map(({ path, title, icon }) => (
        <NavLink key={path} to={path} className={styles.item ?? ''} aria-label={nameOf(path, title, unread)}>
          <Icon of={icon} />
          <span>{title}</span>
          {path === appPages.notifications.path && <Badge count={unread} />}
        </NavLink>
      ))}
      <div className={styles.rule} />
      <NavLink to={appPages.ownProfile.path} end className={styles.profile ?? ''}>
        <Avatar src={user.avatar} />
        <UserLabel name={shortName(user)} username={user.username} />
      </NavLink>
      <NavLink to={appPages.settings.path} className={classes(styles.item, styles.settings)}>
        <Icon of={Settings} />
        <span>{appPages.settings.title}</span>
      </NavLink>
    </nav>
  )
}

/** The name of a link, if it is not its text. */
function nameOf(path: string, title: string, unread: number): string | undefined {
  return path === appPages.notifications.path && unread > 0 ? `${title}, ${unread} unread` : undefined
}

/** The number of unread notifications. The name of the link has it, too. */
function Badge({ count }: { count: number }) {
  return (
    count > 0 && (
      <span className={styles.badge} aria-hidden="true">
        {count > 9 ? '9+' : count}
      </span>
    )
  )
}

/** The navigation bar of phones. */
export function TabBar({ user, unread = 0 }: NavigationProps) {
  return (
    <nav className={tabStyles.bar} aria-label="Main">
      {pages.map(({ path, title, icon }) => (
        <NavLink key={path} to={path} className={tabStyles.tab ?? ''} aria-label={nameOf(path, title, unread)}>
          <span className={tabStyles.icon}>
            <Icon of={icon} />
            {path === appPages.notifications.path && <Badge count={unread} />}
          </span>
          <span>{title}</span>
        </NavLink>
      ))}
      <NavLink to={appPages.ownProfile.path} end className={tabStyles.tab ?? ''}>
        <Avatar src={user.avatar} size="1.5rem" />
        <span>Profile</span>
      </NavLink>
    </nav>
  )
}
