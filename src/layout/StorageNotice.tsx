import { useEffect, useState } from 'react'
import { openBackend, type StorageStatus } from '../backend/openBackend.ts'
import { StorageStatusNotice } from '../features/storage/StorageStatusNotice.tsx'
import { useReconnection } from '../lib/reconnections.ts'

/** Warns that the browser stores nothing, or that the previous database was set aside. */
export function StorageNotice() {
  const [status, setStatus] = useState<StorageStatus | null>(null)
  useEffect(() => readStatus(setStatus), [])
  useReconnection(() => readStatus(setStatus))

  if (!status || status.kind === 'database') return null
  return <StorageStatusNotice status={status} onDismissed={setStatus} />
}

function readStatus(onRead: (status: StorageStatus | null) => void): void {
  openBackend()
    .then(({ inBrowser }) => inBrowser?.storageStatus() ?? null)
    // Failures surface in the page's query.
    .then(onRead, () => {})
}
