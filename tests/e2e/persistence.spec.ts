import { button, expectRows, heading, people, post, writePost } from './app.ts'
import { expect, userTest, visitorTest } from './fixtures.ts'

userTest('a post, a like, a bookmark and a follow survive a reload', { tag: '@quick' }, async ({ page }) => {
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

visitorTest('the app asks for persistent storage after log-in, and not before', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator.storage, 'persist', {
      value: () => {
        const asked = document.documentElement.dataset
        asked['asked'] = `${asked['asked'] ?? ''} ${localStorage.getItem('data') ? 'as a user' : 'as a visitor'}`
        return Promise.reject(new Error('No'))
      },
    })
  })
  await page.goto('/login')
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-asked', ' as a user')
})
