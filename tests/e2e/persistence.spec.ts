import type { Page } from '@playwright/test'
import { button, count, expectRows, heading, likeOf, people, post, writePost } from './app.ts'
import { expect, userTest as test, test as visitorTest } from './fixtures.ts'

test('a post, a like, a bookmark and a follow survive a reload', async ({ page }) => {
  await page.goto('/home')
  await writePost(page, 'Still here')
  await button(post(page, '@kenjimori'), 'Like').click()
  await button(post(page, '@tomasvela'), 'Bookmark').click()
  await button(people(page), 'Follow @ines_weaves').click()
  await expect(post(page, '@ines_weaves')).toBeVisible()
  await expectRows(page, 'reactions', () => true)
  await expectRows(page, 'bookmarks', () => true)
  await page.reload()
  await expect(post(page, 'Still here')).toBeVisible()
  await expect(button(post(page, '@kenjimori'), 'Unlike')).toHaveText('105')
  await expect(button(post(page, '@tomasvela'), 'Remove bookmark')).toBeVisible()
  await expect(button(people(page), 'Unfollow @ines_weaves')).toBeVisible()
  await expect(post(page, '@ines_weaves')).toBeVisible()
})

/** Presses a button and reloads at once, while the backend works. */
async function pressAndReload(page: Page, name: string): Promise<void> {
  await button(page.getByRole('main'), name).first().click()
  await page.reload()
}

test('a reload right after Post saves both the post and its count, or neither', async ({ page }) => {
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

test('a reload right after Like saves both the like and its count, or neither', async ({ page }) => {
  await page.goto('/home')
  await expect(page.getByRole('article')).toHaveCount(3)
  await pressAndReload(page, 'Like')
  const like = likeOf(post(page, '@asharao'))
  await expect(like).toBeVisible()
  const liked = (await like.getAttribute('aria-pressed')) === 'true'
  await expect(like).toHaveText(liked ? '21' : '20')
})

test('a reload right after Unfollow leaves counts and feed consistent', async ({ page }) => {
  await page.goto('/home')
  await expect(page.getByRole('article')).toHaveCount(3)
  await pressAndReload(page, 'Unfollow')
  await expect(button(people(page), 'Unfollow @tomasvela')).toBeVisible()
  const followed = await button(people(page), 'Unfollow @kenjimori').count()
  await expect(post(page, '@kenjimori')).toHaveCount(followed)
  await people(page).getByRole('link', { name: '@kenjimori' }).click()
  await expect(count(page, 'Followers')).toHaveText(String(2 + followed))
})
visitorTest('the app asks for persistent storage after log-in, and not before', async ({ page }) => {
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
