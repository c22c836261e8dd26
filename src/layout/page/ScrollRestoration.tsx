import { useLayoutEffect, useState, type RefObject } from 'react'
import { tryStorage } from '../../lib/tryStorage.ts'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { BoundedMap } from '../../../shared/BoundedMap.ts'

const storageKey = 'scrollPositions'

/**
 * The scroll position of each entry of the history, by its key and path. The history outlives the session. Saved on
 * `pagehide` for a reload.
 */
const positions = new BoundedMap<string, number>(100)
// An address that was just opened has no state yet, and starts at the top.
if (history.state) readPositions()

addEventListener('pagehide', writePositions)

/**
 * Scrolls to the top on a new page, and to the previous position on back, forward and reload. A long list restores its
 * own position: render this component before the page, so that the list scrolls last.
 */
export function ScrollRestoration(): null {
  const { key, pathname, hash } = useLocation()
  // The key is `default` for every entry that an address opened.
  const entry = `${key} ${pathname}`
  const isPop = useNavigationType() === NavigationType.Pop

  // A layout effect, so that the previous page's listener is removed before the next page scrolls.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const savePosition = () => positions.set(entry, window.scrollY)
    window.addEventListener('scroll', savePosition, { passive: true })
    return () => window.removeEventListener('scroll', savePosition)
  }, [entry])

  useLayoutEffect(() => {
    if (hash) return undefined
    const top = positions.get(entry)
    if (isPop && top) return restore(top)
    window.scrollTo(0, 0)
    return undefined
  }, [entry, hash, isPop])

  return null
}

/**
 * Scrolls a page that opens to an element, unless it is at the top anyway. Back, Forward and a reload return to the previous
 * position. Use it in a part of the page that has its content when it mounts.
 */
export function useOpensAt(element: RefObject<HTMLElement | null>, isBelowTop: boolean): void {
  const { key, pathname } = useLocation()
  const isPop = useNavigationType() === NavigationType.Pop
  const [scrolls] = useState(() => isBelowTop && !(isPop && positions.has(`${key} ${pathname}`)))
  useLayoutEffect(() => {
    if (scrolls) element.current?.scrollIntoView({ behavior: 'instant' })
  }, [element, scrolls])
}

function writePositions(): void {
  tryStorage(() => sessionStorage.setItem(storageKey, JSON.stringify([...positions])))
}

function readPositions(): void {
  tryStorage(() => {
    const entries: [unknown, unknown][] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    for (const [entry, top] of entries)
      if (typeof entry === 'string' && typeof top === 'number') positions.set(entry, top)
  })
}

/**
 * Scrolls again each time the page changes its height, until a list is shown or the user scrolls: the parts of a page
 * arrive one after the other. Meanwhile the browser does not adjust the position for those that arrive above.
 */
function restore(top: number): () => void {
  const root = document.documentElement
  const follow = () => {
    // Without those of the page before, which React hides while the code of this page loads.
    const lists = [...document.querySelectorAll<HTMLElement>('[data-long-list]')]
    const list = lists.find(({ offsetParent }) => offsetParent !== null)
    // A list without a saved position was not visible: the user was above it.
    if (!list?.matches('[data-long-list=at-place]')) window.scrollTo(0, top)
    if (list) stop()
  }
  const observer = new ResizeObserver(follow)
  const controller = new AbortController()
  const { signal } = controller
  const stop = () => {
    controller.abort()
    observer.disconnect()
    root.style.overflowAnchor = ''
  }
  for (const type of userScrolls) window.addEventListener(type, stop, { passive: true, signal })
  root.style.overflowAnchor = 'none'
  observer.observe(root)
  return stop
}

const userScrolls = ['wheel', 'touchstart', 'pointerdown', 'keydown']
