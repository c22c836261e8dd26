import { appPages } from '../../shared/appPages.ts'
import { CircleAlert } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { Outlet, useLocation, useMatch } from 'react-router-dom'
import { SessionProvider } from '../apollo/SessionProvider.tsx'
import { linksDeveloperPages } from '../backend/host.ts'
import { localMediaSource } from '../backend/localMediaSource.ts'
import { signedOutText, subscribeToSession, useSessionState } from '../session/session.ts'
import { forgetDeletedUser } from '../features/drafts/forgetUser.ts'
import { Outbox } from '../features/composer/Outbox.tsx'
import { PostedNotice } from '../features/composer/PostedNotice.tsx'
import { HoverCards } from '../features/profile/HoverCards.tsx'
import { Shortcuts } from '../features/shortcuts/Shortcuts.tsx'
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
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { StorageNotice } from './StorageNotice.tsx'
import { SuggestionsSlot } from './SuggestionsSlot.tsx'
import { panelId, SideNav, SkipLinks, TabBar } from './navigation/MainNavigation.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { ScrollRestoration } from './page/ScrollRestoration.tsx'
import { markOpenedRead, useUnreadCount } from '../features/notifications/notifications.ts'
import { endPushWithSession } from '../features/notifications/endPushWithSession.ts'
import { useIsDesktop, useIsPhone } from '../ui/breakpoints.ts'

// Before the first render, which may suspend until the refusal.
subscribeToSession(forgetDeletedUser)

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
  const { session, scope } = state
  const isPhone = useIsPhone()
  const isDesktop = useIsDesktop()
  const { pathname, key } = useLocation()
  // The lab takes the room of the side panel.
  const isWide = useMatch(appPages.lab.path) !== null
  const isHome = useMatch(appPages.home.path) !== null
  const isSignedOutHere = state.signOutReason === 'tokenRejected' && state.signOutKey === key
  const hasPanel = isDesktop && session !== null && !isWide
  const unread = useUnreadCount()
  useLiveUpdates()
  useEffect(() => {
    endPushWithSession(scope)
    markOpenedRead(scope)
  }, [scope])

  return (
    <MediaSourceContext value={localMediaSource}>
      {/* Before the page: the lists of the page scroll last. */}
      <ScrollRestoration />
      <SkipLinks panel={hasPanel ? suggestionsHeading : undefined} />
      <Header />
      <ConnectionBanner />
      <div className={classes(styles.shell, isWide && styles.wide)}>
        <div className={styles.nav}>{session && !isPhone && <SideNav user={session.user} unread={unread} />}</div>
        <main id="main" tabIndex={-1} className={styles.main}>
          <StorageNotice />
          {/* A page that needs a session redirects to log-in, which shows this text itself. */}
          {isSignedOutHere && <Banner icon={CircleAlert}>{signedOutText}</Banner>}
          {/* Home shows them below the form for a new post. */}
          {session && !isHome && <Outbox />}
          {/* Has no key, so that a navigation keeps showing the current page while the next page's code loads. */}
          <Suspense>
            <PageBoundary key={pathname} head={<PageHeadLine start={<BackButton fallback="/" />} />}>
              <Outlet />
            </PageBoundary>
          </Suspense>
        </main>
        {hasPanel && (
          <aside id={panelId} tabIndex={-1} className={styles.aside} aria-label={suggestionsHeading}>
            <SuggestionsSlot layout="panel" />
            <p className={styles.motto}>
              Share - Explore - Connect
              {linksDeveloperPages() && (
                <>
                  <br />
                  <TextLink to={appPages.graphiql.path}>GraphiQL</TextLink> ·{' '}
                  <TextLink to={appPages.lab.path}>Lab</TextLink>
                </>
              )}
            </p>
          </aside>
        )}
      </div>
      {session && isPhone && <TabBar user={session.user} unread={unread} />}
      <Shortcuts />
      {session && <PostedNotice />}
      <HoverCards key={key} />
    </MediaSourceContext>
  )
}
