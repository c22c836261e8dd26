import { useMediaQuery } from './useMediaQuery.ts'

/** The breakpoints of design/ui.md: phone < 720 <= tablet < 1120 <= desktop. */
export const useIsPhone = () => useMediaQuery('(max-width: 719.98px)')
export const useIsDesktop = () => useMediaQuery('(min-width: 1120px)')
