import { Suspense, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useAttempt } from '../../ui/ErrorBoundary.tsx'
import { useStore } from '../../lib/createStore.ts'
import { openingPage } from './openingPage.ts'

/**
 * A `Suspense` boundary for a page's query. On the page that the app opens with it shows `fallback` until the query has
 * ended, instead of suspending: React would discard the suspended render and reveal the content no earlier than 300 ms
 * after the fallback. Throws the failure of that query, which the page would otherwise send again.
 */
export function PageSuspense({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation()
  const opening = useStore(openingPage)
  const { isRetry } = useAttempt()
  if (opening?.path !== pathname || isRetry) return <Suspense fallback={fallback}>{children}</Suspense>
  if (opening.failure) throw opening.failure.error
  return fallback
}
