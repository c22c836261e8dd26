/** A button that was pressed before React handled events. */
export interface EarlyPress {
  element: Element
  /** Whether the mouse still holds the button, or a link, down. */
  isHeld: boolean
}

declare global {
  interface Window {
    /** The presses so far, in their order. */
    earlyPresses?: EarlyPress[]
  }
}

const MAX_PRESSES = 20

/**
 * Keeps what is pressed, until `takeEarlyPresses`. `src/start/bodyScript.ts` calls it before the first paint. The browser
 * itself follows a link that is clicked, and ends a touch with a click on what is there by then.
 */
export function keepEarlyPresses(): void {
  const presses: EarlyPress[] = []
  const listening = new AbortController()
  window.earlyPresses = presses
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'click'] as const)
    addEventListener(type, keep, { signal: listening.signal })

  function keep({ type, target, pointerType, button, ctrlKey }: PointerEvent): void {
    if (window.earlyPresses !== presses) return listening.abort()
    if (presses.at(-1)?.isHeld) presses.pop()
    const isHeld = type === 'pointerdown'
    if (isHeld ? pointerType !== 'mouse' || button !== 0 || ctrlKey : type !== 'click') return
    const element = target instanceof Element && target.closest(isHeld ? 'a, button' : 'button')
    if (element && presses.length < MAX_PRESSES) presses.push({ element, isHeld })
  }
}

export function takeEarlyPresses(): readonly EarlyPress[] {
  const { earlyPresses = [] } = window
  delete window.earlyPresses
  return earlyPresses
}
