import { Suspense } from 'react'
import { isNewerVersion } from '../backend/openBackend.ts'
import { ChunkLoadError, lazyDefault } from '../lib/lazyComponent.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

const NewerVersion = lazyDefault(() => import('../features/storage/NewerVersion.tsx'))

interface PageFailedProps {
  error: unknown
  /** Only the posts of the page failed. */
  posts: boolean
  onTryAgain: () => void
}

/**
 * Shown instead of a page that failed to load or render, with a retry; or a notice that the data needs a newer Weft.
 */
export function PageFailed({ error, posts, onTryAgain }: PageFailedProps) {
  if (isNewerVersion(error)) {
    return (
      <Suspense>
        <NewerVersion error={error} />
      </Suspense>
    )
  }
  // Some browsers load missing code again only after a reload.
  const needsReload = error instanceof ChunkLoadError
  return (
    <>
      {!posts && <title>Something went wrong · Weft</title>}
      <EmptyState
        art="/art/error-thread.svg"
        heading={posts ? 'h2' : 'h1'}
        title={posts ? 'These posts did not load' : 'This page did not load'}
        action={<Button onClick={() => (needsReload ? location.reload() : onTryAgain())}>Try again</Button>}
      >
        Nothing of yours is lost. Try again, or go on with another page.
      </EmptyState>
    </>
  )
}
