/** Errors of a transaction that lost against another one: it may succeed if it runs again. */
const conflictCodes = new Set<unknown>(['40001', '40P01'])
const uniqueViolationCode = '23505'

/** Returns the code of an error of Postgres or of a socket. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Whether this is a serialisation failure or a deadlock. */
export function isConflict(error: unknown): boolean {
  return conflictCodes.has(codeOf(error))
}

/** The name of the constraint that an error says is violated: a key, or a unique column. */
export function violatedConstraint(error: unknown): string | undefined {
  const isViolation = codeOf(error) === uniqueViolationCode
  return error instanceof Error && isViolation && 'constraint' in error ? String(error.constraint) : undefined
}

/**
 * Postgres: the connection failed (08), resources are missing (53), a lock or statement took too long (55P03, 57014,
 * 25P03), it stops or starts (57P). A socket: names such as ECONNREFUSED.
 */
const unavailableCode = /^(08...|53...|55P03|57014|25P03|57P0.|E[A-Z_]{4,})$/

/** What `pg` and its pool say, without a code. */
const unavailableMessage =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/

/** Whether the database could not be reached or did not answer in time, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return unavailableCode.test(codeOf(error)) || ('code' in error ? false : unavailableMessage.test(error.message))
}
