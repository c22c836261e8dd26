import { Suspense, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { RetryKeyContext } from '../apollo/useRetryKey.ts'
import { ChunkLoadError } from '../lib/lazyComponent.ts'
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

interface OptionalSectionProps {
  /** Shown while the section loads. */
  skeleton?: ReactNode
  children: ReactNode
}

/** A section that the page works without. After a failure it shows nothing until the next navigation retries it. */
export function OptionalSection({ skeleton = null, children }: OptionalSectionProps) {
  const { key } = useLocation()
  return (
    <ErrorBoundary renderFallback={() => null} resetKey={key} onCatch={forgetMissingChunk}>
      <Suspense fallback={skeleton}>{children}</Suspense>
    </ErrorBoundary>
  )
}

function forgetMissingChunk(error: unknown): void {
  if (error instanceof ChunkLoadError) error.forget()
}
