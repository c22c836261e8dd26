import type { AnyTable } from './tables.ts'

/** A row was inserted whose key or username is taken. */
export class UniqueViolationError extends Error {
  override readonly name = 'UniqueViolationError'
  readonly table: AnyTable
  /** `key` is the primary key. */
  readonly column: 'key' | 'username'

  constructor(table: AnyTable, column: 'key' | 'username') {
    super(`Another row of ${table} has this ${column}.`)
    this.table = table
    this.column = column
  }
}

/**
 * Other transactions kept changing the same rows until the retries were used up.
 *
 * @public
 */
export class WriteConflictError extends Error {
  override readonly name = 'WriteConflictError'
}

/**
 * The database or the storage of files could not be reached, had no free connection, or did not answer in time. Nothing
 * was changed.
 *
 * @public
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError'

  constructor(cause: unknown, message = 'The database did not answer.') {
    super(message, { cause })
  }
}

/** The connection broke while a transaction was committed: either everything was changed or nothing. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError'

  constructor(cause: unknown) {
    super('The commit was not answered.', { cause })
  }
}
