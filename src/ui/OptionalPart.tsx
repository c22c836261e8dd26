import { Suspense, type ReactNode } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** A part that shows nothing while its code loads, or if that fails. */
export function OptionalPart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary renderFallback={() => null}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
