import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** What the tests of long lists share: the seed and generated posts, 500 in all. */

export interface VisiblePost {
  address: string
  position: number
  top: number
}

/**
 * Returns the posts in the viewport, below the upper bar. Scrolls down by this many pixels at a time until the post at
 * this position is among them, and then returns all posts seen. It runs in the page. Returns none if the list has gone.
 */
async function readPosts(feed: Element, { position = 0, step = 0 }): Promise<VisiblePost[]> {
  const seen = new Map<number, VisiblePost>()
  while (feed.isConnected) {
    let last = 0
    for (const article of feed.querySelectorAll('article')) {
      const { top, bottom } = article.getBoundingClientRect()
      if (bottom <= 80 || top >= innerHeight) continue
      last = Number(article.ariaPosInSet)
      const address = article.querySelector('time')?.closest('a')?.getAttribute('href') ?? ''
      seen.set(last, { address, position: last, top })
    }
    if (last >= position) return [...seen.values()]
    scrollBy({ top: step, behavior: 'instant' })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }
  // A page that opens has just replaced the list.
  if (step === 0) return []
  throw new Error('Another list has replaced this one.')
}

export function visiblePosts(page: Page): Promise<VisiblePost[]> {
  return page.getByRole('feed').evaluate(readPosts, {})
}

/** Less than half a screen: no post is passed over. */
export const SMALL_STEP = 300

/**
 * Scrolls down until the post at this position is visible, by default by more than a screen at a time. Returns the posts
 * seen.
 */
export async function scrollTo(page: Page, position: number, step = 1200): Promise<VisiblePost[]> {
  await page.mouse.move((page.viewportSize()?.width ?? 0) / 2, 500)
  const seen = await page.getByRole('feed').evaluate(readPosts, { position, step })
  await expectStill(page)
  return seen
}

/** Waits until the list has corrected its position, which it does when scrolling has ended. */
export async function expectStill(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const before = await visiblePosts(page)
      return before[0]?.top === (await visiblePosts(page))[0]?.top
    })
    .toBe(true)
}

export async function expectFirst(page: Page, { address, top }: VisiblePost | undefined = noPost): Promise<void> {
  await expect
    .poll(async () => {
      const same = (await visiblePosts(page)).find((shown) => shown.address === address)
      return same ? Math.abs(same.top - top) : Infinity
    })
    .toBeLessThanOrEqual(2)
}

export const noPost: VisiblePost = { address: '', position: 0, top: 0 }

/** Jumps to a distance from the start of the page, as a short drag of the scroll bar does. */
export async function jump(page: Page, top: number): Promise<void> {
  await page.evaluate(async (to) => {
    window.scrollTo({ top: to, behavior: 'instant' })
    // The app learns of it in the next frame.
    await new Promise(requestAnimationFrame)
  }, top)
}

export function pageHeight(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight)
}
