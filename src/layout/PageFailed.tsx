import { Suspense, useEffect } from 'react'
import { isNewerVersion } from '../backend/openBackend.ts'
import { ChunkLoadError, lazyDefault } from '../lib/lazyComponent.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { announcement, focusMain } from '../ui/pageFocus.ts'

const NewerVersion = lazyDefault(() => import('../features/storage/NewerVersion.tsx'))

/** What failed: a whole page, or only its posts. */
export type BoundaryScope = 'page' | 'posts'

interface PageFailedProps {
  error: unknown
  scope: BoundaryScope
  onTryAgain: () => void
}

/** The error message of a page that failed to load or render, with a retry, or a notice that the data is newer. */
export function PageFailed({ error, ...props }: PageFailedProps) {
  if (isNewerVersion(error)) {
    return (
      <Suspense>
        <NewerVersion error={error} />
      </Suspense>
    )
  }
  return <Failure error={error} {...props} />
}

function Failure({ error, scope, onTryAgain }: PageFailedProps) {
  // Some browsers cache a failed import until the page reloads.
  const needsReload = error instanceof ChunkLoadError
  const isPage = scope === 'page'
  const title = isPage ? 'This page did not load' : 'These posts did not load'

  useEffect(() => {
    announcement.set(title)
    // The heading that had the focus was part of what failed.
    if (document.activeElement === document.body) focusMain()
  }, [title])

  const tryAgain = () => {
    focusMain()
    onTryAgain()
  }

  return (
    <>
      {isPage && <title>Something went wrong · Weft</title>}
      <EmptyState
        art="/art/error-thread.svg"
        heading={isPage ? 'h1' : 'h2'}
        title={title}
        action={<Button onClick={() => (needsReload ? location.reload() : tryAgain())}>Try again</Button>}
      >
        Nothing was lost. Try again, or open another page.
      </EmptyState>
    </>
  )
}
