import {
  button,
  endTimer,
  expectAuthors,
  expectRows,
  heading,
  keepOpen,
  likeOf,
  notice,
  post,
  expectToastDuring,
  timerOf,
  writePost,
} from './app.ts'
import { expect, userTest } from './fixtures.ts'
import { holdResponses } from './lab.ts'

const own = 'Carved a new block this morning'

userTest.describe('a post of the viewer', () => {
  userTest.beforeEach(async ({ page }) => {
    await page.goto('/home')
  })

  userTest(
    'is edited in place: the focus is at the end, Update saves and closes',
    { tag: '@phone' },
    async ({ page }) => {
      const card = post(page, '@asharao')
      await button(card, 'Edit post').click()
      const text = card.getByRole('textbox', { name: 'Post text' })
      await expect(text).toBeFocused()
      await expect(text).toHaveAttribute('rows', '10')
      await expect(text).toHaveAttribute('cols', '30')
      await page.keyboard.type(' And again.')
      await button(card, 'Update').click()
      await expect(text).toBeHidden()
      await expect(card).toContainText('kinder to the wrist. And again.')
      await expect(button(card, 'Edit post')).toBeFocused()
      await expectRows(page, 'posts', ({ content }) => String(content).endsWith('wrist. And again.'))
      await page.reload()
      await expect(card).toContainText('kinder to the wrist. And again.')
    },
  )

  userTest(
    'asks on Escape or Cancel before a changed text is discarded, and the edit button gets the focus',
    async ({ page }) => {
      const card = post(page, '@asharao')
      const text = card.getByRole('textbox', { name: 'Post text' })
      for (const leave of [() => page.keyboard.press('Escape'), () => button(card, 'Cancel').click()]) {
        await button(card, 'Edit post').click()
        await text.fill('Never mind')
        await leave()
        await expect(card.getByRole('alert')).toHaveText('Discard changes?')
        await button(card, 'Discard').click()
        await expect(text).toBeHidden()
        await expect(card).toContainText(own)
        await expect(button(card, 'Edit post')).toBeFocused()
      }
    },
  )

  userTest(
    'disappears at once when deleted, and stays deleted after a reload',
    { tag: '@no-server' },
    async ({ page }) => {
      await button(post(page, own), 'Delete post').click()
      await expect(post(page, own)).toBeHidden()
      await expect(page.getByRole('article')).toHaveCount(2)
      await expectRows(page, 'posts', ({ content, state }) => String(content).startsWith(own) && state === 'shown', 0)
      await page.goto('/explore')
      await expect(page.getByRole('article')).toHaveCount(5)
      await expect(post(page, own)).toBeHidden()
    },
  )

  userTest('is deleted and restored by keyboard alone', async ({ page }) => {
    const card = post(page, own)
    const address = await card.getByRole('time').locator('..').getAttribute('href')
    await button(card, 'Like').click()
    await button(card, 'Bookmark').click()
    await expectRows(page, 'bookmarks', () => true)
    await button(card, 'Delete post').press('Enter')
    await expect(post(page, '@kenjimori')).toBeFocused()
    const toast = notice(page, 'Post deleted')
    await keepOpen(toast)
    await expect(page.locator('#announcement')).toContainText('Deleted: Carved a new block')
    await expect(toast).toBeVisible()
    await page.keyboard.press('Alt+KeyT')
    await expect(button(toast, 'Undo')).toBeFocused()
    const timers = () =>
      toast.evaluate((element) => element.getAnimations({ subtree: true }).map(({ playState }) => playState))
    await expect.poll(timers).toContain('paused')
    await page.keyboard.press('Enter')
    await expect(card).toBeFocused()
    await expect(card.getByRole('time').locator('..')).toHaveAttribute('href', String(address))
    await expect(button(card, 'Unlike')).toHaveText('21')
    await expect(button(card, 'Remove bookmark')).toBeVisible()
    await expectRows(page, 'posts', ({ content }) => String(content).startsWith(own))
    await page.reload()
    await expect(card).toBeVisible()
    await expect(button(card, 'Unlike')).toHaveText('21')
  })

  userTest('is offered back for 8 s, and longer while the pointer is on the toast', async ({ page }) => {
    await button(post(page, own), 'Delete post').click()
    const toast = notice(page, 'Post deleted')
    await keepOpen(toast)
    // Until the pointer moves.
    await expect.poll(() => timerOf(toast)).toBe('paused 8000')
    await toast.hover()
    await expect.poll(() => timerOf(toast)).toBe('paused 8000')
    await page.mouse.move(0, 0)
    await expect.poll(() => timerOf(toast)).toBe('running 8000')
    await endTimer(toast)
    await expect(toast).toBeHidden()
  })

  userTest('is the only one that a double-click on Delete deletes', async ({ page }) => {
    await writePost(page, 'Warp')
    await writePost(page, 'Weft')
    await button(post(page, 'Weft'), 'Delete post').dblclick()
    await expect(notice(page, 'Post deleted')).toBeVisible()
    await expect(post(page, 'Weft')).toHaveCount(0)
    await expect(post(page, 'Warp')).toBeVisible()
  })

  userTest('is the only one with Edit and Delete', async ({ page }) => {
    await expect(page.getByRole('article')).toHaveCount(3)
    await expect(button(page, 'Edit post')).toHaveCount(1)
    await expect(button(page, 'Delete post')).toHaveCount(1)
  })
})

userTest('a post shows its age beside its date, and that it was edited', { tag: '@phone' }, async ({ page }) => {
  await page.clock.install()
  await page.goto('/home')
  await writePost(page, 'Warp')
  const card = post(page, 'Warp')
  await expect(card.getByText('now', { exact: true })).toBeVisible()
  await page.clock.fastForward('01:00')
  await expect(card.getByText('1 min', { exact: true })).toBeVisible()
  await page.clock.fastForward('02:00:00')
  await expect(card.getByText('2 h', { exact: true })).toBeVisible()
  await expect(card.getByText('Edited')).toBeHidden()
  await button(card, 'Edit post').click()
  await expect(card.getByRole('textbox', { name: 'Post text' })).toBeFocused()
  await page.keyboard.type(' and weft')
  await button(card, 'Update').click()
  await expect(card.getByText('Edited', { exact: true })).toBeVisible()
  await expect(card.getByRole('time')).toHaveText(/^\d+ \w+ \d{4}$/)
})

userTest.describe('a like', () => {
  userTest(
    'raises the count by one, an unlike lowers it, and 0 is not shown',
    { tag: '@quick' },

    async ({ page }) => {
      await page.goto('/explore')
      for (const { author, before, after } of [
        { author: '@samuel_adu', before: '', after: '1' },
        { author: '@kenjimori', before: '104', after: '105' },
      ]) {
        const card = post(page, author)
        await button(card, 'Like').click()
        await expect(button(card, 'Unlike')).toHaveText(after)
        await expectRows(page, 'posts', ({ likeCount }) => likeCount === Number(after))
        await page.reload()
        await button(card, 'Unlike').click()
        await expect(button(card, 'Like')).toHaveText(before)
      }
    },
  )

  userTest.describe('before the response', () => {
    userTest.use({ lab: { latency: 400 } })

    userTest(
      'nine and then ten quick presses end in the state of the last one',
      { tag: '@no-server' },
      async ({ page }) => {
        await page.goto('/explore')
        const like = likeOf(post(page, '@kenjimori'))
        await expect(like).toBeVisible()
        for (const { presses, name, total, kind } of [
          { presses: 9, name: 'Unlike', total: '105', kind: 'like' },
          { presses: 10, name: 'Unlike', total: '105', kind: 'like' },
          { presses: 9, name: 'Like', total: '104', kind: 'dislike' },
        ]) {
          const responses = await holdResponses(page)
          await like.click({ clickCount: presses })
          await responses.release()
          await expect(like).toHaveAccessibleName(name)
          await expect(like).toHaveText(total)
          await expectRows(page, 'reactions', (reaction) => reaction['kind'] === kind)
        }
        await page.reload()
        await expect(like).toHaveText('104')
        await expect(like).toHaveAccessibleName('Like')
      },
    )
  })

  userTest('shows in every list', async ({ page }) => {
    await page.goto('/home')
    await button(post(page, '@kenjimori'), 'Like').click()
    await page.getByRole('link', { name: 'Explore', exact: true }).click()
    await expect(heading(page, 'Explore')).toBeVisible()
    await expect(button(post(page, '@kenjimori'), 'Unlike')).toHaveText('105')
  })
})

userTest('Share copies the address of the post', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/home')
  await button(post(page, own), 'Share').click()
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(address.startsWith(`${baseURL}/post/`)).toBe(true)
  await page.goto(address)
  await expect(heading(page, 'Post')).toBeVisible()
  await expect(post(page, own)).toHaveCount(1)
})

userTest('a double-click on Delete deletes one post, and the next comes up once the mouse moves', async ({ page }) => {
  await page.goto('/home')
  for (const text of ['Linen', 'Hemp', 'Silk']) {
    await writePost(page, text)
    await expect(post(page, text)).toBeVisible()
  }
  const topOfHemp = async () => (await post(page, 'Hemp').boundingBox())?.y ?? NaN
  const before = await topOfHemp()
  await button(post(page, 'Silk'), 'Delete post').dblclick()
  await expect(post(page, 'Silk')).toHaveCount(0)
  await expect(page.getByText('Post deleted')).toBeVisible()
  await expect(post(page, 'Hemp')).toBeVisible()
  expect(Math.abs((await topOfHemp()) - before)).toBeLessThan(1)
  await page.mouse.move(5, 300)
  await expect.poll(topOfHemp).toBeLessThan(before - 50)
})

userTest(
  'a bookmark adds to and removes from the bookmarks page, with a toast',
  { tag: '@no-server' },
  async ({ page }) => {
    await page.goto('/bookmarks')
    await expect(page.getByRole('heading', { name: 'No Bookmarks' })).toBeVisible()
    await page.getByRole('link', { name: 'Explore posts' }).click()
    for (const author of ['@samuel_adu', '@kenjimori']) {
      await expectToastDuring(page, 'Added to Bookmark', () => button(post(page, author), 'Bookmark').click())
      await expect(button(post(page, author), 'Remove bookmark')).toBeVisible()
    }
    await page.getByRole('link', { name: 'Bookmarks', exact: true }).click()
    await expectAuthors(page, ['@kenjimori', '@samuel_adu'])
    await page.goto('/bookmarks')
    await expectAuthors(page, ['@kenjimori', '@samuel_adu'])

    for (const author of ['@samuel_adu', '@kenjimori']) {
      await expectToastDuring(page, 'Removed from Bookmark', () =>
        button(post(page, author), 'Remove bookmark').click(),
      )
      await expect(post(page, author)).toContainText('Bookmark removed')
    }
    await page.getByRole('link', { name: 'Explore', exact: true }).click()
    await expect(heading(page, 'Explore')).toBeVisible()
    await page.getByRole('link', { name: 'Bookmarks', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'No Bookmarks' })).toBeVisible()
  },
)
