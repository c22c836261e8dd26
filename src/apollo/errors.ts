import { CombinedGraphQLErrors } from '@apollo/client'
import type { ErrorCode } from '../generated/types.ts'

/** What a failed call tells: the refusal's code, status and messages (spec §8), or a fault without any. */
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

/** The refusal behind an error of Apollo's; undefined where the call never got an answer. */
export function refusalIn(error: unknown): Refusal | undefined {
  const extensions = CombinedGraphQLErrors.is(error) ? error.errors[0]?.extensions : undefined
  return isRefusal(extensions)
    ? { code: extensions.code, status: extensions.status, messages: extensions.errors }
    : undefined
}

/** The schema is ours, and puts these three on every error (schema.ts); anything else, such as a validation error, has none. */
function isRefusal(extensions: object | undefined): extensions is RefusalExtensions {
  return extensions !== undefined && 'code' in extensions && 'status' in extensions && 'errors' in extensions
}

/** The messages to show of a failed call: those of the refusal, else what went wrong in the error's own words. */
export function messagesOf(error: unknown): readonly string[] {
  return refusalIn(error)?.messages ?? [error instanceof Error ? error.message : String(error)]
}

/** Logs a failure that spec §8 shows to nobody. */
export function reportError(error: unknown): void {
  console.error(error)
}
