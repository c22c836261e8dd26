import type { ReactNode } from 'react'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { PageFailed, type BoundaryScope } from './PageFailed.tsx'

interface PageBoundaryProps {
  /** What the boundary wraps: a whole page, or only its posts. */
  scope?: BoundaryScope
  /** Shown above the message of a failure, such as a back button. */
  head?: ReactNode
  children: ReactNode
}

/** Error boundary with a retry, for a page or for its posts. */
export function PageBoundary({ scope = 'page', head, children }: PageBoundaryProps) {
  return (
    <ErrorBoundary
      renderFallback={(error, retry) => (
        <>
          {head}
          <PageFailed error={error} scope={scope} onTryAgain={retry} />
        </>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
