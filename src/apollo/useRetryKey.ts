import { createContext, use } from 'react'

/**
 * Counts how often the user has retried a page. Each try is a query of its own, so that it does not end in the old
 * error.
 */
export const RetryKeyContext = createContext(0)

/** Returns the `queryKey` of a page's query. */
export function useRetryKey(): number {
  return use(RetryKeyContext)
}
