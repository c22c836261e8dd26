import { lazy, Suspense } from 'react'
import { isNewerVersion } from '../backend/backend.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

const NewerVersion = lazy(() => import('../features/storage/NewerVersion.tsx'))

interface PageFailedProps {
  error: unknown
  /** Only the posts of the page failed. */
  posts: boolean
  onTryAgain: () => void
}

/** Says that a page could not be loaded or drawn, and offers to try again; or that a newer Weft has to. */
export function PageFailed({ error, posts, onTryAgain }: PageFailedProps) {
  if (isNewerVersion(error)) {
    return (
      <Suspense>
        <NewerVersion error={error} />
      </Suspense>
    )
  }
  // Code or styles that did not arrive are asked for again only by a fresh start of the app.
  const partIsMissing =
    error instanceof Error &&
    (error.message.startsWith('Unable to preload') ||
      (error instanceof TypeError && /import|module/i.test(error.message)))
  return (
    <>
      {!posts && <title>Something went wrong · Weft</title>}
      <EmptyState
        art="/art/error-thread.svg"
        heading={posts ? 'h2' : 'h1'}
        title={posts ? 'These posts did not load' : 'This page did not load'}
        action={<Button onClick={() => (partIsMissing ? location.reload() : onTryAgain())}>Try again</Button>}
      >
        Nothing of yours is lost. Try again, or go on with another page.
      </EmptyState>
    </>
  )
}
