import { useEffect, useState } from 'react'
import { openBackend } from './openBackend.ts'

/** Returns whether lab settings have ever been saved in this browser. */
export function useLabEnabled(): boolean {
  const [isEnabled, setIsEnabled] = useState(false)
  useEffect(() => {
    let stop = () => {}
    let isUnmounted = false
    openBackend().then(
      ({ onLabEnabled }) => {
        if (!isUnmounted) stop = onLabEnabled(() => setIsEnabled(true))
        return null
      },
      // Failures to open surface in the page's query.
      () => {},
    )
    return () => {
      isUnmounted = true
      stop()
    }
  }, [])
  return isEnabled
}
