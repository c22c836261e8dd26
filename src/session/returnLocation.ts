import { fieldsOf } from '../../shared/json.ts'

/** The location that a visitor requested before log-in (spec §2). Kept in the history state, which survives a reload. */
export interface Remembered {
  from: string
}

interface Place {
  pathname: string
  search: string
  hash: string
}

interface Purpose {
  purpose: string
  /** Differs between the documents of a history entry. */
  document: number
}

/** Returns the history state for log-in that opens because of what the visitor has tried to do. */
export function rememberPurpose(place: Place, purpose: string): Remembered & Purpose {
  return { ...remember(place), purpose, document: performance.timeOrigin }
}

/**
 * Returns what the visitor has tried to do, from the history state of log-in. Returns undefined after a reload, or if the
 * address was entered: the browser keeps the state then, but the visitor has done something else since.
 */
export function purposeIn(state: unknown): string | undefined {
  const { purpose, document } = fieldsOf(state)
  return typeof purpose === 'string' && document === performance.timeOrigin ? purpose : undefined
}

const defaultPath = '/home'

/** Returns the history state for a link to log-in or sign-up. */
export function remember({ pathname, search, hash }: Place): Remembered {
  return { from: pathname + search + hash }
}

/** Returns the path to open after log-in or sign-up: the remembered location if it is inside this app, else /home. */
export function returnPath(state: unknown): string {
  const { from } = fieldsOf(state)
  const url = typeof from === 'string' && from.startsWith('/') ? URL.parse(from, location.origin) : null
  // Checks the normalised path: `/.//host` becomes `//host`, which is another site.
  if (url?.origin !== location.origin || url.pathname.startsWith('//')) return defaultPath
  return url.pathname + url.search + url.hash
}

/** The history state of the page that opens after log-in. The pages before it are those of a visitor. */
export const afterLogIn = { isAfterLogIn: true }

export function isAfterLogIn(state: unknown): boolean {
  return 'isAfterLogIn' in fieldsOf(state)
}
