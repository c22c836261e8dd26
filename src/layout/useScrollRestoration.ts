import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

const positions = new Map<string, number>()

/** The location shown last; undefined until the first page. */
let lastKey: string | undefined

/**
 * Scrolls a new page to its top, and a page that the user goes back or forward to where it was. A page that took the
 * focused element away, such as one opened by a deletion, leaves the focus on the next page's main part.
 */
export function useScrollRestoration(): void {
  const { key, hash } = useLocation()
  const isBackOrForward = useNavigationType() === NavigationType.Pop

  // A layout effect removes the former page's listener before the next page scrolls.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const keep = () => positions.set(key, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [key])

  useLayoutEffect(() => {
    const isNavigation = lastKey !== undefined && lastKey !== key
    lastKey = key
    if (isNavigation && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [key])

  useLayoutEffect(() => {
    if (hash) return undefined
    if (isBackOrForward) return restore(positions.get(key) ?? 0)
    window.scrollTo(0, 0)
    return undefined
  }, [key, hash, isBackOrForward])
}

/** Scrolls again while the page grows, until it is tall enough or the user scrolls. */
function restore(top: number): () => void {
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top)
    if (Math.abs(window.scrollY - top) < 2) stop()
  })
  const stop = () => {
    observer.disconnect()
    for (const type of ['wheel', 'touchstart', 'keydown']) window.removeEventListener(type, stop)
  }
  for (const type of ['wheel', 'touchstart', 'keydown']) window.addEventListener(type, stop, { passive: true })
  observer.observe(document.documentElement)
  return stop
}
