import { useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { BoundedMap } from '../../shared/BoundedMap.ts'
import { useStore } from '../lib/createStore.ts'
import { announcement, isInUse, takeFocusTarget } from '../ui/pageFocus.ts'

/** What had the focus: the post whose page has this path, or the link with this path and text outside of posts. */
interface FocusedPlace {
  post?: string | undefined
  link?: string | undefined
  text?: string | null
}

/** The last focused place of each location. */
const focusedPlaces = new BoundedMap<string, FocusedPlace>(100)

/**
 * Moves the focus to the heading of each page that opens, and announces the page's title. Back and forward move it to
 * the post or link that was focused there before. Does nothing while the user types. It never scrolls.
 */
export default function PageFocus() {
  const { key, pathname } = useLocation()
  const isBackOrForward = useNavigationType() === NavigationType.Pop
  const shownPath = useRef(pathname)

  useEffect(() => {
    const remember = ({ target }: Event) => {
      const place = target instanceof Element ? placeOf(target) : undefined
      if (place) focusedPlaces.set(key, place)
    }
    document.addEventListener('focusin', remember)
    // Safari does not focus a link that is pressed.
    document.addEventListener('click', remember, { capture: true })
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('click', remember, { capture: true })
    }
  }, [key])

  const followPage = useEffectEvent(() => moveFocus(isBackOrForward ? focusedPlaces.get(key) : undefined))
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

/** Moves the focus as soon as the page shows its heading, and then to this place. Returns a cleanup. */
function moveFocus(place: FocusedPlace | undefined): () => void {
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
    const left = place && document.activeElement === target ? findPlace(place) : undefined
    if (left) focus(left)
    if (!place || document.activeElement !== target) observer.disconnect()
  }
}

function focus(element: HTMLElement): void {
  // Headings are not focusable. -1 keeps them out of the Tab order.
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

function placeOf(element: Element): FocusedPlace | undefined {
  const post = pathOf(element.closest('article'))
  if (post) return { post }
  const link = element.closest('a')
  return link ? { link: link.pathname, text: link.textContent } : undefined
}

/** Returns the post or link of a place if the page shows it. Of several links, prefers the one with the same text. */
function findPlace({ post, link, text }: FocusedPlace): HTMLElement | undefined {
  if (post) return [...document.querySelectorAll('article')].find((article) => pathOf(article) === post)
  const links = [...document.querySelectorAll('a')].filter(
    ({ pathname, tabIndex }) => pathname === link && tabIndex >= 0,
  )
  return links.find(({ textContent }) => textContent === text) ?? links[0]
}

/** Returns the path of a post's page, which its date links to. */
function pathOf(article: Element | null): string | undefined {
  return article?.querySelector('time')?.closest('a')?.pathname
}
