import { useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { BoundedMap } from '../../shared/BoundedMap.ts'
import { useStore } from '../lib/createStore.ts'
import { announcement, isInUse, takeFocusTarget } from '../ui/pageFocus.ts'

/** The last focused post of each location, as the path of the post's page. */
const focusedPosts = new BoundedMap<string, string>(100)

/**
 * Moves the focus to the heading of each page that opens, and announces the page's title. Back and forward move it to
 * the post that was focused there before. Does nothing while the user types. It never scrolls.
 */
export default function PageFocus() {
  const { key, pathname } = useLocation()
  const isBackOrForward = useNavigationType() === NavigationType.Pop
  const shownPath = useRef(pathname)

  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const path = target instanceof Element ? pathOf(target.closest('article')) : undefined
      if (path) focusedPosts.set(key, path)
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [key])

  const followPage = useEffectEvent(() => moveFocus(isBackOrForward ? focusedPosts.get(key) : undefined))
  useEffect(() => {
    if (shownPath.current === pathname) return undefined
    shownPath.current = pathname
    return followPage()
  }, [pathname])

  return (
    <p id="announcement" className="visually-hidden" aria-live="polite">
      {useStore(announcement)}
    </p>
  )
}

/** Moves the focus as soon as the page shows its heading, and then to the post with this path. Returns a cleanup. */
function moveFocus(postPath: string | undefined): () => void {
  let target: HTMLElement | null = null
  const observer = new MutationObserver(update)
  observer.observe(document.body, { childList: true, subtree: true })
  update()
  return () => observer.disconnect()

  function update(): void {
    if (!target) {
      target = takeFocusTarget()
      if (!target) return
      announcement.set(document.title)
      if (!isInUse(document.activeElement)) focus(target)
    }
    const post = postPath && document.activeElement === target ? findPost(postPath) : undefined
    if (post) focus(post)
    if (!postPath || document.activeElement !== target) observer.disconnect()
  }
}

function focus(element: HTMLElement): void {
  // Headings are not focusable. -1 keeps them out of the Tab order.
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

function findPost(path: string): HTMLElement | undefined {
  return [...document.querySelectorAll('article')].find((article) => pathOf(article) === path)
}

/** Returns the path of a post's page, which its date links to. */
function pathOf(article: Element | null): string | undefined {
  return article?.querySelector('time')?.closest('a')?.pathname
}
