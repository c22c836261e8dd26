/** A key that may be part of a shortcut. */
export interface ShortcutKey {
  key: string
  /** When it was pressed, as `timeStamp` of an event. */
  at: number
  isRepeated: boolean
}

declare global {
  interface Window {
    /** The keys that were pressed before the shortcuts have loaded. */
    earlyKeys?: ShortcutKey[]
  }
}

const MAX_KEYS = 20

/** Fields in which keys are text, or choose an option. */
const fields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** Returns whether keys are text of this element. */
export function isField(element: Element | null): boolean {
  return Boolean(element?.closest(fields))
}

/** Keeps the first keys that are pressed, until `takeEarlyKeys`. `src/start/bodyScript.ts` calls it before the first paint. */
export function keepEarlyKeys(): void {
  const keys: ShortcutKey[] = []
  window.earlyKeys = keys
  addEventListener('keydown', keep)

  function keep(event: KeyboardEvent): void {
    const key = shortcutKeyOf(event)
    if (window.earlyKeys !== keys) removeEventListener('keydown', keep)
    else if (key && keys.length < MAX_KEYS) keys.push(key)
  }
}

export function takeEarlyKeys(): readonly ShortcutKey[] {
  const { earlyKeys = [] } = window
  delete window.earlyKeys
  return earlyKeys
}

/** Returns the key of an event, or null if it cannot be part of a shortcut. */
export function shortcutKeyOf(event: KeyboardEvent): ShortcutKey | null {
  const { key, target, timeStamp: at, repeat: isRepeated } = event
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return null
  // Signs such as ? need Shift on many keyboards.
  if (event.shiftKey && /^\p{Letter}/u.test(key)) return null
  if (document.querySelector('dialog[open]')) return null
  if (!(target instanceof Element) || isField(target)) return null
  // Enter on a link or a button presses it.
  if (key === 'Enter' && !target.matches('article')) return null
  return { key: key === 'Enter' ? key : key.toLowerCase(), at, isRepeated }
}
