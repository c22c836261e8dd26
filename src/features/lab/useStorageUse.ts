import { useEffect, useState } from 'react'
import { storageUse, type StorageUse } from '../../app/storage.ts'
import { useDataTask } from './useDataTask.ts'

/** What is used of the storage, read anew after each task and whenever one comes back to the page. */
export function useStorageUse(): { use: StorageUse | null; refresh: () => void } {
  const [use, setUse] = useState<StorageUse | null>(null)
  const isRunning = useDataTask().is === 'running'

  // A section that cannot be read anew stays as it was.
  const refresh = () => void storageUse().then(setUse, console.error)

  useEffect(() => {
    if (isRunning) return undefined
    const read = () => void storageUse().then(setUse, console.error)
    read()
    addEventListener('focus', read)
    return () => removeEventListener('focus', read)
  }, [isRunning])

  return { use, refresh }
}
