import { useSyncExternalStore } from 'react'

/** Returns whether the window is as narrow as a phone: below 720 px. */
export const useIsPhone = () => useMediaQuery('(max-width: 719.98px)')

/** Returns whether the window is as wide as a desktop: 1120 px or more. */
export const useIsDesktop = () => useMediaQuery('(min-width: 1120px)')

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
