import { LogOut, Search } from 'lucide-react'
import { appPages } from '../../shared/appPages.ts'
import { PostListSkeleton } from '../features/posts/lists/PostListSkeleton.tsx'
import { searchLabel } from '../features/people/UserSearch.tsx'
import searchStyles from '../features/people/UserSearch.module.css'
import { ThemeSwitch } from '../ui/theme/ThemeSwitch.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Icon } from '../ui/images/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Logo } from '../ui/images/Logo.tsx'
import { noUser } from '../session/storedSession.ts'
import layoutStyles from './AppLayout.module.css'
import headerStyles from './navigation/Header.module.css'
import headStyles from './page/PageHead.module.css'
import { SideNav, SkipLinks, TabBar } from './navigation/MainNavigation.tsx'

const placeholderUser = { ...noUser, username: '…' }

/**
 * The frame of `AppLayout` with skeletons. The build writes it into every page, and `src/start/bodyScript.ts` shows it until
 * the app renders in its place. Parts with `data-user` are for signed-in users,
 * the link with `data-visitor` for visitors.
 */
export function Shell() {
  return (
    <>
      <SkipLinks />
      <header className={headerStyles.header}>
        <div className={headerStyles.row}>
          <a href="/" className={headerStyles.logo} aria-label="Weft">
            <span className={headerStyles.full}>
              <Logo height="2rem" />
            </span>
            <span className={headerStyles.mark}>
              <Logo mark height="2rem" />
            </span>
          </a>
          <div className={headerStyles.search}>
            <div className={searchStyles.box}>
              <Icon of={Search} />
              <input type="search" aria-label={searchLabel} placeholder={searchLabel} autoComplete="off" />
            </div>
          </div>
          <div className={headerStyles.tools}>
            <ThemeSwitch />
            <IconButton label="Log out" data-user="">
              <Icon of={LogOut} />
            </IconButton>
            <ButtonLink to={appPages.login.path} size="sm" variant="soft" data-visitor="">
              Log In
            </ButtonLink>
          </div>
        </div>
      </header>
      <div className={layoutStyles.shell}>
        <div className={layoutStyles.nav}>
          <div data-user="">
            <SideNav user={placeholderUser} />
          </div>
        </div>
        <main id="main" tabIndex={-1} className={layoutStyles.main}>
          <div className={headStyles.head}>
            <h1> </h1>
          </div>
          <PostListSkeleton />
        </main>
      </div>
      {/* The class hides it except on phones. */}
      <div className={headerStyles.mark} data-user="">
        <TabBar user={placeholderUser} />
      </div>
    </>
  )
}
