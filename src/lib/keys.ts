import type { KeyboardEvent } from 'react'

/**
 * Returns whether a key belongs to an input method (IME), which then handles it: Escape and Enter end the composition,
 * not the form. WebKit sends the key that ends a composition after `compositionend`, with `keyCode` 229.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
