import type { Page } from '@playwright/test'

/** A page that scrolls by no more than this many pixels was meant to fit the window. */
const SMALL_SCROLL = 8

/**
 * Returns descriptions of what is cut off at a side of the window, of a scroll height by which a page just does not fit
 * the window, and of the targets that are smaller than `tapSize` pixels. Decorative pictures, links in a line of text and
 * the widgets of GraphiQL do not count. If a dialog is open, only what it contains does.
 */
export function layoutProblems(page: Page, tapSize = 0): Promise<string[]> {
  // The size of the page can differ: a phone zooms out of a page that is too wide.
  const windowSize = page.viewportSize() ?? { width: Infinity, height: Infinity }
  const limits = { ...windowSize, smallScroll: SMALL_SCROLL, least: tapSize }
  return page.evaluate(({ width: windowWidth, height: windowHeight, smallScroll, least }) => {
    const root = document.querySelector('dialog[open]') ?? document.body
    const shown = [...root.querySelectorAll('*')].filter(isShown)
    const excess = document.documentElement.scrollHeight - windowHeight
    const problems = [
      ...(excess > 0 && excess <= smallScroll ? [`the page scrolls by ${excess} px`] : []),
      ...shown.filter(isCutOff).map((element) => `cut off: ${outline(element)}`),
      ...shown.filter(isSmallTarget).map((element) => `small: ${outline(element)} ${sizeOf(element).join(' x ')}`),
    ]
    return [...new Set(problems)]

    function isShown(element: Element): boolean {
      return (
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        // A popover has been placed for the earlier width.
        !element.closest(
          '.visually-hidden, [inert], [aria-hidden=true], img[alt=""], svg, [popover], .graphiql-container, [class^=monaco]',
        )
      )
    }

    function isCutOff(element: Element): boolean {
      const { left, right, width } = element.getBoundingClientRect()
      if (width === 0 || (left > -1 && right < windowWidth + 1)) return false
      for (let parent = element.parentElement; parent; parent = parent.parentElement)
        if (/auto|scroll/.test(getComputedStyle(parent).overflowX)) return false
      return true
    }

    function isSmallTarget(element: Element): boolean {
      if (!element.matches('a[href], button, input, select, textarea, summary, [role=option]')) return false
      if (element.matches('[tabindex="-1"], :disabled')) return false
      if (element.matches('a') && getComputedStyle(element).display === 'inline') return false
      return sizeOf(element).some((length) => length < least)
    }

    /** Returns the width and the height of a target, with the label or box around a field, and with its `::after`. */
    function sizeOf(element: Element): number[] {
      const target = (element.matches('input') && (element.closest('label') ?? element.parentElement)) || element
      const after = getComputedStyle(target, '::after')
      const isExtended = after.content !== 'none' && after.position === 'absolute'
      // A link can be extended to the row that contains it.
      const isStatic = getComputedStyle(target).position === 'static'
      const container = (isExtended && isStatic && target instanceof HTMLElement && target.offsetParent) || target
      const { width, height } = container.getBoundingClientRect()
      if (!isExtended) return [Math.round(width), Math.round(height)]
      const beyond = (...sides: string[]) => sides.reduce((sum, side) => sum - Number.parseFloat(side), 0)
      return [
        Math.round(width + Math.max(0, beyond(after.left, after.right))),
        Math.round(height + Math.max(0, beyond(after.top, after.bottom))),
      ]
    }

    function outline(element: Element): string {
      const name = element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40) ?? ''
      return `${element.tagName.toLowerCase()} ${element.className} "${name}"`
    }
  }, limits)
}
