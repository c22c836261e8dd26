import { createStore } from '../lib/createStore.ts'

/** The message that screen readers read out. `PageFocus` renders it. */
export const announcement = createStore('')

const defaultTarget = 'h1'
let nextTarget = defaultTarget

/** Focuses the element with this selector, instead of the heading, on the page that opens next. */
export function focusOnNextPage(selector: string): void {
  nextTarget = selector
}

/** Focuses the content of the page, for example because the focused element is removed. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Returns the element to focus on a page that has just been shown, or null while the page loads. */
export function takeFocusTarget(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>(defaultTarget)
  if (!heading) return null
  const target = document.querySelector<HTMLElement>(nextTarget) ?? heading
  nextTarget = defaultTarget
  return target
}

/** Returns whether moving the focus away from this element would interrupt the user. */
export function isInUse(element: Element | null): boolean {
  return Boolean(element?.closest('input, textarea, select, dialog, [contenteditable]'))
}
