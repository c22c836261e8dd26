import { matchRoutes, parsePath, useLocation, useRoutes, type RouteObject } from 'react-router-dom'
import { openBackend } from './backend/backend.ts'
import { lazyComponent, preload } from './lib/lazyComponent.ts'
import { RequireNoSession, RequireSession } from './session/guards.tsx'
import { returnPath } from './session/returnLocation.ts'
import { currentSession } from './session/session.ts'

const loadVisitorPages = () => import('./pages/visitorPages.ts')
const loadAppPages = () => {
  // The backend loads at the same time. Failures to open surface in the page's query.
  openBackend().catch(() => {})
  return import('./pages/appPages.ts')
}

const AppLayout = lazyComponent(loadAppPages, (pages) => pages.AppLayout)

/** Every address of the app (spec §2). */
const routes: RouteObject[] = [
  {
    Component: RequireNoSession,
    children: [
      { index: true, Component: lazyComponent(loadVisitorPages, (pages) => pages.LandingPage) },
      { path: 'login', Component: lazyComponent(loadVisitorPages, (pages) => pages.LoginPage) },
      { path: 'signup', Component: lazyComponent(loadVisitorPages, (pages) => pages.SignupPage) },
    ],
  },
  {
    path: 'graphiql',
    Component: lazyComponent(
      () => import('./pages/graphiql/GraphiQLPage.tsx'),
      (page) => page.default,
    ),
  },
  {
    Component: RequireSession,
    children: [
      {
        Component: AppLayout,
        children: [
          { path: 'home', Component: lazyComponent(loadAppPages, (pages) => pages.HomePage) },
          { path: 'explore', Component: lazyComponent(loadAppPages, (pages) => pages.ExplorePage) },
          { path: 'bookmarks', Component: lazyComponent(loadAppPages, (pages) => pages.BookmarksPage) },
          {
            path: 'userprofile',
            Component: lazyComponent(
              () => import('./pages/profile/ProfilePage.tsx'),
              (page) => page.default,
            ),
          },
          {
            path: 'userprofile/:userId',
            Component: lazyComponent(
              () => import('./pages/profile/ProfilePage.tsx'),
              (page) => page.default,
            ),
          },
        ],
      },
    ],
  },
  {
    Component: AppLayout,
    children: [
      {
        path: 'post/:postId',
        Component: lazyComponent(
          () => import('./pages/post/PostPage.tsx'),
          (page) => page.default,
        ),
      },
      {
        path: 'lab',
        Component: lazyComponent(
          () => import('./pages/lab/LabPage.tsx'),
          (page) => page.default,
        ),
      },
      {
        path: '*',
        Component: lazyComponent(
          () => import('./pages/notFound/NotFoundPage.tsx'),
          (page) => page.default,
        ),
      },
    ],
  },
]

/** The page at the current address. */
export function CurrentPage() {
  const location = useLocation()
  return useRoutes(routes, { ...location, pathname: wellFormed(location.pathname) })
}

/**
 * Loads the code of the page that the first render shows, so that React need not show an empty page first: it would
 * then keep that for 300 ms. A part that does not load fails again in the render, inside an error boundary.
 */
export async function preloadPage({ pathname, state }: { pathname: string; state: unknown }): Promise<void> {
  const signedIn = currentSession().session !== null
  const components = componentsAt(pathname)
  const guarded = components.includes(signedIn ? RequireNoSession : RequireSession)
  const shown = guarded ? componentsAt(signedIn ? returnPath(state) : '/login') : components
  await Promise.allSettled(shown.map(preload))
}

function componentsAt(path: string) {
  const { pathname = '/' } = parsePath(path)
  return (matchRoutes(routes, wellFormed(pathname)) ?? []).flatMap(({ route }) => route.Component ?? [])
}

/** The router warns of a path that does not decode, such as `/%zz`. Its percent signs are then plain text. */
function wellFormed(pathname: string): string {
  try {
    decodeURIComponent(pathname)
    return pathname
  } catch {
    return pathname.replaceAll('%', '%25')
  }
}
