import { refusalIn, serverRefusalIn, type Refusal } from '../backend/refusals.ts'
import { reportError } from '../lib/reportError.ts'
import { toast } from '../ui/toasts/toast.ts'

/** The codes of a refusal because the record is not in the state that this client shows. */
const conflicts: ReadonlySet<Refusal['code']> = new Set<Refusal['code']>([
  'ALREADY_LIKED',
  'ALREADY_DISLIKED',
  'NO_LIKES_LEFT',
  'ALREADY_BOOKMARKED',
  'NOT_BOOKMARKED',
  'ALREADY_FOLLOWING',
  'NOT_FOLLOWING',
])

/**
 * Returns whether the record of a refused change is to be fetched again: it has another state than the cache, or status
 * 500 does not say whether it was changed.
 */
export function needsRefetch(error: unknown): boolean {
  const refusal = refusalIn(error)
  return refusal !== undefined && (refusal.status === 500 || conflicts.has(refusal.code))
}

/** Logs the failure of a toggle, as spec §8 says. Shows it only if the server refused the change by its limits. */
export function reportToggleFailure(error: unknown): void {
  reportError(error)
  const refusal = serverRefusalIn(error)
  if (refusal !== undefined) toast.error(refusal)
}
