import type { BrowserContext, Page } from '@playwright/test'
import { button } from './app.ts'
import { expect, userTest } from './fixtures.ts'

/** What the tests of long lists share: the 2,000 posts of the lab's Busy scenario. */

interface VisiblePost {
  address: string
  position: number
  top: number
}

/**
 * Returns the posts in the viewport, below the upper bar. Scrolls down by less than half a screen a frame until the
 * post at this position is among them, and then returns all posts seen. It runs in the page.
 */
async function readPosts(feed: Element, position: number): Promise<VisiblePost[]> {
  const seen = new Map<number, VisiblePost>()
  for (;;) {
    let last = 0
    for (const article of feed.querySelectorAll('article')) {
      const { top, bottom } = article.getBoundingClientRect()
      if (bottom <= 80 || top >= innerHeight) continue
      last = Number(article.ariaPosInSet)
      const address = article.querySelector('time')?.closest('a')?.getAttribute('href') ?? ''
      seen.set(last, { address, position: last, top })
    }
    if (last >= position) return [...seen.values()]
    scrollBy({ top: 300, behavior: 'instant' })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }
}

export function visiblePosts(page: Page): Promise<VisiblePost[]> {
  return page.getByRole('feed').evaluate(readPosts, 0)
}

async function replaceData(page: Page): Promise<void> {
  await page.goto('/lab')
  await button(page, 'Busy').click()
  await button(page, 'Replace').click()
  const status = page.getByRole('region', { name: 'Data' }).getByRole('status')
  await expect(status).toHaveText('Replaced.', { timeout: 60_000 })
}

/** Scrolls down until the post at this position is visible. Returns the posts seen. */
export async function scrollTo(page: Page, position: number): Promise<VisiblePost[]> {
  await page.mouse.move((page.viewportSize()?.width ?? 0) / 2, 500)
  const seen = await page.getByRole('feed').evaluate(readPosts, position)
  // The list corrects its position when scrolling has ended.
  await expect
    .poll(async () => {
      const before = await visiblePosts(page)
      return before[0]?.top === (await visiblePosts(page))[0]?.top
    })
    .toBe(true)
  return seen
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

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

export const test = userTest.extend<object, { busyState: StorageState }>({
  /** The storage of the demo user with the data of the scenario. */
  busyState: [
    async ({ browser, userState }, provide, { project }) => {
      const context = await browser.newContext({
        baseURL: project.use.baseURL ?? '',
        serviceWorkers: 'block',
        storageState: userState,
      })
      await replaceData(await context.newPage())
      const state = await context.storageState({ indexedDB: true })
      await context.close()
      await provide(state)
    },
    { scope: 'worker' },
  ],
  storageState: ({ busyState }, provide) => provide(busyState),
})

/** Jumps to a distance from the start of the page, as a short drag of the scroll bar does. */
export async function jump(page: Page, top: number): Promise<void> {
  await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top)
}

export function pageHeight(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight)
}
