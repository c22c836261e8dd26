import { createElement, type ComponentType } from 'react'
import { matchRoutes, parsePath, useLocation, useRoutes, type RouteObject } from 'react-router-dom'
import { appPages, usernameAt, type AppPage, type PageName } from '../shared/appPages.ts'
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
  const components: Record<string, ComponentType> = {
    landing: lazyComponent(loadVisitorPages, (pages) => pages.LandingPage),
    login: lazyComponent(loadVisitorPages, (pages) => pages.LoginPage),
    signup: lazyComponent(loadVisitorPages, (pages) => pages.SignupPage),
    home: lazyDefault(async () => (await loadAppPages()).HomePage),
    explore: lazyDefault(async () => (await loadAppPages()).ExplorePage),
    bookmarks: lazyDefault(async () => (await loadAppPages()).BookmarksPage),
    notifications: lazyDefault(() => import('./pages/notifications/NotificationsPage.tsx')),
    settings: lazyDefault(async () => (await loadAppPages()).loadSettingsPage()),
    ownProfile: ProfilePage,
    profile: ProfilePage,
    followers: lazyDefault(async () => (await loadPeoplePages()).FollowersPage),
    following: lazyDefault(async () => (await loadPeoplePages()).FollowingPage),
    post: lazyDefault(() => import('./pages/post/PostPage.tsx')),
    likes: lazyDefault(async () => (await loadPeoplePages()).LikesPage),
    user: lazyDefault(async () => (await loadProfilePage()).UserPage),
    tag: lazyDefault(() => import('./pages/tag/TagPage.tsx')),
    search: lazyDefault(() => import('./pages/search/SearchPage.tsx')),
    graphiql: lazyDefault(() => import('./devtools/graphiql/GraphiQLPage.tsx')),
    lab: lazyDefault(() => import('./pages/lab/LabPage.tsx')),
  } satisfies Record<PageName, ComponentType>
  const routesOf = (isIncluded: (page: AppPage) => boolean): RouteObject[] =>
    Object.entries<AppPage>(appPages)
      .filter(([, page]) => isIncluded(page))
      .map(([name, { path }]) => ({ path, Component: components[name] ?? null }))
  // The guard and the layout of all pages in the frame are the same, so that React keeps them.
  const inFrame = (needsSession: boolean, children: RouteObject[]): RouteObject => ({
    ...(needsSession && { id: usersOnly }),
    element: createElement(FrameGuard, { needsSession }),
    children: [{ Component: AppLayout, children }],
  })
  const NotFoundPage = lazyDefault(() => import('./pages/notFound/NotFoundPage.tsx'))

  return [
    { id: visitorsOnly, Component: RequireNoSession, children: routesOf((page) => page.for === 'visitors') },
    ...routesOf((page) => page.isFrameless === true),
    inFrame(
      true,
      routesOf((page) => page.for === 'users'),
    ),
    inFrame(false, [...routesOf((page) => !page.for && !page.isFrameless), { path: '*', Component: NotFoundPage }]),
  ]
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
  { pathname, search = '', state = null }: { pathname: string; search?: string; state?: unknown },
  { query = true, sentAt }: { query?: boolean; sentAt?: number | undefined } = {},
): PreloadedPage {
  const path = shownPath(routes, pathname + search, state)
  const shown = componentsAt(routes, path)
  const searchParams = new URLSearchParams(parsePath(path).search)
  const queries = query
    ? shown.map(({ Component, params }) => startQueryOf(Component, params, sentAt, searchParams))
    : []
  const data = Promise.all(queries)
  // The page reports the failure.
  data.catch(() => {})
  return { code: Promise.allSettled(shown.map(({ Component }) => preload(Component))), data }
}

/** Returns the path of the page that a path opens, after the redirects of the guards. */
function shownPath(routes: RouteObject[], path: string, state: unknown): string {
  const signedIn = currentSession().session !== null
  const isRefused = matchesAt(routes, path).some(({ route }) => route.id === (signedIn ? visitorsOnly : usersOnly))
  return !isRefused ? path : signedIn ? returnPath(state) : appPages.login.path
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
