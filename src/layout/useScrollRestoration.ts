import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

const positions = new Map<string, number>()

/** Scrolls to the top on a new page, and to the previous position on back and forward. */
export function useScrollRestoration(): void {
  const { key, hash } = useLocation()
  const isBackOrForward = useNavigationType() === NavigationType.Pop

  // A layout effect, so that the previous page's listener is removed before the next page scrolls.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const savePosition = () => positions.set(key, window.scrollY)
    window.addEventListener('scroll', savePosition, { passive: true })
    return () => window.removeEventListener('scroll', savePosition)
  }, [key])

  useLayoutEffect(() => {
    if (hash) return undefined
    if (isBackOrForward) return restore(positions.get(key) ?? 0)
    window.scrollTo(0, 0)
    return undefined
  }, [key, hash, isBackOrForward])
}

/** Scrolls again each time the page grows, until it is tall enough or the user scrolls. */
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
