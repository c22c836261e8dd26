import { createContext, use } from 'react'

/** How often the user has retried a page. As `queryKey` it makes each try a new query, without the old error. */
export const RetryKeyContext = createContext(0)

/** Returns the `queryKey` of a page's query. */
export function useRetryKey(): number {
  return use(RetryKeyContext)
}
