/** The data was written by a later version of Weft: it is neither read nor changed. */
export class NewerVersionError extends Error {
  override readonly name = 'NewerVersionError'
  readonly database: string

  constructor(database: string, options?: ErrorOptions) {
    super('Your data was written by a newer version of Weft. Reload the page to update Weft.', options)
    this.database = database
  }
}

/** The browser keeps nothing: for this origin, or at all. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError'
}

/**
 * What to make of a database that does not open: `passing` failures, and a full disk, are the caller's, who may try again.
 * `unknown` ones may be damage, all storage's, or gone in a moment.
 */
type Failure = 'newer' | 'unavailable' | 'passing' | 'damaged' | 'unknown'

/** By the name of the error, the one thing that browsers agree on. */
const failures: Readonly<Record<string, Failure>> = {
  VersionError: 'newer',
  // No cookies for this site, a sandboxed frame, an opaque origin: Firefox and Safari at once, Chromium on request.
  SecurityError: 'unavailable',
  NotAllowedError: 'unavailable',
  // Private windows of Firefox before 115 have the interface, and let nothing be written.
  InvalidStateError: 'unavailable',
  // There is no `indexedDB`, or it is null.
  ReferenceError: 'unavailable',
  TypeError: 'unavailable',
  // What is there is sound, and memory would hide it.
  QuotaExceededError: 'passing',
  // The tab was closed, or the database deleted, while it was opened; or the disk was slow.
  AbortError: 'passing',
  TimeoutError: 'passing',
  // What health.ts and layout.ts throw.
  DamagedError: 'damaged',
  // A record cannot be read.
  DataError: 'damaged',
  NotReadableError: 'damaged',
  // An object store is missing, or stands where a migration builds it, or holds what its index forbids.
  NotFoundError: 'damaged',
  ConstraintError: 'damaged',
}

/**
 * Above all `UnknownError` is not in the table, which tells nothing: a backing store or file that is broken, a person who
 * has blocked storage (Chromium), or a connection that is soon restored (Safari, back from the background).
 */
export function failureOf(error: unknown): Failure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return failures[name] ?? 'unknown'
}
