import { createContext, use } from 'react'

/** How often a page has been tried; each try is a query of its own, so that a failed one does not answer for the next. */
export const AttemptContext = createContext(0)

/** The `queryKey` of a page's query. */
export function useAttempt(): number {
  return use(AttemptContext)
}
