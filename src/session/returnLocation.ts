/** The location that a visitor requested before log-in (spec §2). Kept in the history state, which survives a reload. */
export interface Remembered {
  from: string
}

const defaultPath = '/home'

/** Returns the history state for a link to log-in or sign-up. */
export function remember({ pathname, search, hash }: { pathname: string; search: string; hash: string }): Remembered {
  return { from: pathname + search + hash }
}

/** Returns the path to open after log-in or sign-up: the remembered location if it is inside this app, else /home. */
export function returnPath(state: unknown): string {
  const from = isRemembered(state) ? state.from : defaultPath
  const url = from.startsWith('/') ? URL.parse(from, location.origin) : null
  // Checks the normalised path: `/.//host` becomes `//host`, which is another site.
  if (url?.origin !== location.origin || url.pathname.startsWith('//')) return defaultPath
  return url.pathname + url.search + url.hash
}

function isRemembered(state: unknown): state is Remembered {
  return typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
}
