import { useEffect, useState } from 'react'
import { openBackend, type StorageStatus } from '../backend/openBackend.ts'
import { lazyDefault } from '../lib/lazyComponent.ts'
import { useReconnection } from '../lib/reconnections.ts'
import { OptionalPart } from '../ui/OptionalPart.tsx'

const StorageStatusNotice = lazyDefault(() => import('../features/storage/StorageStatusNotice.tsx'))

/** Warns that the browser stores nothing, or that the previous database is quarantined. */
export function StorageNotice() {
  const [status, setStatus] = useState<StorageStatus | null>(null)
  useEffect(() => readStatus(setStatus), [])
  useReconnection(() => readStatus(setStatus))

  if (!status || status.kind === 'database') return null
  return (
    <OptionalPart>
      <StorageStatusNotice status={status} onDismissed={setStatus} />
    </OptionalPart>
  )
}

function readStatus(onRead: (status: StorageStatus | null) => void): void {
  openBackend()
    .then(({ inBrowser }) => inBrowser?.storageStatus() ?? null)
    // Failures surface in the page's query.
    .then(onRead, () => {})
}
