import { Suspense, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { ErrorBoundary } from './ErrorBoundary.tsx'

interface OptionalPartProps {
  /** Shown while the part loads. */
  skeleton?: ReactNode
  /** Shown after a failure. */
  fallback?: ReactNode
  /** A new value renders a failed part again. Default: each navigation does. */
  resetKey?: unknown
  children: ReactNode
}

/**
 * A part that the page works without. Shows `fallback` after a failure, until `resetKey` changes or the connection
 * returns.
 */
export function OptionalPart({ skeleton = null, fallback = null, resetKey, children }: OptionalPartProps) {
  const { key } = useLocation()
  return (
    <ErrorBoundary renderFallback={() => fallback} resetKey={resetKey ?? key}>
      <Suspense fallback={skeleton}>{children}</Suspense>
    </ErrorBoundary>
  )
}
