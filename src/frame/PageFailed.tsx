import { isNewerVersion } from '../app/backend.ts'
import { SaveCopyButton } from '../features/storage/SaveCopyButton.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

interface PageFailedProps {
  error: unknown
  onTryAgain: () => void
}

/** Says that a page could not be loaded or drawn, and offers to try again. */
export function PageFailed({ error, onTryAgain }: PageFailedProps) {
  if (isNewerVersion(error)) return <NewerVersion database={error.database} />
  // Code that did not arrive is asked for again only by a fresh start of the app.
  const codeIsMissing = error instanceof TypeError && /import|module/i.test(error.message)
  return (
    <>
      <title>Something went wrong · Weft</title>
      <EmptyState
        art="/art/error-thread.svg"
        heading="h1"
        title="This page did not load"
        action={<Button onClick={() => (codeIsMissing ? location.reload() : onTryAgain())}>Try again</Button>}
      >
        Nothing of yours is lost. Try again, or go on with another page.
      </EmptyState>
    </>
  )
}

/** Not loaded late: a newer Weft may have taken the place of our code. */
function NewerVersion({ database }: { database: string }) {
  return (
    <>
      <title>A newer Weft · Weft</title>
      <EmptyState
        art="/art/error-thread.svg"
        heading="h1"
        title="A newer Weft has been here"
        action={
          <>
            <Button onClick={() => location.reload()}>Reload</Button>
            <SaveCopyButton database={database} />
          </>
        }
      >
        Your data was written by a newer version of Weft. Reload to get it. Nothing was changed.
      </EmptyState>
    </>
  )
}
