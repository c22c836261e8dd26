import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

const positions = new Map<string, number>()

/** A new page starts at its top; going back or forward leads to where one was. */
export function useScrollRestoration(): void {
  const { key, hash } = useLocation()
  const isBackOrForward = useNavigationType() === NavigationType.Pop

  // A layout effect, so that the page one leaves no longer hears how the next one moves to its top.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const keep = () => positions.set(key, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [key])

  useLayoutEffect(() => {
    if (hash) return undefined
    if (isBackOrForward) return restore(positions.get(key) ?? 0)
    window.scrollTo(0, 0)
    return undefined
  }, [key, hash, isBackOrForward])
}

/** The page may still grow to its height: tried until it is tall enough, or the reader scrolls. */
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
