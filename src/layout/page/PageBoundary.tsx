import { RotateCw } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { codeNotLoaded } from '../../../shared/codeNotLoaded.ts'
import { isNewerVersion } from '../../backend/openBackend.ts'
import { serverRefusalIn } from '../../backend/refusals.ts'
import { ChunkLoadError } from '../../lib/loadModule.ts'
import { NewerVersion } from '../../features/storage/NewerVersion.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { Icon } from '../../ui/images/Icon.tsx'
import { announce, focusMain, useFocusMainOnRemoval } from '../../ui/pageFocus.ts'

interface PageBoundaryProps {
  /** What the boundary wraps: a whole page, or only the rows of its list. */
  scope?: 'page' | 'posts' | 'replies' | 'people'
  /** Whether it is within a surface. */
  bare?: boolean
  /** Shown above the message of a failure, such as a back button. */
  head?: ReactNode
  children: ReactNode
}

/**
 * Error boundary for a page or for its posts. Shows a message with a retry, or a notice that the data is newer than this
 * version of Weft.
 */
export function PageBoundary({ scope = 'page', bare = false, head, children }: PageBoundaryProps) {
  return (
    <ErrorBoundary
      renderFallback={(error, retry) => (
        <>
          {head}
          {isNewerVersion(error) ? (
            <NewerVersion error={error} />
          ) : (
            <Failure error={error} scope={scope} bare={bare} onTryAgain={retry} />
          )}
        </>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}

interface FailureProps extends Required<Pick<PageBoundaryProps, 'scope' | 'bare'>> {
  error: unknown
  onTryAgain: () => void
}

function Failure({ error, scope, bare, onTryAgain }: FailureProps) {
  // Some browsers cache a failed import until the page reloads.
  const needsReload = error instanceof ChunkLoadError
  const button = useRef<HTMLButtonElement>(null)
  const isPage = scope === 'page'
  const title = isPage ? 'This page did not load' : `These ${scope} did not load`

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
        bare={bare}
        heading={isPage ? 'h1' : 'h2'}
        title={title}
        action={
          <Button ref={button} onClick={() => (needsReload ? location.reload() : onTryAgain())}>
            <Icon of={RotateCw} />
            {needsReload ? 'Reload' : 'Try again'}
          </Button>
        }
      >
        {needsReload
          ? `${codeNotLoaded} What you write is kept on this device.`
          : (serverRefusalIn(error) ?? 'Nothing was lost. Try again, or open another page.')}
      </EmptyState>
    </>
  )
}
