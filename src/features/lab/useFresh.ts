import { useCallback, useEffect, useState } from 'react'
import { useDataTask } from './useDataTask.ts'

/** What `read` answers, read anew after each task, whenever one comes back to the page, and on `refresh`. */
export function useFresh<Value>(read: () => Promise<Value>): { value: Value | null; refresh: () => void } {
  const [value, setValue] = useState<Value | null>(null)
  const isRunning = useDataTask().is === 'running'

  // What cannot be read anew stays as it was.
  const refresh = useCallback(() => void read().then(setValue, console.error), [read])

  useEffect(() => {
    if (isRunning) return undefined
    refresh()
    addEventListener('focus', refresh)
    return () => removeEventListener('focus', refresh)
  }, [refresh, isRunning])

  return { value, refresh }
}
