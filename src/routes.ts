import { matchRoutes, parsePath, useLocation, useRoutes, type RouteObject } from 'react-router-dom'
import { appPaths } from '../shared/appPaths.ts'
import { openBackend } from './backend/openBackend.ts'
import { lazyComponent, lazyDefault, preload } from './lib/lazyComponent.ts'
import { RequireNoSession, RequireSession } from './session/guards.tsx'
import { returnPath } from './session/returnLocation.ts'
import { currentSession } from './session/session.ts'

const loadVisitorPages = () => import('./pages/visitorPages.ts')
const loadAppPages = () => {
  // Loads the backend in parallel. Failures to open surface in the page's query.
  openBackend().catch(() => {})
  return import('./pages/appPages.ts')
}

/** Creates every route of the app (spec §2). Its pages load on demand. */
export function createRoutes(): RouteObject[] {
  const ProfilePage = lazyDefault(() => import('./pages/profile/ProfilePage.tsx'))
  const SettingsPage = lazyDefault(async () => (await loadAppPages()).loadSettingsPage())
  const AppLayout = lazyComponent(loadAppPages, (pages) => pages.AppLayout)

  return [
    {
      Component: RequireNoSession,
      children: [
        { path: appPaths.landing, Component: lazyComponent(loadVisitorPages, (pages) => pages.LandingPage) },
        { path: appPaths.login, Component: lazyComponent(loadVisitorPages, (pages) => pages.LoginPage) },
        { path: appPaths.signup, Component: lazyComponent(loadVisitorPages, (pages) => pages.SignupPage) },
      ],
    },
    { path: appPaths.graphiql, Component: lazyDefault(() => import('./pages/graphiql/GraphiQLPage.tsx')) },
    {
      Component: RequireSession,
      children: [
        {
          Component: AppLayout,
          children: [
            { path: appPaths.home, Component: lazyComponent(loadAppPages, (pages) => pages.HomePage) },
            { path: appPaths.explore, Component: lazyComponent(loadAppPages, (pages) => pages.ExplorePage) },
            { path: appPaths.bookmarks, Component: lazyComponent(loadAppPages, (pages) => pages.BookmarksPage) },
            { path: appPaths.settings, Component: SettingsPage },
            { path: appPaths.ownProfile, Component: ProfilePage },
            { path: appPaths.profile, Component: ProfilePage },
          ],
        },
      ],
    },
    {
      Component: AppLayout,
      children: [
        { path: appPaths.post, Component: lazyDefault(() => import('./pages/post/PostPage.tsx')) },
        { path: appPaths.lab, Component: lazyDefault(() => import('./pages/lab/LabPage.tsx')) },
        { path: '*', Component: lazyDefault(() => import('./pages/notFound/NotFoundPage.tsx')) },
      ],
    },
  ]
}

/** Renders the page at the current address. */
export function CurrentPage({ routes }: { routes: RouteObject[] }) {
  const location = useLocation()
  return useRoutes(routes, { ...location, pathname: wellFormed(location.pathname) })
}

/**
 * Loads the code of the page that the first render shows. Without it the first render would show an empty Suspense
 * fallback, and React reveals the content at the earliest 300 ms after that. If a chunk does not load, rendering fails
 * again inside an error boundary.
 */
export async function preloadPage(
  routes: RouteObject[],
  { pathname, state }: { pathname: string; state: unknown },
): Promise<void> {
  const signedIn = currentSession().session !== null
  const components = componentsAt(routes, pathname)
  const guarded = components.includes(signedIn ? RequireNoSession : RequireSession)
  const shown = guarded ? componentsAt(routes, signedIn ? returnPath(state) : '/login') : components
  await Promise.allSettled(shown.map(preload))
}

function componentsAt(routes: RouteObject[], path: string) {
  const { pathname = '/' } = parsePath(path)
  return (matchRoutes(routes, wellFormed(pathname)) ?? []).flatMap(({ route }) => route.Component ?? [])
}

/** Escapes the percent signs of a path that does not decode, such as `/%zz`: the router would warn about it. */
function wellFormed(pathname: string): string {
  try {
    decodeURIComponent(pathname)
    return pathname
  } catch {
    return pathname.replaceAll('%', '%25')
  }
}
