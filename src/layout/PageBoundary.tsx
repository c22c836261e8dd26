import { useState, type ReactNode } from 'react'
import { RetryKeyContext } from '../apollo/useRetryKey.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { PageFailed, type BoundaryScope } from './PageFailed.tsx'

interface PageBoundaryProps {
  /** What the boundary wraps: a whole page, or only its posts. */
  scope?: BoundaryScope
  children: ReactNode
}

/** Error boundary with a retry, for a page or for its posts. */
export function PageBoundary({ scope = 'page', children }: PageBoundaryProps) {
  const [retryKey, setRetryKey] = useState(0)
  return (
    <ErrorBoundary
      renderFallback={(error, retry) => {
        const tryAgain = () => {
          setRetryKey(retryKey + 1)
          retry()
        }
        return <PageFailed error={error} scope={scope} onTryAgain={tryAgain} />
      }}
    >
      <RetryKeyContext value={retryKey}>{children}</RetryKeyContext>
    </ErrorBoundary>
  )
}
