/** A later version of Weft has written the data. It is neither read nor changed. */
export class NewerVersionError extends Error {
  override readonly name = 'NewerVersionError'
  readonly database: string

  constructor(database: string, options?: ErrorOptions) {
    super('Your data was written by a newer version of Weft. Reload the page to update Weft.', options)
    this.database = database
  }
}

/** The browser stores nothing: for this origin, or at all. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError'
}

/**
 * Why a database does not open. `passing`: the caller may try again. `unknown`: it may be damaged, all storage may
 * fail, or the failure may pass in a moment.
 */
type Failure = 'newer' | 'unavailable' | 'passing' | 'damaged' | 'unknown'

/** By the name of the error, the only thing that browsers agree on. */
const failures: Readonly<Record<string, Failure>> = {
  VersionError: 'newer',
  // No cookies for this site, a sandboxed frame, an opaque origin: Firefox and Safari at once, Chromium on request.
  SecurityError: 'unavailable',
  NotAllowedError: 'unavailable',
  // Private windows of Firefox before 115 have `indexedDB`, but refuse every write.
  InvalidStateError: 'unavailable',
  // `indexedDB` is missing or null.
  ReferenceError: 'unavailable',
  TypeError: 'unavailable',
  // The stored data is intact; a memory store would hide it.
  QuotaExceededError: 'passing',
  // The tab was closed or the database deleted while it was opened, or the disk was slow.
  AbortError: 'passing',
  TimeoutError: 'passing',
  // Thrown by health.ts and opening.ts.
  DamagedError: 'damaged',
  // A record cannot be read.
  DataError: 'damaged',
  NotReadableError: 'damaged',
  // An object store is missing, or exists where a migration creates it, or violates the index that a migration adds.
  NotFoundError: 'damaged',
  ConstraintError: 'damaged',
}

/**
 * `UnknownError` above all is not in the table. It can mean a broken file, storage that the user has blocked
 * (Chromium), or a connection that is soon restored (Safari, when a page returns from the background).
 */
export function failureOf(error: unknown): Failure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return failures[name] ?? 'unknown'
}
