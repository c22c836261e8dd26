import { useLayoutEffect, type RefObject } from 'react'
import { createStore } from '../lib/createStore.ts'

/** The message that screen readers read out, with the number of messages so far. `PageFocus` renders it. */
export const announcement = createStore({ text: '', count: 0 })

/** Makes screen readers read out a message, also if it is the same as the last one. */
export function announce(text: string): void {
  announcement.update(({ count }) => ({ text, count: count + 1 }))
}

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

/** Focuses the content of the page if this element has the focus when its component is removed. */
export function useFocusMainOnRemoval(ref: RefObject<HTMLElement | null>): void {
  // A layout effect, so that the element is still on the page.
  useLayoutEffect(() => {
    const { current } = ref
    return () => {
      if (current === document.activeElement) focusMain()
    }
  }, [ref])
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
