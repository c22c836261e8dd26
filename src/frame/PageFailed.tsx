import { isNewerVersion } from '../app/backend.ts'
import { SaveCopyButton } from '../features/storage/SaveCopyButton.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

interface PageFailedProps {
  error: unknown
  onTryAgain: () => void
}

/** Says that a page could not be loaded or drawn, and offers to try again; or that only a newer Weft can show it. */
export function PageFailed({ error, onTryAgain }: PageFailedProps) {
  const isNewer = isNewerVersion(error)
  // Code that did not arrive is asked for again only by a fresh start of the app.
  const codeIsMissing = error instanceof TypeError && /import|module/i.test(error.message)
  const reload = isNewer || codeIsMissing
  return (
    <>
      <title>Something went wrong · Weft</title>
      <EmptyState
        art="/art/error-thread.svg"
        heading="h1"
        title={isNewer ? 'A newer Weft has been here' : 'This page did not load'}
        action={
          <>
            <Button onClick={() => (reload ? location.reload() : onTryAgain())}>{isNewer ? 'Reload' : 'Try again'}</Button>
            {isNewer && <SaveCopyButton database={error.database} />}
          </>
        }
      >
        {isNewer ? error.message : 'Nothing of yours is lost. Try again, or go on with another page.'}
      </EmptyState>
    </>
  )
}
