import type { KeyboardEvent } from 'react'

/**
 * Returns whether an input method (IME) handles this key: Escape and Enter then end the composition and must not close
 * or submit the form. WebKit sends that key after `compositionend`, with `keyCode` 229.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}

/** Submits the form of a text area on Ctrl+Enter and Cmd+Enter. */
export function submitOnCommandEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
}
