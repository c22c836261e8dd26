import { useDeferredValue, type ReactNode } from 'react'

/**
 * Returns the text of a live region: none in the first render, because screen readers announce only what changes. Later
 * changes render urgently, so that a text that stays for a short time is not skipped on a busy page.
 */
export function useLiveText(text: ReactNode): ReactNode {
  const isAdded = useDeferredValue(true, false)
  return isAdded ? text : null
}
