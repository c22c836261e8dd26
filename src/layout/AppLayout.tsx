import { appPaths } from '../../shared/appPaths.ts'
import { CircleAlert } from 'lucide-react'
import { Suspense } from 'react'
import { Outlet, useLocation, useMatch } from 'react-router-dom'
import { SessionProvider } from '../apollo/SessionProvider.tsx'
import { lazyWhenIdle } from '../lib/lazyComponent.ts'
import { localMediaSource } from '../backend/localMediaSource.ts'
import { signedOutText, useSessionState } from '../session/session.ts'
import { Outbox } from '../features/composer/Composer.tsx'
import { suggestionsHeading } from '../features/people/Suggestions.tsx'
import { MediaSourceContext } from '../ui/images/mediaSource.ts'
import { Banner } from '../ui/Banner.tsx'
import { classes } from '../ui/classes.ts'
import styles from './AppLayout.module.css'
import { Header } from './navigation/Header.tsx'
import { useLiveUpdates } from '../features/live/useLiveUpdates.ts'
import { BackButton } from './page/BackButton.tsx'
import { PageBoundary } from './page/PageBoundary.tsx'
import { PageHeadLine } from './page/PageHead.tsx'
import { OptionalPart } from '../ui/OptionalPart.tsx'
import { SuggestionsSlot } from './SuggestionsSlot.tsx'
import { SideNav, SkipLink, TabBar } from './navigation/MainNavigation.tsx'
import { ToolLinks } from '../ui/TextLink.tsx'
import { ScrollRestoration } from './page/ScrollRestoration.tsx'
import { useIsDesktop, useIsPhone } from './breakpoints.ts'

const loadIdleParts = () => import('./idle.chunk.ts')
const ConnectionBanner = lazyWhenIdle(loadIdleParts, (parts) => parts.ConnectionBanner)
const Shortcuts = lazyWhenIdle(loadIdleParts, (parts) => parts.Shortcuts)
const ResendInterrupted = lazyWhenIdle(loadIdleParts, (parts) => parts.ResendInterrupted)
const StorageNotice = lazyWhenIdle(loadIdleParts, (parts) => parts.StorageNotice)
const HoverCards = lazyWhenIdle(
  () => import('../features/profile/HoverCards.tsx'),
  (module) => module.default,
)

/**
 * The shared frame of the spec (§2): header, navigation and side panel around a page. Visitors see it on public pages.
 */
export default function AppLayout() {
  return (
    <SessionProvider>
      <Layout />
    </SessionProvider>
  )
}

function Layout() {
  const state = useSessionState()
  const { session } = state
  const isPhone = useIsPhone()
  const isDesktop = useIsDesktop()
  const { pathname, key } = useLocation()
  // The lab takes the room of the side panel.
  const isWide = useMatch(appPaths.lab) !== null
  const isHome = useMatch(appPaths.home) !== null
  const isSignedOutHere = state.signOutReason === 'tokenRejected' && state.signOutKey === key
  useLiveUpdates()

  return (
    <MediaSourceContext value={localMediaSource}>
      {/* Before the page: the lists of the page scroll last. */}
      <ScrollRestoration />
      <SkipLink />
      <Header />
      <OptionalPart>
        <ConnectionBanner />
      </OptionalPart>
      <div className={classes(styles.shell, isWide && styles.wide)}>
        <div className={styles.nav}>{session && !isPhone && <SideNav user={session.user} />}</div>
        <main id="main" tabIndex={-1} className={styles.main}>
          <OptionalPart>
            <StorageNotice />
          </OptionalPart>
          {/* A page that needs a session redirects to log-in, which shows this text itself. */}
          {isSignedOutHere && <Banner icon={CircleAlert}>{signedOutText}</Banner>}
          {/* Home shows them below the form for a new post. */}
          {session && !isHome && (
            <OptionalPart>
              <Outbox />
            </OptionalPart>
          )}
          {/* Has no key, so that a navigation keeps showing the current page while the next page's code loads. */}
          <Suspense>
            <PageBoundary key={pathname} head={<PageHeadLine start={<BackButton fallback="/" />} />}>
              <Outlet />
            </PageBoundary>
          </Suspense>
        </main>
        {isDesktop && session && !isWide && (
          <aside className={styles.aside} aria-label={suggestionsHeading}>
            <SuggestionsSlot layout="panel" />
            <p className={styles.motto}>
              Share - Explore - Connect
              <br />
              <ToolLinks />
            </p>
          </aside>
        )}
      </div>
      {session && isPhone && <TabBar user={session.user} />}
      <OptionalPart>
        <Shortcuts />
      </OptionalPart>
      {session && (
        <OptionalPart>
          <ResendInterrupted />
        </OptionalPart>
      )}
      <OptionalPart>
        <HoverCards key={key} />
      </OptionalPart>
    </MediaSourceContext>
  )
}
