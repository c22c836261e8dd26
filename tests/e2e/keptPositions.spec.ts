import type { Page } from '@playwright/test'
import { button, heading, likeOf, people, post, writePost } from './app.ts'
import { expect, longTest } from './fixtures.ts'
import { expectFirst, jump, noPost, pageHeight, scrollTo, visiblePosts, type VisiblePost } from './longLists.ts'

/** The post being read stays where it is, and is there again after other pages, a reload and another order. */

longTest.beforeEach(async ({ page }) => {
  await page.goto('/explore')
  await expect(page.getByRole('article').first()).toBeVisible()
})

/** Scrolls to this position, and so that a post starts below the upper bar. Returns that post. */
async function read(page: Page, position: number): Promise<VisiblePost> {
  await scrollTo(page, position)
  // A post that starts at the top stays visible even if it becomes shorter.
  const reading = (await visiblePosts(page)).find(({ top }) => top > 80) ?? noPost
  await page.mouse.wheel(0, reading.top - 60)
  await expectFirst(page, { ...reading, top: 60 })
  // Where it really is: what follows is compared with that.
  return (await visiblePosts(page)).find(({ address }) => address === reading.address) ?? noPost
}

/** Waits until the first visible post has a position after this one. Returns it. */
async function firstPosition(page: Page, after = 0): Promise<number> {
  let position = 0
  await expect
    .poll(async () => {
      position = (await visiblePosts(page))[0]?.position ?? 0
      return position
    })
    .toBeGreaterThan(after)
  return position
}

longTest('links of the app, Back and a reload return to the same post', { tag: '@phone' }, async ({ page }) => {
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

longTest('Back returns to the next post if the one being read has left the list', async ({ page }) => {
  await page.goto('/home')
  await expect(page.getByRole('article').first()).toBeVisible()
  let reading = await read(page, 12)
  const articleOf = ({ position }: VisiblePost) => page.locator(`article[aria-posinset="${position}"]`)
  const authorLink = (shown: VisiblePost) => articleOf(shown).locator('a').first()
  while (await button(articleOf(reading), 'Edit post').isVisible()) reading = await read(page, reading.position + 1)
  const author = (await authorLink(reading).getAttribute('href')) ?? ''
  let next: VisiblePost | undefined
  for (const shown of await visiblePosts(page)) {
    const isLater = shown.position > reading.position && (await authorLink(shown).getAttribute('href')) !== author
    if (isLater) next ??= shown
  }
  expect(next).toBeDefined()
  await authorLink(reading).dispatchEvent('click')
  await expect(button(page, 'Unfollow').first()).toBeVisible()
  // In another tab. As soon as this tab shows "Follow", it has also removed the posts from its lists.
  const other = await page.context().newPage()
  await other.goto(author)
  await button(other, 'Unfollow').first().click()
  await expect(button(page, 'Follow').first()).toBeVisible()
  await page.goBack()
  await expectFirst(page, next)
})

longTest('Back returns to the same post of a tag', async ({ page }) => {
  await page.goto('/tag/weaving')
  await expect(page.getByText(/^\d+ posts$/)).toBeVisible()
  await scrollTo(page, 22)
  const [, second] = await visiblePosts(page)
  await page.locator(`a[href="${second?.address}"]`).first().dispatchEvent('click')
  await expect(heading(page, 'Post')).toBeVisible()
  await page.goBack()
  await expectFirst(page, second)
})

longTest('a post stays where it is while the user scrolls up after a reload', async ({ page }) => {
  await scrollTo(page, 250)
  await page.reload()
  const position = await firstPosition(page, 200)
  for (let at = position, steps = 0; at > position - 45; steps += 1) {
    expect(steps).toBeLessThan(100)
    await page.mouse.wheel(0, -500)
    // Earlier posts may still load.
    const next = await firstPosition(page)
    // Each step shows posts that follow each other: nothing jumps.
    expect(at - next).toBeLessThan(20)
    at = next
  }
})

longTest('the post being read stays where it is when the width of the window changes', async ({ page }) => {
  const reading = await read(page, 60)
  await page.setViewportSize({ width: 500, height: 900 })
  await expectFirst(page, reading)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectFirst(page, reading)
})

longTest('the post being read stays where it is when the text becomes larger', { tag: '@phone' }, async ({ page }) => {
  const reading = await read(page, 60)
  const devTools = await page.context().newCDPSession(page)
  const height = () => page.locator(`article[aria-posinset="${reading.position}"]`).evaluate((it) => it.clientHeight)
  const usual = await height()
  // The text size that the user chooses in the settings of the browser.
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: 24 } })
  await expect.poll(height).toBeGreaterThan(usual)
  await expectFirst(page, reading)
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await expect.poll(height).toBe(usual)
  await expectFirst(page, reading)
})

longTest('each order of the posts has its own position', async ({ page }) => {
  const main = page.getByRole('navigation', { name: 'Main' })
  // As another tab chooses it: on the page itself, one first scrolls to the top to choose.
  const showInOrder = async (order: 'LATEST' | 'TRENDING') => {
    await main.getByRole('link', { name: 'Home' }).click()
    await expect(heading(page, 'Home')).toBeAttached()
    await page.evaluate((value) => localStorage.setItem('exploreSort', value), order)
    await page.reload()
    await main.getByRole('link', { name: 'Explore' }).click()
    await expect(heading(page, 'Explore')).toBeAttached()
  }
  const latest = await read(page, 40)
  await showInOrder('TRENDING')
  await expect.poll(async () => (await visiblePosts(page))[0]?.position).toBe(1)
  const trending = await read(page, 25)
  await showInOrder('LATEST')
  await expectFirst(page, latest)
  await showInOrder('TRENDING')
  await expectFirst(page, trending)
  await page.reload()
  await expectFirst(page, trending)
  await showInOrder('LATEST')
  await expectFirst(page, latest)
})

longTest('new posts of others do not move the post being read', async ({ page, context }) => {
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

longTest('likes in another tab do not move the post being read', async ({ page, context }) => {
  const [above = noPost] = await visiblePosts(page)
  const reading = await read(page, 60)
  const like = likeOf(page.locator(`article[aria-posinset="${reading.position}"]`))
  const before = (await like.getAttribute('aria-label')) ?? ''
  const other = await context.newPage()
  for (const { address } of [above, reading]) {
    await other.goto(address)
    await likeOf(other.getByRole('region', { name: 'Post' }).getByRole('article').first()).click()
  }
  await expect(like).not.toHaveAccessibleName(before)
  await expectFirst(page, reading)
})

longTest('the posts of users who are followed do not move the post being read', async ({ page }) => {
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(heading(page, 'Home')).toBeVisible()
  const reading = await read(page, 25)
  const follow = people(page).getByRole('button', { name: /^Follow / })
  for (let left = await follow.count(); left > 0; left -= 1) {
    await follow.first().click()
    await expect(follow).toHaveCount(left - 1)
  }
  // Posts of these users are above.
  const position = async () => (await visiblePosts(page)).find(({ address }) => address === reading.address)?.position
  await expect.poll(position).toBeGreaterThan(reading.position)
  await expectFirst(page, reading)
})

longTest.describe('a page without a long list', () => {
  const scrollPosition = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

  async function openAndScroll(page: Page, path: string, title: string): Promise<void> {
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    // The shell has the heading, too. The page that replaces it starts at the top.
    await expect(page.locator('[data-skeleton]')).toHaveCount(0)
    await expect.poll(() => pageHeight(page)).toBeGreaterThan(600)
    await jump(page, 150)
    await expect.poll(() => scrollPosition(page)).toBe(150)
  }

  /** The first article of Explore contains the suggestions. */
  async function addressOfPost(page: Page): Promise<string> {
    const first = page.getByRole('article', { name: /^Post by/ }).first()
    await first.scrollIntoViewIfNeeded()
    const link = first.getByRole('link').filter({ has: page.locator('time') })
    return (await link.getAttribute('href')) ?? ''
  }

  longTest.beforeEach(({ page }) => page.setViewportSize({ width: 1000, height: 300 }))

  for (const [name, title, pathOf] of [
    ['the settings', 'Settings', () => '/settings'],
    ['the lab', 'Lab', () => '/lab'],
    ['a post', 'Post', addressOfPost],
  ] as const) {
    longTest(`a reload returns to the same place of ${name}`, async ({ page }) => {
      await openAndScroll(page, await pathOf(page), title)
      await page.reload()
      await expect(heading(page, title)).toBeAttached()
      await expect.poll(() => scrollPosition(page)).toBe(150)
    })
  }

  longTest('Back and a reload return to the same place above the list of a profile', async ({ page }) => {
    const feed = page.getByRole('feed')
    await page.goto('/userprofile')
    await expect(feed).toBeAttached()
    await jump(page, 60)
    await expect.poll(() => scrollPosition(page)).toBe(60)
    await expect(feed).not.toBeInViewport()
    await page.getByRole('link', { name: 'Settings', exact: true }).first().dispatchEvent('click')
    await expect(heading(page, 'Settings')).toBeAttached()
    await expect.poll(() => scrollPosition(page)).toBe(0)
    await page.goBack()
    await expect(feed).toBeAttached()
    await expect.poll(() => scrollPosition(page)).toBe(60)
    await page.reload()
    await expect(feed).toBeAttached()
    await expect.poll(() => scrollPosition(page)).toBe(60)
  })

  longTest('what arrives late above does not move the place after a reload', async ({ page }) => {
    await openAndScroll(page, '/settings', 'Settings')
    await page.reload()
    await expect.poll(() => scrollPosition(page)).toBe(150)
    await page.evaluate(async () => {
      await new Promise((resolve) => requestIdleCallback(resolve))
      const late = document.createElement('div')
      late.style.height = '400px'
      document.querySelector('main')?.prepend(late)
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
    })
    expect(await scrollPosition(page)).toBe(150)
  })

  longTest('Back after a reload returns to the same place, and the same address opens at the top', async ({ page }) => {
    await openAndScroll(page, '/settings', 'Settings')
    await page.getByRole('link', { name: 'Bookmarks', exact: true }).dispatchEvent('click')
    await expect(heading(page, 'Bookmarks')).toBeAttached()
    await page.reload()
    await expect(page.getByRole('feed')).toBeAttached()
    await page.goBack()
    await expect(heading(page, 'Settings')).toBeAttached()
    await expect.poll(() => scrollPosition(page)).toBe(150)
    await page.goto('/bookmarks')
    await page.goto('/settings')
    await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
    expect(await scrollPosition(page)).toBe(0)
  })
})
