import { appPaths } from '../../shared/appPaths.ts'
import { ApolloProvider } from '@apollo/client/react'
import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { sessionClient } from '../apollo/client.ts'
import { lazyWhenIdle } from '../lib/lazyComponent.ts'
import { localMedia } from '../backend/localMedia.ts'
import { useSession } from '../session/session.ts'
import { KeptDrafts } from '../features/composer/loadParts.ts'
import { suggestionsHeading } from '../features/people/Suggestions.tsx'
import { MediaSourceContext } from '../ui/mediaSource.ts'
import { classes } from '../ui/classes.ts'
import { TextLink } from '../ui/TextLink.tsx'
import styles from './AppLayout.module.css'
import { Header } from './Header.tsx'
import { useLiveUpdates } from '../features/live/useLiveUpdates.ts'
import { PageBoundary } from './PageBoundary.tsx'
import { OptionalPart } from '../ui/OptionalPart.tsx'
import { SuggestionsSlot } from './SuggestionsSlot.tsx'
import { NameCardSlot } from './NameCardSlot.tsx'
import { SideNav } from './SideNav.tsx'
import { TabBar } from './TabBar.tsx'
import { ScrollRestoration } from './ScrollRestoration.tsx'
import { useIsDesktop, useIsPhone } from './breakpoints.ts'

const loadIdleParts = () => import('./idleParts.ts')
const ConnectionBanner = lazyWhenIdle(loadIdleParts, (parts) => parts.ConnectionBanner)
const BackgroundParts = lazyWhenIdle(loadIdleParts, (parts) => parts.BackgroundParts)
const StorageNotice = lazyWhenIdle(loadIdleParts, (parts) => parts.StorageNotice)

/**
 * The shared frame of the spec (§2): header, navigation and side panel around a page. Visitors see it on public pages.
 */
export default function AppLayout() {
  const session = useSession()
  const isPhone = useIsPhone()
  const isDesktop = useIsDesktop()
  const { pathname } = useLocation()
  // The lab takes the room of the side panel.
  const isWide = pathname === '/lab'
  useLiveUpdates()

  return (
    // A change of user remounts the page and so discards the previous user's unfinished input.
    <ApolloProvider key={session?.user._id} client={sessionClient()}>
      <MediaSourceContext value={localMedia}>
        <ScrollRestoration />
        <a className={styles.skip} href="#main">
          Skip to content
        </a>
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
            {/* Home shows them below the form for a new post. */}
            {session && pathname !== appPaths.home && (
              <OptionalPart>
                <KeptDrafts />
              </OptionalPart>
            )}
            {/* Has no key, so that a navigation keeps showing the current page while the next page's code loads. */}
            <Suspense>
              <PageBoundary key={pathname}>
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
                <TextLink to="/graphiql">GraphiQL</TextLink> · <TextLink to="/lab">Lab</TextLink>
              </p>
            </aside>
          )}
        </div>
        {session && isPhone && <TabBar user={session.user} />}
        <OptionalPart>
          <BackgroundParts />
        </OptionalPart>
        <NameCardSlot />
      </MediaSourceContext>
    </ApolloProvider>
  )
}
