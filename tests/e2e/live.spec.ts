import type { Page } from '@playwright/test'
import { button, count, heading, likeOf, people, post, sort, writePost } from './app.ts'
import { expect, memberTest as test } from './fixtures.ts'

/** Two tabs of one browser, the demo member signed in; what happens in the first shows in the second. */
async function openTabs(page: Page, here: string, there = here): Promise<Page> {
  const other = await page.context().newPage()
  await Promise.all([page.goto(here), other.goto(there)])
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  return other
}

function pill(page: Page, text: string | RegExp) {
  return page.getByRole('button', { name: text })
}

test('a like and its count', async ({ page }) => {
  const other = await openTabs(page, '/home')
  await expect(likeOf(post(other, '@kenjimori'))).toHaveText('104')
  await button(post(page, '@kenjimori'), 'Like').click()
  await expect(button(post(other, '@kenjimori'), 'Unlike')).toHaveText('105')
  await button(post(other, '@kenjimori'), 'Unlike').click()
  await expect(button(post(page, '@kenjimori'), 'Like')).toHaveText('104')
})

test('who likes a post, on its page', async ({ page }) => {
  const other = await openTabs(page, '/home')
  await post(other, '@kenjimori')
    .getByRole('link', { name: /20\d\d/ })
    .click()
  await expect(heading(other, 'Post')).toBeVisible()
  await button(post(page, '@kenjimori'), 'Like').click()
  await expect(other.getByText('Asha Rao and 104 others like this')).toBeVisible()
})

test('an edit', async ({ page }) => {
  const other = await openTabs(page, '/home')
  await button(post(page, '@asharao'), 'Edit post').click()
  await page.getByRole('textbox', { name: 'Post text' }).fill('Said anew')
  await button(page, 'Update').click()
  await expect(post(other, 'Said anew')).toBeVisible()
})

test('a deletion, in every list and on the profile', async ({ page }) => {
  const other = await openTabs(page, '/home', '/userprofile')
  await expect(count(other, 'Posts')).toHaveText('1')
  await button(post(page, '@asharao'), 'Delete post').click()
  await expect(heading(other, 'Asha Rao')).toBeVisible()
  await expect(other.getByRole('heading', { name: 'No Posts Added' })).toBeVisible()
  await expect(count(other, 'Posts')).toHaveText('0')
})

test('a deletion under the eyes of who reads that very post', async ({ page }) => {
  const other = await openTabs(page, '/home')
  await post(other, '@asharao')
    .getByRole('link', { name: /20\d\d/ })
    .click()
  await expect(heading(other, 'Post')).toBeVisible()
  await button(post(page, '@asharao'), 'Delete post').click()
  await expect(heading(other, 'Page not found')).toBeVisible()
})

test('a bookmark', async ({ page }) => {
  const other = await openTabs(page, '/home', '/bookmarks')
  await expect(other.getByRole('heading', { name: 'No Bookmarks' })).toBeVisible()
  await button(post(page, '@tomasvela'), 'Bookmark').click()
  await expect(button(post(other, '@tomasvela'), 'Remove bookmark')).toBeVisible()
  await button(post(page, '@tomasvela'), 'Remove bookmark').click()
  await expect(other.getByRole('heading', { name: 'No Bookmarks' })).toBeVisible()
})

test('whom one follows: the button, the counts, the feed', async ({ page }) => {
  const other = await openTabs(page, '/home')
  await expect(other.getByRole('article')).toHaveCount(3)
  await button(people(page), 'Follow @ines_weaves').click()
  await expect(button(people(other), 'Unfollow @ines_weaves')).toBeVisible()
  await expect(post(other, '@ines_weaves')).toBeVisible()
  await button(people(other), 'Unfollow @ines_weaves').click()
  await expect(button(people(page), 'Follow @ines_weaves')).toBeVisible()
  await expect(post(page, '@ines_weaves')).toHaveCount(0)
})

test("one's profile", async ({ page }) => {
  const other = await openTabs(page, '/userprofile')
  await button(page, 'Edit profile').click()
  await page.getByLabel('Bio:').fill('Dyes with weld')
  await button(page, 'Update Profile').click()
  await expect(other.getByText('Dyes with weld')).toBeVisible()
})

test('new posts wait behind a pill, and move nothing until it is pressed', async ({ page }) => {
  const other = await openTabs(page, '/home', '/explore')
  await expect(other.getByRole('article')).toHaveCount(6)
  await other.mouse.wheel(0, 900)
  const reading = post(other, '@freyalund')
  const before = await reading.boundingBox()
  await writePost(page, 'First of two')
  await expect(pill(other, '1 new post')).toBeInViewport()
  await writePost(page, 'Second of two')
  await expect(pill(other, '2 new posts')).toBeInViewport()
  expect(await reading.boundingBox()).toEqual(before)
  await expect(other.getByRole('article')).toHaveCount(6)
  await expect(pill(page, /new post/)).toHaveCount(0)

  await pill(other, '2 new posts').click()
  await expect(other.getByRole('article').first()).toContainText('Second of two')
  await expect(other.getByRole('article').nth(1)).toContainText('First of two')
  await expect(other.getByRole('article').first()).toBeInViewport()
  await expect(pill(other, /new post/)).toHaveCount(0)
  // What was taken in stands in the other lists, too.
  await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(post(other, 'First of two')).toHaveCount(1)
})

test('the pill is within reach of the keyboard, and leads to the list', async ({ page }) => {
  const other = await openTabs(page, '/home')
  await writePost(page, 'By keyboard')
  await pill(other, '1 new post').focus()
  await other.keyboard.press('Enter')
  await expect(post(other, 'By keyboard')).toBeVisible()
  await other.keyboard.press('Tab')
  await expect(other.getByRole('article').first().getByRole('link').first()).toBeFocused()
})

test('no pill among the trending, where a new post is not on top', async ({ page }) => {
  const other = await openTabs(page, '/home')
  await expect(other.getByRole('article')).toHaveCount(3)
  await sort(other).selectOption('Trending')
  await expect(other.getByRole('article').first()).toContainText('@kenjimori')
  await writePost(page, 'Not trending yet')
  await button(post(page, '@kenjimori'), 'Like').click()
  await expect(button(post(other, '@kenjimori'), 'Unlike')).toHaveText('105')
  await expect(pill(other, /new post/)).toHaveCount(0)
  await sort(other).selectOption('Latest Posts')
  await expect(pill(other, '1 new post')).toBeVisible()
})

test('a post that is deleted before it was looked at is no longer announced', async ({ page }) => {
  const other = await openTabs(page, '/home')
  await writePost(page, 'Fleeting')
  await expect(pill(other, '1 new post')).toBeVisible()
  await button(post(page, 'Fleeting'), 'Delete post').click()
  await expect(pill(other, /new post/)).toHaveCount(0)
})

test('what has changed while one was in GraphiQL is there on the way back', async ({ page }) => {
  const other = await openTabs(page, '/home')
  await other.evaluate(() => history.pushState(null, '', '/graphiql'))
  await other.evaluate(() => dispatchEvent(new PopStateEvent('popstate', { state: null })))
  await button(post(page, '@kenjimori'), 'Like').click()
  await expect(button(post(page, '@kenjimori'), 'Unlike')).toHaveText('105')
  await other.goBack()
  await expect(button(post(other, '@kenjimori'), 'Unlike')).toHaveText('105')
})

test('where the data opens late, what happens is heard all the same', async ({ page, expectConsole }) => {
  expectConsole('QuotaExceededError')
  const other = await page.context().newPage()
  await other.addInitScript(() => {
    const open = Reflect.get(IDBFactory.prototype, 'open')
    Object.assign(window, { full: true })
    IDBFactory.prototype.open = function openUnlessFull(...request) {
      if (Reflect.get(window, 'full')) throw new DOMException('No room', 'QuotaExceededError')
      return Reflect.apply(open, this, request)
    }
  })
  await Promise.all([page.goto('/home'), other.goto('/home')])
  await expect(other.getByRole('heading', { name: 'These posts did not load' })).toBeVisible()
  await other.evaluate(() => Object.assign(window, { full: false }))
  await button(other, 'Try again').click()
  await expect(other.getByRole('article')).toHaveCount(3)
  // It begins again some time after it has failed.
  await expect(async () => {
    await likeOf(post(page, '@kenjimori')).click()
    await expect(likeOf(post(other, '@kenjimori'))).toHaveText(
      (await likeOf(post(page, '@kenjimori')).textContent()) ?? '',
      { timeout: 1000 },
    )
  }).toPass()
})
