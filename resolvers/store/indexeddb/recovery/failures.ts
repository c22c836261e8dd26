/** A later version of Weft wrote the data. It is neither read nor changed. */
export class NewerVersionError extends Error {
  override readonly name = 'NewerVersionError'
  readonly database: string

  constructor(database: string, options?: ErrorOptions) {
    super('Your data was written by a newer version of Weft. Reload the page to update Weft.', options)
    this.database = database
  }
}

/** The browser stores nothing for this origin. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError'
}

/**
 * Why a database does not open. `temporary`: the caller may try again. `unknown`: it is damaged, all storage fails, or
 * the failure is temporary.
 */
type Failure = 'newer' | 'unavailable' | 'temporary' | 'unusable' | 'unknown'

/** The failures by the name of the error: browsers have nothing else in common. */
const failures: Readonly<Record<string, Failure>> = {
  VersionError: 'newer',
  // Cookies are blocked, a sandboxed frame, an opaque origin. Firefox and Safari throw, Chromium fails the request.
  SecurityError: 'unavailable',
  NotAllowedError: 'unavailable',
  // Private windows of Firefox before 115 have `indexedDB`, but refuse every write.
  InvalidStateError: 'unavailable',
  // `indexedDB` is missing or null.
  ReferenceError: 'unavailable',
  TypeError: 'unavailable',
  // The stored data is intact; a memory store would hide it.
  QuotaExceededError: 'temporary',
  // The tab was closed or the database deleted while it was opened, or the disk was slow.
  AbortError: 'temporary',
  TimeoutError: 'temporary',
  // Thrown by health.ts and opening.ts.
  UnusableError: 'unusable',
}

/**
 * Classifies why a database does not open. `UnknownError` is deliberately not in the table: it can mean a broken file,
 * storage that the user has blocked (Chromium), or a connection that is soon restored (Safari, when a page returns from
 * the background).
 */
export function failureOf(error: unknown): Failure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return failures[name] ?? 'unknown'
}

/** Whether a database that still fails so after all retries is set aside. */
export function isUnusable(error: unknown): boolean {
  return ['unusable', 'unknown'].includes(failureOf(error))
}

/** Replaces the browser's error with `NewerVersionError` or `StorageUnavailableError` where one applies. */
export function publicError(error: unknown, database: string): unknown {
  const failure = failureOf(error)
  if (failure === 'newer') return new NewerVersionError(database, { cause: error })
  if (failure === 'temporary') return error
  return new StorageUnavailableError('The browser stores nothing.', { cause: error })
}
