/** Errors of a transaction that lost against another one: it may succeed if it runs again. */
const conflictCodes = new Set<unknown>(['40001', '40P01'])
const uniqueViolationCode = '23505'
/** What is created is there: a key, also of the catalogue, a schema or a table. */
const duplicateCodes = new Set([uniqueViolationCode, '42P06', '42P07'])
const invalidTextCode = '22P02'

/** Returns the code of an error of Postgres or of a socket. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Whether this is a serialisation failure or a deadlock. */
export function isConflict(error: unknown): boolean {
  return conflictCodes.has(codeOf(error))
}

/** Whether a lock was not had in time, for which a statement may have been cancelled. */
export function isLockTimeout(error: unknown): boolean {
  return ['55P03', '57014'].includes(codeOf(error))
}

/** Whether what was to be created is there. */
export function isDuplicate(error: unknown): boolean {
  return duplicateCodes.has(codeOf(error))
}

/** Whether a text is not a value of the type that a column has. */
export function isInvalidText(error: unknown): boolean {
  return codeOf(error) === invalidTextCode
}

/** The name of the constraint that an error says is violated: a key, or a unique column. */
export function violatedConstraint(error: unknown): string | undefined {
  const isViolation = codeOf(error) === uniqueViolationCode
  return error instanceof Error && isViolation && 'constraint' in error ? String(error.constraint) : undefined
}

/** The code of a change that a server refuses because it is a standby, or is made one. */
export const READ_ONLY_CODE = '25006'

/**
 * Postgres: the connection failed (08), a standby (25006), resources are missing (53), a lock or statement took too long
 * (55P03, 57014, 25P03), it stops or starts (57P). A socket: names such as ECONNREFUSED.
 */
const unavailableCode = /^(08...|25006|53...|55P03|57014|25P03|57P0.|E[A-Z_]{4,})$/

/** What `pg` and its pool say, without a code. */
const messages = {
  queue: 'timeout exceeded when trying to connect',
  answer: 'Query read timeout',
  connection: /^(Connection terminated|Client has encountered a connection error|Client was closed)/,
}

/** Whether the database could not be reached or did not answer in time, so that the same call may succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error) return unavailableCode.test(codeOf(error))
  const { message } = error
  return message === messages.queue || message === messages.answer || messages.connection.test(message)
}

/** Whether to close the connection: its server accepts no changes, or did not answer a statement. */
export function isLost(error: unknown): boolean {
  return codeOf(error) === READ_ONLY_CODE || (error instanceof Error && error.message === messages.answer)
}
