/** What the entry takes over from the inline scripts. */

/** The performance mark of the moment when the page's address was known: its query counts as sent then. */
export const pageRequestMark = 'page request'

/** Clicks the button that was clicked before the page was hydrated. Call it when React handles events. */
export function repeatClick(root: HTMLElement): void {
  delete document.documentElement.dataset['page']
  root.querySelector<HTMLElement>('[data-pressed=clicked]')?.click()
}

/**
 * Keeps what the user does while the app replaces the shell: moves the focus and the text of the search to the same
 * elements of the app, and repeats presses. Call it before the app renders.
 */
export function keepShellInput(root: HTMLElement): void {
  const shell = Array.from(root.children)
  const inShell = (selector: string) => shell.flatMap((part) => Array.from(part.querySelectorAll(selector)))
  const replacementOf = (element: Element) => root.querySelector<HTMLElement>(selectorOf(element))
  let focused = document.activeElement
  const remember = () => {
    focused = document.activeElement
  }
  root.addEventListener('focusin', remember)
  const observer = new MutationObserver(() => {
    observer.disconnect()
    root.removeEventListener('focusin', remember)
    delete document.documentElement.dataset['shell']
    if (focused && !focused.isConnected) {
      const target = replacementOf(focused)
      // The page keeps its place. A side navigation that scrolls starts at its top again.
      target?.focus({ preventScroll: !target.closest('nav') })
    }
    for (const field of inShell('input')) moveText(field, replacementOf(field))
    for (const pressed of inShell('[data-pressed]')) {
      const target = replacementOf(pressed)
      if (pressed.matches('[data-pressed=clicked]')) target?.click()
      else if (target) clickOnRelease(target)
    }
  })
  observer.observe(root, { childList: true })
}

function moveText(from: Element, to: Element | null): void {
  if (!(from instanceof HTMLInputElement && to instanceof HTMLInputElement && from.value)) return
  // Setting `value` would hide the change from React.
  to.setRangeText(from.value, 0, 0, 'end')
  to.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Ends a press that began in the shell. The browser sends no click, because the element of its `pointerdown` has gone. */
function clickOnRelease(target: HTMLElement): void {
  const listening = new AbortController()
  const end = (event: PointerEvent) => {
    listening.abort()
    const isOver = event.target instanceof Node && target.contains(event.target)
    if (event.type === 'pointerup' && isOver) target.dispatchEvent(new MouseEvent('click', event))
  }
  for (const type of ['pointerup', 'pointercancel'] as const) addEventListener(type, end, { signal: listening.signal })
}

/** Returns a selector: the id, or the label or address within the landmark, which the app has, too. */
function selectorOf(element: Element): string {
  if (element.id) return `#${element.id}`
  const name = element.hasAttribute('aria-label') ? 'aria-label' : 'href'
  const landmark = element.closest('header, nav, main')?.localName ?? ''
  return `${landmark} [${name}=${JSON.stringify(element.getAttribute(name))}]`
}
