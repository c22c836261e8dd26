import { useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useStore } from '../../lib/createStore.ts'
import { announce, isInUse, pageFocus, takeFocusTarget } from '../../ui/pageFocus.ts'
import { focusedPlaceAt } from './focusedPlaces.ts'

/**
 * Moves the focus to the heading of each page that opens, and announces the page's title. Back and forward move it to
 * the post or link that was focused there before. Leaves the focus where the user types, or where the user has moved it
 * while the page loaded. It scrolls only to a field that a shortcut has asked for.
 */
export function PageFocus() {
  const { key, pathname } = useLocation()
  const navigationType = useNavigationType()
  const isBackOrForward = navigationType === NavigationType.Pop
  const { text, count } = useStore(pageFocus, ({ announcement }) => announcement)
  const shownPath = useRef(pathname)

  const followPage = useEffectEvent(() => {
    // The title must not replace a failure that the page has announced since this render.
    const isAnnounced = pageFocus.get().announcement.count > count
    return moveFocus(isBackOrForward ? focusedPlaceAt(key) : undefined, !isAnnounced)
  })
  useEffect(() => {
    if (shownPath.current === pathname) return undefined
    const stop = followPage()
    shownPath.current = pathname
    return stop
  }, [pathname])

  return (
    <p id="announcement" className="visually-hidden" aria-live="polite">
      {/* A new element each time: screen readers do not read a text that stays the same. */}
      <span key={count}>{text}</span>
    </p>
  )
}

/**
 * Moves the focus as soon as the page shows its heading, and then to this selector. `announces`: announces the title,
 * too. Returns a cleanup.
 */
function moveFocus(place: string | undefined, announces: boolean): () => void {
  let target: HTMLElement | null = null
  let awaited: string | undefined
  const focusedBefore = document.activeElement
  const observer = new MutationObserver(update)
  observer.observe(document.body, { childList: true, subtree: true })
  update()
  return () => observer.disconnect()

  function update(): void {
    if (!target) {
      const taken = takeFocusTarget()
      if (!taken) return
      target = taken.element
      awaited = taken.awaited
      // Without the number of unread notifications.
      if (announces) announce(document.title.replace(/^\(\d+\) /, ''))
      const focused = document.activeElement
      // The app itself focuses the content when it removes the focused element.
      const wasMoved = focused !== focusedBefore && !focused?.matches('body, #main')
      // A list may have restored its place, below the field.
      if (!isInUse(focused) && !wasMoved) focus(target, { preventScroll: target.matches('h1') })
    }
    const selector = awaited ?? place
    const later = selector && document.activeElement === target && document.querySelector<HTMLElement>(selector)
    if (later) focus(later, { preventScroll: awaited === undefined })
    if (!selector || document.activeElement !== target) observer.disconnect()
  }
}

function focus(element: HTMLElement, { preventScroll } = { preventScroll: true }): void {
  // Headings are not focusable. -1 keeps them out of the Tab order.
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll })
}
