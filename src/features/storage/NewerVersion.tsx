import { reloadIntoUpdate } from '../../pwa/serviceWorker.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SaveCopyButton } from './SaveCopyButton.tsx'

/** Stands in the place of a page whose data only a newer Weft can read. */
export default function NewerVersion({ error }: { error: Error & { database: string } }) {
  return (
    <>
      <title>A newer Weft has been here · Weft</title>
      <EmptyState
        art="/art/error-thread.svg"
        heading="h1"
        title="A newer Weft has been here"
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
