/** The paths of the app's pages (spec §2), in the syntax of React Router. */
export const appPaths = {
  landing: '/',
  login: '/login',
  signup: '/signup',
  home: '/home',
  explore: '/explore',
  bookmarks: '/bookmarks',
  settings: '/settings',
  ownProfile: '/userprofile',
  profile: '/userprofile/:userId',
  followers: '/userprofile/:userId/followers',
  following: '/userprofile/:userId/following',
  post: '/post/:postId',
  likes: '/post/:postId/likes',
  /** A username may contain slashes: `usernameAt` reads it. */
  user: '/user/:username/*',
  tag: '/tag/:tag',
  graphiql: '/graphiql',
  lab: '/lab',
} as const

/** The files of the pages that the build prerenders. Every other page of the app is index.html, too. */
export const prerenderedFiles: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  [appPaths.landing, 'index.html'],
  [appPaths.login, 'login.html'],
  [appPaths.signup, 'signup.html'],
])

/** React Router ignores case and trailing slashes, too. */
const patterns = /* @__PURE__ */ Object.values(appPaths).map(
  (path) => new RegExp(`^${path.replace(/:\w+/, '[^/]+').replace('/*', '(?:/.*)?').replace(/\/$/, '')}/*$`, 'i'),
)

/** Whether the app has a page at this path. */
export function isAppPath(pathname: string): boolean {
  return patterns.some((pattern) => pattern.test(pathname))
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
