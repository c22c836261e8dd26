import { refusalIn, serverRefusalIn } from '../backend/refusals.ts'
import { reportError } from '../lib/reportError.ts'
import { toast } from '../ui/toasts/toast.ts'

/**
 * Returns whether the record of a refused change is to be fetched again: it may have another state than the cache, and
 * status 500 does not say whether it was changed. A server that refuses by its limits has changed nothing.
 */
export function needsRefetch(error: unknown): boolean {
  return refusalIn(error) !== undefined && serverRefusalIn(error) === undefined
}

/** Logs the failure of a toggle, as spec §8 says. Shows it only if the server refused the change by its limits. */
export function reportToggleFailure(error: unknown): void {
  reportError(error)
  const refusal = serverRefusalIn(error)
  if (refusal !== undefined) toast.error(refusal)
}
