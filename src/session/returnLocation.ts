/**
 * The location a visitor asked for before they were sent to log in (spec §2). It travels in the history's state, so a
 * reload keeps it, and only ever leads back into this app.
 */
export interface Remembered {
  from: string
}

const usual = '/home'

/** What to pass along as the state of a link to log-in or sign-up. */
export function remember({ pathname, search, hash }: { pathname: string; search: string; hash: string }): Remembered {
  return { from: pathname + search + hash }
}

/** Where to go after log-in or sign-up: what was remembered, or /home for nothing or anything that would lead elsewhere. */
export function returnPath(state: unknown): string {
  const from = isRemembered(state) ? state.from : usual
  // A second slash or backslash would make a host of what follows.
  if (!/^\/(?![/\\])/.test(from)) return usual
  const url = URL.parse(from, location.origin)
  return url?.origin === location.origin ? url.pathname + url.search + url.hash : usual
}

function isRemembered(state: unknown): state is Remembered {
  return typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
}
