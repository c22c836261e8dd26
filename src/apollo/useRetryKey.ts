import { use } from 'react'
import { RetryCountContext } from '../ui/ErrorBoundary.tsx'

/** Returns the `queryKey` of a page's query: it makes each try a new query, without the old error. */
export function useRetryKey(): number {
  return use(RetryCountContext)
}
