import { useEffect, useState } from 'react'
import type { Counts, Lab } from '../../app/lab.ts'
import { useDataTask } from './useDataTask.ts'

/** How many there are of each, counted anew after each task and whenever one comes back to the page. */
export function useCounts(lab: Lab): Counts | null {
  const [counts, setCounts] = useState<Counts | null>(null)
  const isRunning = useDataTask().is === 'running'

  useEffect(() => {
    if (isRunning) return undefined
    // What cannot be counted anew stays as it was.
    const read = () => void lab.counts().then(setCounts, console.error)
    read()
    addEventListener('focus', read)
    return () => removeEventListener('focus', read)
  }, [lab, isRunning])

  return counts
}
