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
  post: '/post/:postId',
  graphiql: '/graphiql',
  lab: '/lab',
} as const

/** React Router ignores case and trailing slashes, too. */
const patterns = Object.values(appPaths).map(
  (path) => new RegExp(`^${path.replace(/:\w+/, '[^/]+').replace(/\/$/, '')}/*$`, 'i'),
)

/** Whether the app has a page at this path. */
export function isAppPath(pathname: string): boolean {
  return patterns.some((pattern) => pattern.test(pathname))
}
