import type { Page } from '@playwright/test'
import { button, count, expectKept, heading, likeOf, people, post, writePost } from './app.ts'
import { expect, memberTest as test, test as visitorTest } from './fixtures.ts'
import { setLab } from './lab.ts'

test('everything a user did is still there after a reload', async ({ page }) => {
  await page.goto('/home')
  await writePost(page, 'Still here')
  await button(post(page, '@kenjimori'), 'Like').click()
  await button(post(page, '@tomasvela'), 'Bookmark').click()
  await button(people(page), 'Follow @ines_weaves').click()
  await expect(post(page, '@ines_weaves')).toBeVisible()
  await expectKept(page, 'reactions', () => true)
  await expectKept(page, 'bookmarks', () => true)
  await page.reload()
  await expect(post(page, 'Still here')).toBeVisible()
  await expect(button(post(page, '@kenjimori'), 'Unlike')).toHaveText('105')
  await expect(button(post(page, '@tomasvela'), 'Remove bookmark')).toBeVisible()
  await expect(button(people(page), 'Unfollow @ines_weaves')).toBeVisible()
  await expect(post(page, '@ines_weaves')).toBeVisible()
})

/** Leaves the page as soon as the press has been taken: within the latency, or, without any, within the work. */
async function pressAndReload(page: Page, name: string): Promise<void> {
  await button(page.getByRole('main'), name).first().click()
  await page.reload()
}

for (const { latency, when } of [
  { latency: 400, when: 'before the backend begins' },
  { latency: 0, when: 'while the backend works' },
]) {
  test(`a reload ${when} leaves a new post complete or absent`, async ({ page }) => {
    await setLab(page.context(), { latency })
    await page.goto('/home')
    await page.getByRole('textbox', { name: 'New post' }).fill('Half?')
    await pressAndReload(page, 'Post')
    await expect(post(page, '@kenjimori')).toBeVisible()
    const created = await post(page, 'Half?').count()
    await page.goto('/userprofile')
    await expect(heading(page, 'Asha Rao')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1 + created)
    await expect(count(page, 'Posts')).toHaveText(String(1 + created))
  })

  test(`a reload ${when} leaves a like and its count consistent`, async ({ page }) => {
    await setLab(page.context(), { latency })
    await page.goto('/home')
    await expect(page.getByRole('article')).toHaveCount(3)
    await pressAndReload(page, 'Like')
    const like = likeOf(post(page, '@asharao'))
    await expect(like).toBeVisible()
    const liked = (await like.getAttribute('aria-pressed')) === 'true'
    await expect(like).toHaveText(liked ? '21' : '20')
  })

  test(`a reload ${when} leaves an unfollow, its counts and the feed consistent`, async ({ page }) => {
    await setLab(page.context(), { latency })
    await page.goto('/home')
    await expect(page.getByRole('article')).toHaveCount(3)
    await pressAndReload(page, 'Unfollow')
    await expect(button(people(page), 'Unfollow @tomasvela')).toBeVisible()
    const followed = await button(people(page), 'Unfollow @kenjimori').count()
    await expect(post(page, '@kenjimori')).toHaveCount(followed)
    await people(page).getByRole('link', { name: '@kenjimori' }).click()
    await expect(count(page, 'Followers')).toHaveText(String(2 + followed))
  })
}

test('a second tab shows the stored changes of the first after a reload', async ({ page, context }) => {
  const other = await context.newPage()
  await page.goto('/home')
  await other.goto('/home')
  await expect(other.getByRole('article')).toHaveCount(3)
  await page.bringToFront()
  await writePost(page, 'From the other tab')
  await button(post(page, '@kenjimori'), 'Like').click()
  await expectKept(page, 'reactions', () => true)
  await other.reload()
  await expect(post(other, 'From the other tab')).toBeVisible()
  await expect(button(post(other, '@kenjimori'), 'Unlike')).toHaveText('105')
})

test('log-out in one tab logs the other out, which does not restore the session', async ({ page, context }) => {
  const other = await context.newPage()
  await page.goto('/home')
  await other.goto('/explore')
  await expect(other.getByRole('article')).toHaveCount(6)
  await page.bringToFront()
  await button(page, 'Log out').click()
  await expect(button(page, 'Test Login')).toBeVisible()
  await expect(button(other, 'Test Login')).toBeVisible()
  expect(await page.evaluate(() => [localStorage.getItem('data'), localStorage.getItem('curr_user')])).toEqual([
    null,
    null,
  ])
})

visitorTest('asks the browser for persistent storage after log-in, not before', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator.storage, 'persist', {
      value: () => {
        document.documentElement.dataset['asked'] = 'yes'
        return Promise.reject(new Error('No'))
      },
    })
  })
  await page.goto('/login')
  await expect(page.locator('html[data-asked]')).toHaveCount(0)
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(page.locator('html[data-asked]')).toHaveCount(1)
})
