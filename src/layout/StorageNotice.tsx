import { useEffect, useState } from 'react'
import { openBackend, type StorageStatus } from '../backend/openBackend.ts'
import { lazyDefault } from '../lib/lazyComponent.ts'
import { OptionalPart } from '../ui/OptionalPart.tsx'

const StorageStatusNotice = lazyDefault(() => import('../features/storage/StorageStatusNotice.tsx'))

/** Warns that the browser stores nothing, or that the previous database is quarantined. */
export function StorageNotice() {
  const [status, setStatus] = useState<StorageStatus | null>(null)

  useEffect(() => {
    // Failures to open surface in the page's query.
    openBackend().then(
      async (backend) => setStatus(await backend.storageStatus()),
      () => {},
    )
  }, [])

  if (!status || status.kind === 'database') return null
  return (
    <OptionalPart>
      <StorageStatusNotice status={status} onDismissed={setStatus} />
    </OptionalPart>
  )
}
