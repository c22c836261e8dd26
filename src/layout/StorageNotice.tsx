import { lazy, Suspense, useEffect, useState } from 'react'
import { openBackend, type StorageStatus } from '../backend/backend.ts'

const StorageStatusNotice = lazy(() => import('../features/storage/StorageStatusNotice.tsx'))

/**
 * Says so where the browser keeps nothing, for whoever writes here should know, and where it has lost what was there.
 */
export function StorageNotice() {
  const [status, setStatus] = useState<StorageStatus | null>(null)

  useEffect(() => {
    // A backend that does not open is told by the page that asks it.
    openBackend().then(
      async (backend) => setStatus(await backend.storageStatus()),
      () => {},
    )
  }, [])

  if (!status || status.kind === 'database') return null
  return (
    <Suspense>
      <StorageStatusNotice status={status} onDismissed={setStatus} />
    </Suspense>
  )
}
