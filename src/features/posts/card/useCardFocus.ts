import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { consumeFocusRequest, focusMain, isInUse } from '../../../ui/pageFocus.ts'

/**
 * Keeps the focus near a post that goes away. If the focus is in the post when it is hidden or leaves its list, it moves to
 * the next post, else to the previous one, else to the container of the list, else to the content of the page. From a form
 * in the post it moves to the content of the page. A restored post takes the focus. Returns the ref of the post.
 */
export function useCardFocus(postId: string, isHidden: boolean): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (consumeFocusRequest(postId) && !isInUse(document.activeElement)) card.current?.focus()
  }, [postId])
  useLayoutEffect(() => {
    const { current } = card
    const { pathname } = location
    if (isHidden && current?.contains(document.activeElement)) focusFirst(neighboursOf(current))
    return () => {
      // Another page focuses its heading.
      if (isHidden || !current?.contains(document.activeElement) || location.pathname !== pathname) return
      // On another post, what the user types on would be taken for shortcuts.
      const neighbours = isInUse(document.activeElement) ? [] : neighboursOf(current)
      // After React's commit, which may remove neighbours, too.
      queueMicrotask(() => {
        if (!current.isConnected) focusFirst(neighbours)
      })
    }
  }, [isHidden])
  return card
}

/** Returns what gets the focus in the place of a post, in order. */
function neighboursOf(card: HTMLElement): HTMLElement[] {
  const cards = [...document.querySelectorAll<HTMLElement>('main article')]
  const shown = cards.filter((other) => other === card || !other.hidden)
  const at = shown.indexOf(card)
  const list = card.parentElement?.closest<HTMLElement>('[tabindex="-1"]')
  return [...shown.slice(at + 1), ...shown.slice(0, at).toReversed(), ...(list ? [list] : [])]
}

function focusFirst(elements: readonly HTMLElement[]): void {
  const target = elements.find(({ isConnected }) => isConnected)
  if (target) target.focus({ preventScroll: true })
  else focusMain()
}
