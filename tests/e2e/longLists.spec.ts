import type { Locator, Page } from '@playwright/test'
import { button, heading, post, writePost } from './app.ts'
import { expect, longTest } from './fixtures.ts'
import { choose } from './lab.ts'
import { scrollTo, SMALL_STEP, visiblePosts } from './longLists.ts'

/** Long lists: each post once, kept edits, failed pages and the keyboard. */

longTest.beforeEach(async ({ page }) => {
  await page.goto('/explore')
  await expect(page.getByRole('article').first()).toBeVisible()
})

longTest('a long feed shows each post once, with few elements in the page', { tag: '@phone' }, async ({ page }) => {
  const seen = await scrollTo(page, 320, SMALL_STEP)
  expect(await page.locator('*').count()).toBeLessThanOrEqual(2000)
  const positions = seen.map((shown) => shown.position)
  expect(positions).toEqual(seen.map((_, index) => (positions[0] ?? 0) + index))
  expect(new Set(seen.map((shown) => shown.address)).size).toBe(seen.length)
  await expect(page.getByRole('article').first()).toHaveAttribute('aria-setsize', '-1')
})

/** Opens the edit form of a new post at the top of Explore, and changes its text to 'Hemp'. Returns the field. */
async function editNewestPost(page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await writePost(page, 'Nettle')
  await page.getByRole('link', { name: 'Explore', exact: true }).click()
  await expect(heading(page, 'Explore')).toBeVisible()
  await button(post(page, 'Nettle'), 'Edit post').click()
  const field = page.getByRole('textbox', { name: 'Post text' })
  await field.fill('Hemp')
  return field
}

longTest('an open edit form and its text stay while the user scrolls away', async ({ page }) => {
  const field = await editNewestPost(page)
  await scrollTo(page, 260)
  await expect(field).toHaveCount(1)
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expect(field).toBeInViewport()
  await expect(field).toHaveValue('Hemp')
})

longTest(
  'an edit form that the user scrolls away from without the focus opens again with its text',
  async ({ page }) => {
    const field = await editNewestPost(page)
    await field.blur()
    await scrollTo(page, 260)
    await expect(field).toHaveCount(0)
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await expect(field).toBeInViewport()
    await expect(field).toHaveValue('Hemp')
  },
)

longTest(
  'earlier posts that fail to load offer a retry, and the list continues',
  async ({ page, context, expectConsole }) => {
    expectConsole('The lab injected this fault.')
    expectConsole('Something went wrong on our side.')
    await scrollTo(page, 250)
    await page.reload()
    await expect(page.getByRole('article').first()).toBeVisible()
    const lab = await context.newPage()
    await lab.goto('/lab')
    await choose(lab, { fault: '500 before commit', only: 'ExplorePage' })
    const retry = button(page, 'These posts did not load. Try again')
    await page.mouse.move(700, 500)
    await expect(async () => {
      await page.mouse.wheel(0, -1000)
      await expect(retry).toBeVisible({ timeout: 500 })
    }).toPass()
    await choose(lab, {})
    await expect(page.getByRole('link', { name: 'Lab: 0 ms' })).toBeVisible()
    await retry.click()
    // The button has gone.
    await expect(page.getByRole('main')).toBeFocused()
    await expect.poll(async () => (await visiblePosts(page)).length).toBeGreaterThan(0)
    await expect(retry).toBeHidden()
    await page.keyboard.press('Home')
    await expect.poll(async () => (await visiblePosts(page))[0]?.position).toBe(1)
  },
)

longTest('Page Down, Tab and End move through the feed by keyboard', async ({ page }) => {
  await page.getByRole('article').first().getByRole('button', { name: 'Share' }).focus()
  const readPosition = async () => Number(await page.locator('article:focus').getAttribute('aria-posinset'))
  await expect(async () => {
    await page.keyboard.press('PageDown')
    expect(await readPosition()).toBeGreaterThan(30)
  }).toPass({ intervals: [0] })
  const position = await readPosition()
  // Away from the focused post by wheel: Tab continues from there.
  await scrollTo(page, position + 30)
  await page.keyboard.press('Tab')
  await expect(page.locator(`article[aria-posinset="${position}"] a:focus`)).toBeInViewport()
  await page.locator(':focus').blur()
  await page.keyboard.press('End')
  await expect.poll(async () => (await visiblePosts(page)).length).toBeGreaterThan(0)
})
