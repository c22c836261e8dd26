import { useCallback, useEffect, useState } from 'react'
import { useStore } from '../../lib/createStore.ts'
import { dataTask } from './data/dataTask.ts'

/** Returns what `read` resolves to. Reads again after each data task, on focus of the window, and on `refresh`. */
export function useRefreshedValue<Value>(read: () => Promise<Value>): { value: Value | null; refresh: () => void } {
  const [value, setValue] = useState<Value | null>(null)
  const isRunning = useStore(dataTask).status === 'running'

  // Keeps the previous value after a failure.
  const refresh = useCallback(() => void read().then(setValue, console.error), [read])

  useEffect(() => {
    if (isRunning) return undefined
    refresh()
    addEventListener('focus', refresh)
    return () => removeEventListener('focus', refresh)
  }, [refresh, isRunning])

  return { value, refresh }
}
