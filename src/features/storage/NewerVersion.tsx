import { reloadIntoUpdate } from '../../pwa/serviceWorker.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SaveCopyButton } from './SaveCopyButton.tsx'

/** Shown instead of a page if a newer version of Weft has written the database. */
export function NewerVersion({ error }: { error: Error & { database: string } }) {
  return (
    <>
      <title>A newer version of Weft is needed · Weft</title>
      <EmptyState
        art="/art/error-thread.svg"
        heading="h1"
        title="A newer version of Weft is needed"
        action={
          <>
            <Button onClick={reloadIntoUpdate}>Reload</Button>
            <SaveCopyButton database={error.database} />
          </>
        }
      >
        {error.message}
      </EmptyState>
    </>
  )
}
