/** Errors of a transaction that lost against another one: it may succeed if it runs again. */
const conflictCodes = new Set<unknown>(['40001', '40P01'])
const uniqueViolationCode = '23505'

/** Whether this is a serialisation failure or a deadlock. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && conflictCodes.has(error.code)
}

/** The name of the constraint that an error says is violated: a key, or a unique column. */
export function violatedConstraint(error: unknown): string | undefined {
  const isViolation = error instanceof Error && 'code' in error && error.code === uniqueViolationCode
  return isViolation && 'constraint' in error ? String(error.constraint) : undefined
}
