import { useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { BoundedMap } from '../../shared/BoundedMap.ts'
import { useStore } from '../lib/createStore.ts'
import { announcement, isInUse, takeFocusTarget } from '../ui/pageFocus.ts'

/** The selector of the last focused post or link of each location. */
const focusedPlaces = new BoundedMap<string, string>(100)

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
      const place = target instanceof Element && selectorOf(target)
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

/** Moves the focus as soon as the page shows its heading, and then to this selector. Returns a cleanup. */
function moveFocus(place: string | undefined): () => void {
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
    const left = place && document.activeElement === target && document.querySelector<HTMLElement>(place)
    if (left) focus(left)
    if (!place || document.activeElement !== target) observer.disconnect()
  }
}

function focus(element: HTMLElement): void {
  // Headings are not focusable. -1 keeps them out of the Tab order.
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** Returns the selector of the post around an element, whose date links to its page, or else of the link around it. */
function selectorOf(element: Element): string | undefined {
  const date = element.closest('article')?.querySelector('a:has(time)')
  const href = (date ?? element.closest('a'))?.getAttribute('href')
  if (!href) return undefined
  const link = `a[href=${JSON.stringify(href)}]`
  if (date) return `article:has(${link} time)`
  // Pictures of users repeat the link of their name.
  return `${link}:not([tabindex])${element.closest('main') ? ':is' : ':not'}(main *)`
}
