import { Suspense, useEffect, useRef } from 'react'
import { isNewerVersion } from '../../backend/openBackend.ts'
import { ChunkLoadError, lazyDefault } from '../../lib/lazyComponent.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { announce, focusMain, useFocusMainOnRemoval } from '../../ui/pageFocus.ts'

const NewerVersion = lazyDefault(() => import('../../features/storage/NewerVersion.tsx'))

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
  const button = useRef<HTMLButtonElement>(null)
  const isPage = scope === 'page'
  const title = isPage ? 'This page did not load' : 'These posts did not load'

  useEffect(() => {
    announce(title)
    // The heading that had the focus was part of what failed.
    if (document.activeElement === document.body) focusMain()
  }, [title])

  // It may disappear without a press: the boundary tries again when the connection returns.
  useFocusMainOnRemoval(button)

  return (
    <>
      {isPage && <title>Something went wrong · Weft</title>}
      <EmptyState
        art="/art/error-thread.svg"
        heading={isPage ? 'h1' : 'h2'}
        title={title}
        action={
          <Button ref={button} onClick={() => (needsReload ? location.reload() : onTryAgain())}>
            Try again
          </Button>
        }
      >
        Nothing was lost. Try again, or open another page.
      </EmptyState>
    </>
  )
}
