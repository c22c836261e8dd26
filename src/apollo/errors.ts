import { CombinedGraphQLErrors } from '@apollo/client'
import type { ErrorCode } from '../generated/types.ts'

/** Why the backend refused a call (spec §8). */
export interface Refusal {
  code: ErrorCode
  status: number
}

/** The codes of a refusal because the record is not in the state that this client shows. */
const conflicts: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ALREADY_LIKED',
  'ALREADY_DISLIKED',
  'NO_LIKES_LEFT',
  'ALREADY_BOOKMARKED',
  'NOT_BOOKMARKED',
  'ALREADY_FOLLOWING',
  'NOT_FOLLOWING',
])

/** Returns whether the code means that the backend does not accept the token. */
export function isTokenError(code: unknown): boolean {
  return code === ('TOKEN_INVALID' satisfies ErrorCode) || code === ('NOT_REGISTERED' satisfies ErrorCode)
}

/** Returns the refusal in an error of Apollo Client, or undefined for other errors. */
export function refusalIn(error: unknown): Refusal | undefined {
  const extensions = CombinedGraphQLErrors.is(error) ? error.errors[0]?.extensions : undefined
  return isRefusal(extensions) ? extensions : undefined
}

/** Every refusal by the backend has both fields. A GraphQL validation error has none of them. */
function isRefusal(extensions: object | undefined): extensions is Refusal {
  return extensions !== undefined && 'code' in extensions && 'status' in extensions
}

/**
 * Returns whether the record of a refused change is to be fetched again: it has another state than the cache, or status
 * 500 does not say whether it was changed.
 */
export function needsRefetch(error: unknown): boolean {
  const refusal = refusalIn(error)
  return refusal !== undefined && (refusal.status >= 500 || conflicts.has(refusal.code))
}

/** Returns the messages to show for a failed call: those of its GraphQL errors, else the error's own. */
export function messagesOf(error: unknown): readonly string[] {
  if (CombinedGraphQLErrors.is(error)) return error.errors.map(({ message }) => message)
  return [error instanceof Error ? error.message : String(error)]
}

export { reportError } from '../lib/reportError.ts'
