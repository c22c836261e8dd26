import { Suspense, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { RetryKeyContext } from '../apollo/useRetryKey.ts'
import { ChunkLoadError } from '../lib/lazyComponent.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { PageFailed } from './PageFailed.tsx'

interface PageBoundaryProps {
  /** Around the posts of a page whose other parts stay. */
  posts?: boolean
  children: ReactNode
}

/** Error boundary with a retry, for a page or its posts. */
export function PageBoundary({ posts = false, children }: PageBoundaryProps) {
  const [retryKey, setRetryKey] = useState(0)
  return (
    <ErrorBoundary
      renderFallback={(error, retry) => {
        const tryAgain = () => {
          setRetryKey(retryKey + 1)
          retry()
        }
        return <PageFailed error={error} posts={posts} onTryAgain={tryAgain} />
      }}
    >
      <RetryKeyContext value={retryKey}>{children}</RetryKeyContext>
    </ErrorBoundary>
  )
}

interface OptionalSectionProps {
  /** What to show while the part loads. */
  skeleton?: ReactNode
  children: ReactNode
}

/** A part that the page can do without. It shows nothing after a failure and tries again on the next navigation. */
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
