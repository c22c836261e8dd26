import { useSyncExternalStore } from 'react'

// In em, as in the style sheets: a window with larger text has the layout of a narrower one.

/** Returns whether the window is as narrow as a phone: below 720 px at the usual size of text. */
export const useIsPhone = () => useMediaQuery('(max-width: 44.99em)')

/** Returns whether the window is as wide as a desktop: 1120 px or more at the usual size of text. */
export const useIsDesktop = () => useMediaQuery('(min-width: 70em)')

function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
