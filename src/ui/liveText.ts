import { useDeferredValue, type ReactNode } from 'react'

/**
 * Returns the text of a live region: none in the first render, because screen readers announce only what changes. Later
 * changes are urgent updates, so that a busy page shows a text that stays for a short time only.
 */
export function useLiveText(text: ReactNode): ReactNode {
  const isAdded = useDeferredValue(true, false)
  return isAdded ? text : null
}
