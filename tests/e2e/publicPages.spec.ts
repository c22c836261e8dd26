import type { Page } from '@playwright/test'
import { button, heading, post } from './app.ts'
import { expect, memberTest, test } from './fixtures.ts'

/** Where Kenji's post is; the memberTest's own database is the visitor's too. */
async function openPost(page: Page): Promise<void> {
  await page.goto('/explore')
  await post(page, '@kenjimori').getByRole('time').click()
  await expect(heading(page, 'Post')).toBeVisible()
}

memberTest('the date leads to the post, and Back back', { tag: '@phone' }, async ({ page }) => {
  await openPost(page)
  await expect(page).toHaveURL(/\/post\/[\w-]+$/)
  await expect(page.getByRole('region', { name: 'Post', exact: true }).getByRole('article')).toContainText(
    'Six metres of cotton',
  )
  await button(page, 'Back').click()
  await expect(heading(page, 'Explore')).toBeVisible()
})

memberTest('a post says who likes it, and no longer who did', async ({ page }) => {
  await openPost(page)
  await button(post(page, '@kenjimori'), 'Like').click()
  await expect(page.getByText('Asha Rao and 104 others like this')).toBeVisible()
  await button(post(page, '@kenjimori'), 'Unlike').click()
  await expect(page.getByText(/likes? this/)).toBeHidden()
})

memberTest('one’s own post, deleted on its page, leads back', async ({ page }) => {
  await page.goto('/explore')
  await post(page, '@asharao').getByRole('time').click()
  await expect(heading(page, 'Post')).toBeVisible()
  await button(page.getByRole('region', { name: 'Post', exact: true }), 'Delete post').click()
  await expect(heading(page, 'Explore')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(5)
})

for (const press of ['Like', 'Bookmark', 'Unfollow']) {
  memberTest(
    `a visitor reads a post; '${press === 'Unfollow' ? 'Follow' : press}' leads to log-in and back`,
    { tag: '@phone' },
    async ({ page }) => {
      await openPost(page)
      const address = page.url()
      await button(page, 'Log out').click()
      await page.goto(address)
      const card = post(page, 'Six metres of cotton')
      await expect(card).toBeVisible()
      await expect(button(page, 'Log out')).toHaveCount(0)
      await button(card, press === 'Unfollow' ? 'Follow' : press).click()
      await expect(page).toHaveURL('/login')
      await button(page, 'Test Login').click()
      await expect(page).toHaveURL(address)
      await expect(button(card, press)).toBeVisible()
      await expect(card.getByRole('button', { name: 'Like' })).toHaveText('104')
    },
  )
}

memberTest('the frame of a visitor has a way in and no place of members', { tag: '@phone' }, async ({ page }) => {
  await openPost(page)
  const address = page.url()
  await button(page, 'Log out').click()
  await page.goto(address)
  await expect(heading(page, 'Post')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click()
  await button(page, 'Test Login').click()
  await expect(page).toHaveURL(address)
})

const gone = 'Page not found'

for (const path of ['/nowhere', '/home/nowhere', '/post/unknown', '/post/__proto__', '/post']) {
  test(`${path} is not found, and says so to a visitor`, async ({ page }) => {
    await page.goto(path)
    await expect(heading(page, gone)).toBeVisible()
    await expect(page).toHaveTitle('Not found · Weft')
    await page.getByRole('link', { name: 'Back to Weft' }).click()
    await expect(page).toHaveURL('/')
  })
}

for (const path of ['/nowhere', '/userprofile/unknown', '/userprofile/constructor']) {
  memberTest(`${path} is not found, and leads a member home`, { tag: '@phone' }, async ({ page }) => {
    await page.goto(path)
    await expect(heading(page, gone)).toBeVisible()
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(heading(page, 'Home')).toBeVisible()
  })
}
