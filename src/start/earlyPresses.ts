/** A press of a button, or of a link that is still held down, before React handles events. */
export interface EarlyPress {
  element: Element
  /** Whether the mouse still holds it down. */
  isHeld: boolean
}

declare global {
  interface Window {
    /** The presses so far, in their order. */
    earlyPresses?: EarlyPress[]
  }
}

/**
 * Records presses until `takeEarlyPresses`, once for each element. `src/start/bodyScript.ts` calls it before the first
 * paint. Clicks on links and touches are left to the browser: a touch ends with a click on what is there by then.
 */
export function keepEarlyPresses(): void {
  const presses: EarlyPress[] = []
  const listeners = new AbortController()
  window.earlyPresses = presses
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'click'] as const)
    addEventListener(type, keep, { signal: listeners.signal })

  function keep(event: PointerEvent): void {
    const { type, target, pointerType, button } = event
    if (window.earlyPresses !== presses) return listeners.abort()
    if (presses.at(-1)?.isHeld) presses.pop()
    const isHeld = type === 'pointerdown'
    if (isHeld ? pointerType !== 'mouse' || button !== 0 : type !== 'click') return
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return
    // The link to log-in of the app remembers this page.
    const logIn = target.closest('[data-visitor]')
    if (logIn) event.preventDefault()
    const element = logIn ?? target.closest(isHeld ? 'a, button' : 'button')
    if (element && !presses.some((press) => press.element === element)) presses.push({ element, isHeld })
  }
}

export function takeEarlyPresses(): readonly EarlyPress[] {
  const { earlyPresses = [] } = window
  delete window.earlyPresses
  return earlyPresses
}
