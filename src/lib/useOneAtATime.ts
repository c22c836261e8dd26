import { useRef } from 'react'

/**
 * Returns a function that runs a call unless the last one has not ended. A state would change with the next render only:
 * several presses in one task would each start a call.
 */
export function useOneAtATime(): (call: () => Promise<void>) => Promise<void> {
  const isRunning = useRef(false)
  return async (call) => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await call()
    } finally {
      isRunning.current = false
    }
  }
}
