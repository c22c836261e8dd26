export type AppPage = Declared & Access

interface Declared {
  /** In the syntax of React Router. */
  path: string
  /** The title, the heading and the label in the navigation, unless they depend on the data. */
  title?: string
}

type Access =
  | {
      /** Who may open it: the guards redirect the others. Default: everybody. */
      for?: 'visitors' | 'users'
      isFrameless?: never
    }
  /** It fills the window. All others but those for visitors are in the frame. */
  | { for?: never; isFrameless: true }

/** The app's pages (spec §2). `src/routes.ts` has the code of each. */
export const appPages = {
  landing: { path: '/', for: 'visitors', title: 'Share - Explore - Connect' },
  login: { path: '/login', for: 'visitors', title: 'Login' },
  signup: { path: '/signup', for: 'visitors', title: 'Sign up' },
  home: { path: '/home', for: 'users', title: 'Home' },
  explore: { path: '/explore', for: 'users', title: 'Explore' },
  bookmarks: { path: '/bookmarks', for: 'users', title: 'Bookmarks' },
  notifications: { path: '/notifications', for: 'users', title: 'Notifications' },
  settings: { path: '/settings', for: 'users', title: 'Settings' },
  ownProfile: { path: '/userprofile', for: 'users' },
  profile: { path: '/userprofile/:userId', for: 'users' },
  followers: { path: '/userprofile/:userId/followers', for: 'users' },
  following: { path: '/userprofile/:userId/following', for: 'users' },
  post: { path: '/post/:postId' },
  likes: { path: '/post/:postId/likes' },
  /** A username may contain slashes: `usernameAt` reads it. */
  user: { path: '/user/:username/*', for: 'users' },
  tag: { path: '/tag/:tag', for: 'users' },
  search: { path: '/search', title: 'Search' },
  graphiql: { path: '/graphiql', title: 'GraphiQL', isFrameless: true },
  lab: { path: '/lab', title: 'Lab' },
} as const satisfies Record<string, AppPage>

export type PageName = keyof typeof appPages

/** The files of the pages that the build prerenders, by path. Every other page of the app is index.html, too. */
export const prerenderedFiles: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.values<AppPage>(appPages).flatMap((page) =>
    page.for === 'visitors' ? [[page.path, `${page.path.slice(1) || 'index'}.html`]] : [],
  ),
)

/** React Router ignores case and trailing slashes, too. */
const patterns = /* @__PURE__ */ Object.values<AppPage>(appPages).map((page) => {
  const source = page.path.replace(/:\w+/, '[^/]+').replace('/*', '(?:/.*)?').replace(/\/$/, '')
  return { page, pattern: new RegExp(`^${source}/*$`, 'i') }
})

/** Returns the page at this path. */
export function pageAt(pathname: string): AppPage | undefined {
  return patterns.find(({ pattern }) => pattern.test(pathname))?.page
}

/** Browsers resolve the names `.` and `..` in a path, also escaped ones: these have an `@` more in it. */
const dots = /^@*\.{1,2}$/

/** Returns the path that leads to the profile of a user, whatever the username contains. */
export function userPath(username: string): string {
  return `/user/${encodeURIComponent(dots.test(username) ? `@${username}` : username)}`
}

/** Returns the username in a path, which may also be typed: `/user/a/b` and `/user/a%2Fb` are that of `a/b`. */
export function usernameAt(pathname: string): string {
  // Not from a parameter of React Router, which decodes `%252F` twice.
  const [, path = ''] = /^\/user\/(.*?)\/*$/i.exec(pathname) ?? []
  const username = decoded(path)
  return dots.test(username) ? username.replace(/^@/, '') : username
}

/** Returns the path itself if it does not decode, such as `50%`. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
