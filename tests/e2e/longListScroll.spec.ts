import { expect, longTest } from './fixtures.ts'
import { expectFirst, expectStill, jump, pageHeight, scrollTo, visiblePosts } from './longLists.ts'

/** The scroll position and the height of a long list, as the scroll bar and a finger on the screen change them. */

longTest.beforeEach(async ({ page }) => {
  await page.goto('/explore')
  await expect(page.getByRole('article').first()).toBeVisible()
})

longTest(
  'the scroll bar leads to the start and back to all posts that were loaded',
  { tag: '@phone' },
  async ({ page }) => {
    const firstPosition = async () => (await visiblePosts(page))[0]?.position ?? 0
    await expect(async () => {
      await jump(page, await pageHeight(page))
      expect(await firstPosition()).toBeGreaterThan(320)
    }).toPass({ intervals: [200] })
    const whole = await pageHeight(page)
    await jump(page, 0)
    await expect.poll(firstPosition).toBe(1)
    expect(await pageHeight(page)).toBeGreaterThan(0.8 * whole)
    await jump(page, 0.9 * (await pageHeight(page)))
    await expect.poll(firstPosition).toBeGreaterThan(240)
    await page.keyboard.press('End')
    await expect.poll(firstPosition).toBeGreaterThan(320)
  },
)

longTest('a jump to the start while the list corrects its position shows the first post', async ({ page }) => {
  const [start] = await visiblePosts(page)
  await scrollTo(page, 50)
  await page.getByRole('feed').evaluate(async (feed) => {
    // A post above the viewport becomes taller.
    const row = feed.firstElementChild
    if (row instanceof HTMLElement) row.style.paddingTop = '1000px'
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    // The list corrects the scroll position after the scroll: here between the jump and its event.
    const jumpToStart = () => window.scrollTo({ top: 0, behavior: 'instant' })
    addEventListener('scrollend', jumpToStart, { capture: true, once: true })
    window.scrollBy({ top: 10, behavior: 'instant' })
  })
  await expectFirst(page, start)
})

longTest('a jump to posts that are not in the page shows skeletons', async ({ page }) => {
  await scrollTo(page, 50)
  const image = await page.evaluate(() => {
    window.scrollTo({ top: 2000, behavior: 'instant' })
    const element = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
    return element && getComputedStyle(element).backgroundImage
  })
  expect(image).toContain('gradient')
})

longTest('the page keeps its height while posts that were loaded are mounted again', async ({ page }) => {
  await scrollTo(page, 70)
  await jump(page, 0)
  const lastMounted = async () => Number(await page.getByRole('article').last().getAttribute('aria-posinset'))
  await expect.poll(lastMounted).toBeLessThan(40)
  const height = await pageHeight(page)
  const last = await lastMounted()
  const devTools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] })
  // The browser rounds the height.
  const change = async () => Math.abs((await pageHeight(page)) - height)
  await expect(async () => {
    await touch('touchStart', 800)
    for (let y = 780; y >= 100; y -= 20) await touch('touchMove', y)
    expect(await change()).toBeLessThanOrEqual(1)
    await touch('touchEnd')
    expect(await lastMounted()).toBeGreaterThan(last)
  }).toPass({ intervals: [0] })
  expect(await change()).toBeLessThanOrEqual(1)
})

longTest('after a reload the page has its height from the first post on', async ({ page }) => {
  await scrollTo(page, 250)
  await page.addInitScript(() => {
    const record = () => {
      if (document.querySelector('[role=feed] article')) {
        const { dataset, scrollHeight } = document.documentElement
        dataset['heights'] = `${dataset['heights'] ?? ''} ${scrollHeight}`
      }
      requestAnimationFrame(record)
    }
    record()
  })
  await page.reload()
  await expect.poll(async () => (await visiblePosts(page)).length).toBeGreaterThan(0)
  await expectStill(page)
  const last = (await visiblePosts(page)).at(-1)
  // The scroll measures more posts.
  await page.mouse.wheel(0, 300)
  await expectFirst(page, last && { ...last, top: last.top - 300 })
  await page.mouse.wheel(0, -300)
  await expectFirst(page, last)
  const recorded = await page.locator('html').evaluate(({ dataset }) => dataset['heights'] ?? '')
  const heights = recorded.trim().split(' ').map(Number)
  expect(Math.max(...heights)).toBeLessThan(1.05 * Math.min(...heights))
})
