import type { Page } from '@playwright/test'
import { button, count, heading, likeOf, ownProfileLink, people, post, sort, writePost } from './app.ts'
import { expect, userTest } from './fixtures.ts'

/** Opens two tabs of the demo user. Returns the second. */
async function openTabs(page: Page, here: string, there = here): Promise<Page> {
  const other = await page.context().newPage()
  await Promise.all([page.goto(here), other.goto(there)])
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  return other
}

function pill(page: Page, text: string | RegExp) {
  return page.getByRole('button', { name: text })
}

async function openPost(page: Page, author: string): Promise<void> {
  await post(page, author)
    .getByRole('link', { name: /20\d\d/ })
    .click()
  await expect(heading(page, 'Post')).toBeVisible()
  // Its query has been answered: an older answer could follow the event of a change.
  await expect(page.getByRole('region', { name: 'Post' }).getByRole('article')).toBeVisible()
}

userTest('changes of posts in one tab show in the other', { tag: '@quick' }, async ({ page }) => {
  const other = await openTabs(page, '/home')

  await userTest.step('a like and its count', async () => {
    await expect(likeOf(post(other, '@kenjimori'))).toHaveText('104')
    await button(post(page, '@kenjimori'), 'Like').click()
    await expect(button(post(other, '@kenjimori'), 'Unlike')).toHaveText('105')
    await button(post(other, '@kenjimori'), 'Unlike').click()
    await expect(button(post(page, '@kenjimori'), 'Like')).toHaveText('104')
  })
  await userTest.step('who likes a post, on its page', async () => {
    await openPost(other, '@kenjimori')
    await button(post(page, '@kenjimori'), 'Like').click()
    await expect(other.getByText('Asha Rao and 104 others like this')).toBeVisible()
  })
  await userTest.step('a bookmark', async () => {
    await other.getByRole('link', { name: 'Bookmarks', exact: true }).click()
    await expect(other.getByRole('heading', { name: 'No Bookmarks' })).toBeVisible()
    await button(post(page, '@tomasvela'), 'Bookmark').click()
    await expect(button(post(other, '@tomasvela'), 'Remove bookmark')).toBeVisible()
    await button(post(page, '@tomasvela'), 'Remove bookmark').click()
    await expect(post(other, '@tomasvela')).toContainText('Bookmark removed')
  })
  await userTest.step('an edit, and a deletion on the page of the deleted post', async () => {
    await other.getByRole('link', { name: 'Home', exact: true }).click()
    await button(post(page, '@asharao'), 'Edit post').click()
    await page.getByRole('textbox', { name: 'Post text' }).fill('Edited text')
    await button(page, 'Update').click()
    await expect(post(other, 'Edited text')).toBeVisible()
    await openPost(other, 'Edited text')
    await button(post(page, 'Edited text'), 'Delete post').click()
    await expect(heading(other, 'Page not found')).toBeVisible()
  })
})

userTest(
  'a change that is made before the live updates of a tab have started shows once they start',
  async ({ page }) => {
    const other = await page.context().newPage()
    let start = () => {}
    const started = new Promise<void>((resolve) => (start = resolve))
    await other.route('**/assets/liveUpdates-*.js', async (route) => {
      await started
      await route.continue()
    })
    const requested = other.waitForRequest('**/assets/liveUpdates-*.js')
    await Promise.all([page.goto('/home'), other.goto('/home')])
    await requested
    await expect(likeOf(post(other, '@kenjimori'))).toHaveText('104')
    await button(post(page, '@kenjimori'), 'Like').click()
    await expect(button(post(page, '@kenjimori'), 'Unlike')).toHaveText('105')
    await expect(likeOf(post(other, '@kenjimori'))).toHaveText('104')
    start()
    await expect(button(post(other, '@kenjimori'), 'Unlike')).toHaveText('105')
  },
)

userTest(
  'live updates start later if their code does not load at first, and no event is missed',
  { tag: '@no-server' },
  async ({ page, expectConsole }) => {
    for (const text of ['Failed to load resource', 'A part of Weft did not load']) expectConsole(text)
    const other = await page.context().newPage()
    await other.clock.install()
    await other.route('**/assets/liveUpdates-*.js', (route) => route.abort(), { times: 1 })
    const failed = other.waitForEvent('console', (message) => message.text().includes('A part of Weft did not load'))
    await Promise.all([page.goto('/home'), other.goto('/home')])
    await failed
    await expect(likeOf(post(other, '@kenjimori'))).toHaveText('104')
    await button(post(page, '@kenjimori'), 'Like').click()
    await expect(button(post(page, '@kenjimori'), 'Unlike')).toHaveText('105')
    await other.clock.fastForward(10_000)
    await expect(button(post(other, '@kenjimori'), 'Unlike')).toHaveText('105')
  },
)

userTest('follows and profile edits in one tab show in the other', async ({ page }) => {
  const other = await openTabs(page, '/home')
  const goToProfile = (tab: Page) => ownProfileLink(tab).click()

  await userTest.step('following: the button and the feed', async () => {
    await expect(other.getByRole('article')).toHaveCount(3)
    await button(people(page), 'Follow @ines_weaves').click()
    await expect(button(people(other), 'Unfollow @ines_weaves')).toBeVisible()
    await expect(post(other, '@ines_weaves')).toBeVisible()
    await button(people(other), 'Unfollow @ines_weaves').click()
    await expect(button(people(page), 'Follow @ines_weaves')).toBeVisible()
    await expect(post(page, '@ines_weaves')).toContainText('Unfollowed')
  })
  await userTest.step('a deletion, in the list of the profile and its count', async () => {
    await goToProfile(other)
    await expect(count(other, 'Posts')).toHaveText('1')
    await button(post(page, '@asharao'), 'Delete post').click()
    await expect(other.getByRole('heading', { name: 'No Posts Added' })).toBeVisible()
    await expect(count(other, 'Posts')).toHaveText('0')
  })
  await userTest.step('an edited bio', async () => {
    await goToProfile(page)
    await button(page, 'Edit profile').click()
    await page.getByLabel('Bio:').fill('Dyes with weld')
    await button(page, 'Update Profile').click()
    await expect(other.getByText('Dyes with weld')).toBeVisible()
  })
})

userTest("new posts are offered by a button and don't move the list until it is pressed", async ({ page }) => {
  const other = await openTabs(page, '/home', '/explore')
  await expect(other.getByRole('article')).toHaveCount(6)
  await other.mouse.wheel(0, 900)
  await expect.poll(() => other.evaluate(() => window.scrollY)).toBe(900)
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
  // The other lists have the new posts as well.
  await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(heading(other, 'Home')).toBeVisible()
  await expect(post(other, 'First of two')).toHaveCount(1)
})

userTest('new posts are shown at the top if they render before the scroll event', async ({ page }) => {
  const other = await openTabs(page, '/home', '/explore')
  await expect(other.getByRole('article')).toHaveCount(6)
  await other.mouse.wheel(0, 900)
  await expect.poll(() => other.evaluate(() => window.scrollY)).toBe(900)
  await writePost(page, 'Parrot border')
  await expect(pill(other, '1 new post')).toBeInViewport()
  // The event of the jump to the top does not reach the list.
  await other.evaluate(() => addEventListener('scroll', (event) => event.stopPropagation(), { capture: true }))
  await pill(other, '1 new post').click()
  await expect(other.getByRole('article').first()).toContainText('Parrot border')
  expect(await other.evaluate(() => window.scrollY)).toBe(0)
})

userTest(
  'the new posts button works by keyboard, and is hidden in Trending and after its post is deleted',
  { tag: '@no-server' },
  async ({ page }) => {
    const other = await openTabs(page, '/home')
    await expect(other.getByRole('article')).toHaveCount(3)

    await userTest.step('Enter shows the post and moves the focus to the list', async () => {
      await writePost(page, 'By keyboard')
      await pill(other, '1 new post').focus()
      await other.keyboard.press('Enter')
      await expect(post(other, 'By keyboard')).toBeVisible()
      await other.keyboard.press('Tab')
      await expect(other.getByRole('article').first().getByRole('link').first()).toBeFocused()
    })
    await userTest.step('Trending has no button, because a new post is not first there', async () => {
      await sort(other).selectOption('Trending')
      await expect(other.getByRole('article').first()).toContainText('@kenjimori')
      await writePost(page, 'Fleeting')
      await button(post(page, '@kenjimori'), 'Like').click()
      await expect(button(post(other, '@kenjimori'), 'Unlike')).toHaveText('105')
      await expect(pill(other, /new post/)).toHaveCount(0)
      await sort(other).selectOption('Latest Posts')
      await expect(pill(other, '1 new post')).toBeVisible()
    })
    await userTest.step('a deleted post is no longer offered', async () => {
      await button(post(page, 'Fleeting'), 'Delete post').click()
      await expect(pill(other, /new post/)).toHaveCount(0)
    })
  },
)

userTest('changes made while GraphiQL is open show after going back', { tag: '@no-server' }, async ({ page }) => {
  const other = await openTabs(page, '/home')
  await expect(likeOf(post(other, '@kenjimori'))).toHaveText('104')
  await other.evaluate(() => history.pushState(null, '', '/graphiql'))
  await other.evaluate(() => dispatchEvent(new PopStateEvent('popstate', { state: null })))
  await expect(other.locator('.graphiql-container')).toBeVisible()
  await button(post(page, '@kenjimori'), 'Like').click()
  await expect(button(post(page, '@kenjimori'), 'Unlike')).toHaveText('105')
  await other.goBack()
  await expect(button(post(other, '@kenjimori'), 'Unlike')).toHaveText('105')
})

userTest(
  'a tab whose database opens late receives live updates',
  { tag: '@no-server' },
  async ({ page, expectConsole }) => {
    expectConsole('QuotaExceededError')
    const other = await page.context().newPage()
    await other.addInitScript(() => {
      const { open } = IDBFactory.prototype
      const disk = Object.assign(window, { full: true })
      IDBFactory.prototype.open = function openUnlessFull(...request) {
        if (disk.full) throw new DOMException('No room', 'QuotaExceededError')
        return open.apply(this, request)
      }
    })
    const loaded = other.waitForResponse('**/assets/liveUpdates-*.js')
    await Promise.all([page.goto('/home'), other.goto('/home')])
    await expect(other.getByRole('heading', { name: 'These posts did not load' })).toBeVisible()
    // The subscription fails, and reconnects later. The backend keeps the events until then.
    await loaded
    await other.evaluate(() => Object.assign(window, { full: false }))
    await button(other, 'Try again').click()
    await expect(other.getByRole('article')).toHaveCount(3)
    await button(post(page, '@kenjimori'), 'Like').click()
    await expect(button(post(other, '@kenjimori'), 'Unlike')).toHaveText('105')
  },
)
