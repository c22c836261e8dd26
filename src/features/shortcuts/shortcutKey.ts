/** A key that may be part of a shortcut. */
export interface ShortcutKey {
  key: string
  /** When it was pressed, as `timeStamp` of an event. */
  at: number
  isRepeated: boolean
}

/** Fields in which keys are text, or choose an option. */
const fields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** Returns the key, or the Latin letter at its place if a layout or an input method of another script has no such letter. */
function keyOf({ key, code }: KeyboardEvent): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  return letter && /^(?:[^\0-\x7f]+|Process)$/.test(key) ? letter.toLowerCase() : key
}

/** Returns the key of an event, or null if it cannot be part of a shortcut. */
export function shortcutKeyOf(event: KeyboardEvent): ShortcutKey | null {
  const { target, timeStamp: at, repeat: isRepeated } = event
  const key = keyOf(event)
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return null
  // Signs such as ? need Shift on many keyboards.
  if (event.shiftKey && /^\p{Letter}/u.test(key)) return null
  if (document.querySelector('dialog[open]')) return null
  if (!(target instanceof Element) || target.closest(fields)) return null
  // Enter on a link or a button presses it.
  if (key === 'Enter' && !target.matches('article')) return null
  return { key: key === 'Enter' ? key : key.toLowerCase(), at, isRepeated }
}
