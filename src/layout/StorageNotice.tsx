import { lazy, Suspense, useEffect, useState } from 'react'
import { openBackend, type Keeping } from '../backend/backend.ts'

const KeepingNotice = lazy(() => import('../features/storage/KeepingNotice.tsx'))

/** Says so where the browser keeps nothing, for whoever writes here should know, and where it has lost what was there. */
export function StorageNotice() {
  const [keeping, setKeeping] = useState<Keeping | null>(null)

  useEffect(() => {
    // A backend that does not open is told by the page that asks it.
    openBackend().then(
      async (door) => setKeeping(await door.keeping()),
      () => {},
    )
  }, [])

  if (!keeping || keeping.by === 'database') return null
  return (
    <Suspense>
      <KeepingNotice keeping={keeping} onDismissed={setKeeping} />
    </Suspense>
  )
}
