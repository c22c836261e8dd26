import { button, heading, post, writePost } from './app.ts'
import { expect } from './fixtures.ts'
import { choose } from './lab.ts'
import { expectFirst, noPost, scrollTo, test, visiblePosts } from './longLists.ts'

/** Long lists: each post once, kept positions, failed pages and the keyboard. */

test.describe.configure({ timeout: 240_000 })

test.beforeEach(async ({ page }) => {
  await page.goto('/explore')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a long feed shows each post once, with few elements in the page', { tag: '@phone' }, async ({ page }) => {
  const seen = await scrollTo(page, 320)
  expect(await page.locator('*').count()).toBeLessThanOrEqual(1500)
  const positions = seen.map((shown) => shown.position)
  expect(positions).toEqual(seen.map((_, index) => (positions[0] ?? 0) + index))
  expect(new Set(seen.map((shown) => shown.address)).size).toBe(seen.length)
  await expect(page.getByRole('article').first()).toHaveAttribute('aria-setsize', '-1')
})

test('links of the app, Back and a reload return to the same post', { tag: '@phone' }, async ({ page }) => {
  await scrollTo(page, 250)
  const [reading] = await visiblePosts(page)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(heading(page, 'Home')).toBeInViewport()
  await page.getByRole('link', { name: 'Explore', exact: true }).click()
  await expectFirst(page, reading)
  const link = page.locator(`a[href="${(await visiblePosts(page))[1]?.address}"]`).first()
  // `click` would scroll to a link that the tab bar or a toast covers.
  await link.dispatchEvent('click')
  await expect(heading(page, 'Post')).toBeVisible()
  await page.goBack()
  await expectFirst(page, reading)
  await page.reload()
  await expectFirst(page, reading)
})

test('Back returns to the same post of a tag', { tag: '@phone' }, async ({ page }) => {
  await page.locator('article a[href^="/tag/"]').first().click()
  await expect(page.getByText(/^\d+ posts$/)).toBeVisible()
  await scrollTo(page, 45)
  const [, second] = await visiblePosts(page)
  await page.locator(`a[href="${second?.address}"]`).first().dispatchEvent('click')
  await expect(heading(page, 'Post')).toBeVisible()
  await page.goBack()
  await expectFirst(page, second)
})

test('a post stays where it is while the user scrolls up after a reload', async ({ page }) => {
  await scrollTo(page, 250)
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  const [{ position } = noPost] = await visiblePosts(page)
  for (let at = position; at > position - 60;) {
    await page.mouse.wheel(0, -500)
    // Earlier posts may still load.
    await expect.poll(async () => (await visiblePosts(page)).length).toBeGreaterThan(0)
    const visible = await visiblePosts(page)
    // Each step shows posts that follow each other: nothing jumps.
    expect(at - (visible[0]?.position ?? 0)).toBeLessThan(20)
    at = visible[0]?.position ?? 0
  }
})

test('the post being read stays where it is when the width of the window changes', async ({ page }) => {
  await scrollTo(page, 100)
  // A post that starts at the top stays visible even if the new width makes it shorter.
  const reading = (await visiblePosts(page)).find(({ top }) => top > 80)
  await page.mouse.wheel(0, (reading?.top ?? 0) - 60)
  await expectFirst(page, reading && { ...reading, top: 60 })
  await page.setViewportSize({ width: 500, height: 900 })
  await expectFirst(page, reading && { ...reading, top: 60 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectFirst(page, reading && { ...reading, top: 60 })
})

test('new posts of others do not move the post being read', async ({ page, context }) => {
  await scrollTo(page, 60)
  const [reading] = await visiblePosts(page)
  const other = await context.newPage()
  await other.goto('/home')
  await writePost(other, 'Nettle')
  await expect(button(page, '1 new post')).toBeVisible()
  await expectFirst(page, reading)
  await button(page, '1 new post').click()
  await expect(post(page, 'Nettle')).toBeInViewport()
})

test('an open edit form and its text stay while the user scrolls away', async ({ page }) => {
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await writePost(page, 'Nettle')
  await button(post(page, 'Nettle'), 'Edit post').click()
  const field = page.getByRole('textbox', { name: 'Post text' })
  await field.fill('Hemp')
  await scrollTo(page, 260)
  await expect(field).toHaveCount(1)
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expect(field).toBeInViewport()
  await expect(field).toHaveValue('Hemp')
})

test('earlier posts that fail to load offer a retry, and the list continues', async ({
  page,
  context,
  expectConsole,
}) => {
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
  await retry.click()
  await expect.poll(async () => (await visiblePosts(page)).length).toBeGreaterThan(0)
  await expect(retry).toBeHidden()
  await page.keyboard.press('Home')
  await expect.poll(async () => (await visiblePosts(page))[0]?.position).toBe(1)
})

test('Page Down, Tab and End move through the feed by keyboard', async ({ page }) => {
  await page.getByRole('article').first().getByRole('button', { name: 'Share' }).focus()
  for (let presses = 0; presses < 45; presses += 1) await page.keyboard.press('PageDown')
  const focused = page.locator('article:focus')
  await expect(focused).toHaveAttribute('aria-posinset', /^\d\d$/)
  const position = Number(await focused.getAttribute('aria-posinset'))
  expect(position).toBeGreaterThan(15)
  // Away from the focused post by wheel: Tab continues from there.
  await scrollTo(page, position + 30)
  await page.keyboard.press('Tab')
  await expect(page.locator(`article[aria-posinset="${position}"] a:focus`)).toBeInViewport()
  await page.locator(':focus').blur()
  await page.keyboard.press('End')
  await expect.poll(async () => (await visiblePosts(page)).length).toBeGreaterThan(0)
})
