/** What the entry takes over from the inline scripts. */

/** The performance mark of the moment when the page's address was known: its query counts as sent then. */
export const pageRequestMark = 'page request'

/**
 * Keeps the focus when the app replaces the shell: moves it to the same link or button of the app. Call it before the app
 * renders.
 */
export function keepShellFocus(root: HTMLElement): void {
  let focused = document.activeElement
  const remember = () => {
    focused = document.activeElement
  }
  root.addEventListener('focusin', remember)
  const observer = new MutationObserver(() => {
    observer.disconnect()
    root.removeEventListener('focusin', remember)
    if (!focused || focused.isConnected) return
    const target = root.querySelector<HTMLElement>(selectorOf(focused))
    // The page keeps its place. A side navigation that scrolls starts at its top again.
    target?.focus({ preventScroll: !target.closest('nav') })
  })
  observer.observe(root, { childList: true })
}

/** Returns a selector: the id, or the label or address within the landmark, which the app has, too. */
function selectorOf(element: Element): string {
  if (element.id) return `#${element.id}`
  const name = element.hasAttribute('aria-label') ? 'aria-label' : 'href'
  const landmark = element.closest('header, nav, main')?.localName ?? ''
  return `${landmark} [${name}=${JSON.stringify(element.getAttribute(name))}]`
}
