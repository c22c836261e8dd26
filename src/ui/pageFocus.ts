import { useLayoutEffect, type RefObject } from 'react'
import { createStore } from '../lib/createStore.ts'

interface PageFocusState {
  /** The message that screen readers read out, with the number of messages so far. `PageFocus` renders it. */
  announcement: { text: string; count: number }
  /** The selector of the element to focus on the page that opens next. */
  nextTarget: string
  /** The id of what takes the focus as soon as it is shown at this entry of the history. */
  awaited?: { id: string; entry: unknown } | undefined
}

const heading = 'h1'

/** Belongs to the page: a log-out is announced after the session has ended. */
export const pageFocus = createStore<PageFocusState>({ announcement: { text: '', count: 0 }, nextTarget: heading })

function change(state: Partial<PageFocusState>): void {
  pageFocus.update((current) => ({ ...current, ...state }))
}

/** Makes screen readers read out a message, also if it is the same as the last one. */
export function announce(text: string): void {
  change({ announcement: { text, count: pageFocus.get().announcement.count + 1 } })
}

/** Focuses the element with this selector, instead of the heading, on the page that opens next. */
export function focusOnNextPage(selector: string): void {
  change({ nextTarget: selector })
}

/** Moves the focus to what has this id, such as a post that is being restored, as soon as it is shown on this page. */
export function focusWhenShown(id: string): void {
  change({ awaited: { id, entry: history.state?.key } })
}

/** Returns whether what has this id is to take the focus on this page, and forgets the request. */
export function consumeFocusRequest(id: string): boolean {
  const { awaited } = pageFocus.get()
  if (awaited?.id !== id) return false
  change({ awaited: undefined })
  return awaited.entry === history.state?.key
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

/**
 * When the focused element, or the part of the page that contains it, is removed, focuses the element with this selector,
 * which replaces it.
 */
export function useKeptFocus(ref: RefObject<HTMLElement | null>, selector: string): void {
  useLayoutEffect(() => {
    const { current } = ref
    const { pathname } = location
    return () => {
      // Another page focuses its heading.
      if (!current?.contains(document.activeElement) || location.pathname !== pathname) return
      // After React's commit: the element at the other place may be added later in it.
      queueMicrotask(() => document.querySelector<HTMLElement>(selector)?.focus())
    }
  }, [ref, selector])
}

/**
 * Returns the element to focus on a page that has just been shown, or null while the page loads. `awaited` is the selector
 * of the one that was asked for, if it loads after the heading.
 */
export function takeFocusTarget(): { element: HTMLElement; awaited: string | undefined } | null {
  const title = document.querySelector<HTMLElement>(heading)
  if (!title) return null
  const { nextTarget } = pageFocus.get()
  const target = document.querySelector<HTMLElement>(nextTarget)
  change({ nextTarget: heading })
  return target ? { element: target, awaited: undefined } : { element: title, awaited: nextTarget }
}

/** Returns whether moving the focus away from this element would interrupt the user. */
export function isInUse(element: Element | null): boolean {
  return Boolean(element?.closest('input, textarea, select, dialog, [contenteditable]'))
}
