import { CombinedGraphQLErrors } from '@apollo/client'
import type { ErrorCode } from '../generated/types.ts'

/** Why the backend refused a call (spec §8). */
export interface Refusal {
  code: ErrorCode
  status: number
  messages: readonly string[]
}

interface RefusalExtensions {
  code: ErrorCode
  status: number
  errors: string[]
}

/** The codes that say that the record is not in the state that this client shows. */
const conflicts: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ALREADY_LIKED',
  'ALREADY_DISLIKED',
  'NO_LIKES_LEFT',
  'ALREADY_BOOKMARKED',
  'NOT_BOOKMARKED',
  'ALREADY_FOLLOWING',
  'NOT_FOLLOWING',
])

/** Whether the code says that the backend does not accept the session's token. */
export function isTokenError(code: unknown): boolean {
  return code === ('TOKEN_INVALID' satisfies ErrorCode) || code === ('NOT_REGISTERED' satisfies ErrorCode)
}

/** Returns the refusal in an error of Apollo Client, or undefined if the backend did not answer. */
export function refusalIn(error: unknown): Refusal | undefined {
  const extensions = CombinedGraphQLErrors.is(error) ? error.errors[0]?.extensions : undefined
  return isRefusal(extensions)
    ? { code: extensions.code, status: extensions.status, messages: extensions.errors }
    : undefined
}

/** The backend puts these three on every error of its own; a validation error, for one, has none of them. */
function isRefusal(extensions: object | undefined): extensions is RefusalExtensions {
  return extensions !== undefined && 'code' in extensions && 'status' in extensions && 'errors' in extensions
}

/** Whether a call was refused because the cache is out of date: fetch the record again. */
export function isConflict(error: unknown): boolean {
  const code = refusalIn(error)?.code
  return code !== undefined && conflicts.has(code)
}

/** Returns the messages to show for a failed call: those of the refusal, else the error's own. */
export function messagesOf(error: unknown): readonly string[] {
  return refusalIn(error)?.messages ?? [error instanceof Error ? error.message : String(error)]
}

/** Logs a failure that spec §8 does not show to the user. */
export function reportError(error: unknown): void {
  console.error(error)
}
