/**
 * The location a visitor asked for before they were sent to log in (spec §2). It travels in the history's state, so a
 * reload keeps it, and only ever leads back into this app.
 */
export interface Remembered {
  from: string
}

const usual = '/home'

/** Returns the history state for a link to log-in or sign-up. */
export function remember({ pathname, search, hash }: { pathname: string; search: string; hash: string }): Remembered {
  return { from: pathname + search + hash }
}

/** Returns where to go after log-in or sign-up: the remembered location, or /home if there is none in this app. */
export function returnPath(state: unknown): string {
  const from = isRemembered(state) ? state.from : usual
  // After a second slash or backslash the URL parser would read a host.
  if (!/^\/(?![/\\])/.test(from)) return usual
  const url = URL.parse(from, location.origin)
  return url?.origin === location.origin ? url.pathname + url.search + url.hash : usual
}

function isRemembered(state: unknown): state is Remembered {
  return typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
}
