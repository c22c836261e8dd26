import { Suspense, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useStore } from '../lib/createStore.ts'
import { loadingPath } from '../lib/firstPage.ts'

/**
 * A `Suspense` boundary for a page's query. On the first page it shows `fallback` until the query has ended, instead of
 * suspending: React would discard the suspended render and reveal the content no earlier than 300 ms after the fallback.
 */
export function PageSuspense({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation()
  const isLoadingFirstPage = useStore(loadingPath) === pathname
  return isLoadingFirstPage ? fallback : <Suspense fallback={fallback}>{children}</Suspense>
}
