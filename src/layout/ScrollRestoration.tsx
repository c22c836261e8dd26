import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { BoundedMap } from '../../shared/BoundedMap.ts'

const positions = new BoundedMap<string, number>(100)

/**
 * Scrolls to the top on a new page, and to the previous position on back and forward. A long list restores its own
 * position: render this component before the page, so that the list scrolls last.
 */
export function ScrollRestoration(): null {
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

  return null
}

/** Lists that restore their own position. */
const longLists = '[role=feed], [data-people]'

/** Scrolls again each time the page grows, until it is tall enough, a list is shown or the user scrolls. */
function restore(top: number): () => void {
  const observer = new ResizeObserver(() => {
    if (!document.querySelector(longLists)) window.scrollTo(0, top)
    if (document.querySelector(longLists) || Math.abs(window.scrollY - top) < 2) stop()
  })
  const stop = () => {
    observer.disconnect()
    for (const type of ['wheel', 'touchstart', 'keydown']) window.removeEventListener(type, stop)
  }
  for (const type of ['wheel', 'touchstart', 'keydown']) window.addEventListener(type, stop, { passive: true })
  observer.observe(document.documentElement)
  return stop
}
