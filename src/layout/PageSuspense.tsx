import { Suspense, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useStore } from '../lib/createStore.ts'
import { loadingPath } from '../lib/firstPage.ts'

/**
 * `Suspense` for the query of a page. On the first page it renders its children only when the query has ended. A
 * suspended first render would be done in vain, and React would show its content at the earliest 300 ms after the
 * fallback.
 */
export function PageSuspense({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation()
  const isHeld = useStore(loadingPath) === pathname
  return isHeld ? fallback : <Suspense fallback={fallback}>{children}</Suspense>
}
