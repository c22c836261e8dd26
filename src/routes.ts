import { createElement } from 'react'
import { matchRoutes, parsePath, useLocation, useRoutes, type RouteObject } from 'react-router-dom'
import { appPaths, usernameAt } from '../shared/appPaths.ts'
import { openBackend } from './backend/openBackend.ts'
import { lazyComponent, lazyDefault, preload, startQueryOf } from './lib/lazyComponent.ts'
import { FrameGuard, RequireNoSession } from './session/guards.tsx'
import { returnPath } from './session/returnLocation.ts'
import { currentSession } from './session/session.ts'

const loadVisitorPages = () => import('./pages/visitor.chunk.ts')
const loadAppPages = () => {
  // Loads the backend in parallel. Failures to open surface in the page's query.
  openBackend().catch(() => {})
  return import('./pages/app.chunk.ts')
}

const loadPeoplePages = () => import('./pages/people/PeoplePages.tsx')
const loadProfilePage = () => import('./pages/profile/ProfilePage.tsx')

/** The ids of the routes that only visitors or only signed-in users may open. */
const visitorsOnly = 'visitorsOnly'
const usersOnly = 'usersOnly'

/** Creates every route of the app (spec §2). Its pages load on demand. */
export function createRoutes(): RouteObject[] {
  const AppLayout = lazyComponent(loadAppPages, (pages) => pages.AppLayout)
  const ProfilePage = lazyDefault(loadProfilePage)

  return [
    {
      id: visitorsOnly,
      Component: RequireNoSession,
      children: [
        { path: appPaths.landing, Component: lazyComponent(loadVisitorPages, (pages) => pages.LandingPage) },
        { path: appPaths.login, Component: lazyComponent(loadVisitorPages, (pages) => pages.LoginPage) },
        { path: appPaths.signup, Component: lazyComponent(loadVisitorPages, (pages) => pages.SignupPage) },
      ],
    },
    { path: appPaths.graphiql, Component: lazyDefault(() => import('./devtools/graphiql/GraphiQLPage.tsx')) },
    inFrame({ needsSession: true }, [
      { path: appPaths.home, Component: lazyDefault(async () => (await loadAppPages()).HomePage) },
      { path: appPaths.explore, Component: lazyDefault(async () => (await loadAppPages()).ExplorePage) },
      { path: appPaths.bookmarks, Component: lazyDefault(async () => (await loadAppPages()).BookmarksPage) },
      { path: appPaths.settings, Component: lazyDefault(async () => (await loadAppPages()).loadSettingsPage()) },
      { path: appPaths.ownProfile, Component: ProfilePage },
      { path: appPaths.profile, Component: ProfilePage },
      { path: appPaths.followers, Component: lazyDefault(async () => (await loadPeoplePages()).FollowersPage) },
      { path: appPaths.following, Component: lazyDefault(async () => (await loadPeoplePages()).FollowingPage) },
      { path: appPaths.user, Component: lazyDefault(async () => (await loadProfilePage()).UserPage) },
      { path: appPaths.tag, Component: lazyDefault(() => import('./pages/tag/TagPage.tsx')) },
    ]),
    inFrame({ needsSession: false }, [
      { path: appPaths.post, Component: lazyDefault(() => import('./pages/post/PostPage.tsx')) },
      { path: appPaths.likes, Component: lazyDefault(async () => (await loadPeoplePages()).LikesPage) },
      { path: appPaths.lab, Component: lazyDefault(() => import('./pages/lab/LabPage.tsx')) },
      { path: '*', Component: lazyDefault(() => import('./pages/notFound/NotFoundPage.tsx')) },
    ]),
  ]

  /** Puts pages into the frame. Its guard and its layout are those of every other page in it, so that React keeps them. */
  function inFrame({ needsSession }: { needsSession: boolean }, children: RouteObject[]): RouteObject {
    return {
      ...(needsSession && { id: usersOnly }),
      element: createElement(FrameGuard, { needsSession }),
      children: [{ Component: AppLayout, children }],
    }
  }
}

/** Renders the page at the current address. */
export function CurrentPage({ routes }: { routes: RouteObject[] }) {
  const location = useLocation()
  const pathname = wellFormed(location.pathname)
  // With a location argument, `useRoutes` makes `useNavigationType` return `POP` for every navigation.
  return useRoutes(routes, pathname === location.pathname ? undefined : { ...location, pathname })
}

export interface PreloadedPage {
  /**
   * Resolves when the code of the page has loaded. Rendered earlier, the page would show an empty Suspense fallback, and
   * React reveals the content at the earliest 300 ms after that. Never rejects: if a chunk does not load, rendering fails
   * again inside an error boundary.
   */
  code: Promise<unknown>
  /** Resolves when the page has its data. Rejects if its query fails. */
  data: Promise<unknown>
}

/** Loads the code of the page at a location and starts its query, both at once. `sentAt`: see `StartQuery`. */
export function preloadPage(
  routes: RouteObject[],
  { pathname, state = null }: { pathname: string; state?: unknown },
  { query = true, sentAt }: { query?: boolean; sentAt?: number | undefined } = {},
): PreloadedPage {
  const shown = shownAt(routes, pathname, state)
  const queries = query ? shown.map(({ Component, params }) => startQueryOf(Component, params, sentAt)) : []
  const data = Promise.all(queries)
  // The page reports the failure.
  data.catch(() => {})
  return { code: Promise.allSettled(shown.map(({ Component }) => preload(Component))), data }
}

/** Returns the components of the page at a location, after the redirects of the guards. */
function shownAt(routes: RouteObject[], pathname: string, state: unknown) {
  const signedIn = currentSession().session !== null
  const isRefused = matchesAt(routes, pathname).some(({ route }) => route.id === (signedIn ? visitorsOnly : usersOnly))
  return componentsAt(routes, !isRefused ? pathname : signedIn ? returnPath(state) : appPaths.login)
}

/** Returns the components of the page at a path, from the outermost, with the parameters of the path. */
export function componentsAt(routes: RouteObject[], path: string) {
  return matchesAt(routes, path).flatMap(({ route: { Component }, params }) =>
    Component ? [{ Component, params }] : [],
  )
}

function matchesAt(routes: RouteObject[], path: string) {
  const { pathname = '/' } = parsePath(path)
  const matches = matchRoutes(routes, wellFormed(pathname)) ?? []
  return matches.map(({ route, params }) => ({
    route,
    params: 'username' in params ? { ...params, username: usernameAt(pathname) } : params,
  }))
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
