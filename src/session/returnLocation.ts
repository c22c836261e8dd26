/**
 * The location that a visitor asked for before log-in (spec §2). It is part of the history's state, so a reload keeps
 * it, and it only ever leads back into this app.
 */
export interface Remembered {
  from: string
}

const defaultPath = '/home'

/** Returns the history state for a link to log-in or sign-up. */
export function remember({ pathname, search, hash }: { pathname: string; search: string; hash: string }): Remembered {
  return { from: pathname + search + hash }
}

/** Returns where to go after log-in or sign-up: the remembered location, or /home for none or one outside the app. */
export function returnPath(state: unknown): string {
  const from = isRemembered(state) ? state.from : defaultPath
  const url = from.startsWith('/') ? URL.parse(from, location.origin) : null
  // The normalised path is checked: `/.//host` becomes `//host`, which names another site.
  if (url?.origin !== location.origin || url.pathname.startsWith('//')) return defaultPath
  return url.pathname + url.search + url.hash
}

function isRemembered(state: unknown): state is Remembered {
  return typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
}
