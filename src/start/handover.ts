/** What the entry takes over from the inline scripts. */

import { takeEarlyPresses } from './earlyPresses.ts'

/** The performance mark of the moment when the page's address was known: its query counts as sent then. */
export const pageRequestMark = 'page request'

/** Repeats the presses of buttons on a prerendered page. Call it when React handles events. */
export function takeOverPage(root: HTMLElement): void {
  void repeatPresses(root)
}

/**
 * Repeats in the app what the user has done in the shell: moves the focus and the text of the search, and repeats presses.
 * Call it before the app renders; it acts when the app has replaced the shell.
 */
export function takeOverShell(root: HTMLElement): void {
  const shell = Array.from(root.children)
  const replacementOf = (element: Element) => root.querySelector<HTMLElement>(selectorOf(element))
  let focused = document.activeElement
  const remember = () => {
    focused = document.activeElement
  }
  root.addEventListener('focusin', remember)
  const observer = new MutationObserver(() => {
    // A redirect renders nothing at first.
    if (!root.querySelector('main')) return
    observer.disconnect()
    root.removeEventListener('focusin', remember)
    if (focused && !focused.isConnected) {
      const target = replacementOf(focused)
      // The page keeps its place. A side navigation that scrolls starts at its top again.
      target?.focus({ preventScroll: !target.closest('nav') })
    }
    const field = shell.map((part) => part.querySelector('input')).find((found) => found !== null)
    if (field?.value) moveText(field, replacementOf(field))
    void repeatPresses(root)
  })
  observer.observe(root, { childList: true })
}

/** Repeats each press, on the element that has replaced the pressed one if that has gone. */
async function repeatPresses(root: HTMLElement): Promise<void> {
  for (const { element, isHeld } of takeEarlyPresses()) {
    const target = element.isConnected ? element : root.querySelector(selectorOf(element))
    if (target instanceof HTMLElement) {
      if (!isHeld) target.click()
      // The browser ends a press of an element that has stayed.
      else if (target !== element) clickOnRelease(target)
    }
    // React renders the change before the next press.
    await Promise.resolve()
  }
}

function moveText(from: HTMLInputElement, to: HTMLElement | null): void {
  if (!(to instanceof HTMLInputElement)) return
  // Setting `value` would hide the change from React.
  to.setRangeText(from.value)
  to.setSelectionRange(from.selectionStart, from.selectionEnd)
  to.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Clicks the element when the mouse is released over it. The browser sends no click, because the element of the
 * `pointerdown` has gone.
 */
function clickOnRelease(target: HTMLElement): void {
  const listeners = new AbortController()
  const end = (event: PointerEvent) => {
    listeners.abort()
    const isOver = event.target instanceof Node && target.contains(event.target)
    if (event.type === 'pointerup' && isOver) target.dispatchEvent(new MouseEvent('click', event))
  }
  for (const type of ['pointerup', 'pointercancel', 'pointerdown'] as const)
    addEventListener(type, end, { signal: listeners.signal })
}

/** Returns a selector of the app's element in the place of this one: its id, or its label or address in its landmark. */
function selectorOf(element: Element): string {
  if (element.id) return `#${element.id}`
  const name = element.hasAttribute('aria-label') ? 'aria-label' : 'href'
  const landmark = element.closest('header, nav, main')?.localName ?? ''
  return `${landmark} [${name}=${JSON.stringify(element.getAttribute(name))}]`
}
