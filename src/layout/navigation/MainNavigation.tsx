import { Bookmark, Compass, House, Settings } from 'lucide-react'
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

/** The navigation column of tablets and desktops. */
export function SideNav({ user }: { user: SessionUser }) {
  return (
    <nav className={styles.nav} aria-label="Main">
      {pages.map(({ path, title, icon }) => (
        <NavLink key={path} to={path} className={styles.item ?? ''}>
          <Icon of={icon} />
          <span>{title}</span>
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

/** The navigation bar of phones. */
export function TabBar({ user }: { user: SessionUser }) {
  return (
    <nav className={tabStyles.bar} aria-label="Main">
      {pages.map(({ path, title, icon }) => (
        <NavLink key={path} to={path} className={tabStyles.tab ?? ''}>
          <Icon of={icon} />
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
