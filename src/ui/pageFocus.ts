import { createStore } from '../lib/createStore.ts'

/** The message that screen readers read out. `PageFocus` renders it. */
export const announcement = createStore('')

/** Returns the element to focus on a page that has just been shown, or null while the page loads. */
export function takeFocusTarget(): HTMLElement | null {
  return document.querySelector('h1')
}
