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
  user: '/user/:username',
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
  (path) => new RegExp(`^${path.replace(/:\w+/, '[^/]+').replace(/\/$/, '')}/*$`, 'i'),
)

/** Whether the app has a page at this path. */
export function isAppPath(pathname: string): boolean {
  return patterns.some((pattern) => pattern.test(pathname))
}
