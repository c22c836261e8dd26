import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { button, heading, post } from './app.ts'
import { expect, userTest, visitorTest } from './fixtures.ts'

/** Opens Kenji's post on its own page. */
async function openPost(page: Page): Promise<void> {
  await page.goto('/explore')
  await post(page, '@kenjimori').getByRole('time').click()
  await expect(heading(page, 'Post')).toBeVisible()
}

userTest('the date links to the post, and Back returns to the list', async ({ page }) => {
  await openPost(page)
  await expect(page).toHaveURL(/\/post\/[\w-]+$/)
  await expect(page.getByRole('region', { name: 'Post', exact: true }).getByRole('article')).toContainText(
    'Six metres of cotton',
  )
  await button(page, 'Back').click()
  await expect(heading(page, 'Explore')).toBeVisible()
})

userTest('the page of a post lists the users who like it', { tag: '@no-server' }, async ({ page }) => {
  await openPost(page)
  await button(post(page, '@kenjimori'), 'Like').click()
  await expect(page.getByText('Asha Rao and 104 others like this')).toBeVisible()
  await button(post(page, '@kenjimori'), 'Unlike').click()
  await expect(page.getByText(/likes? this/)).toBeHidden()
})

userTest('deleting a post on its own page returns to the list', { tag: '@no-server' }, async ({ page }) => {
  await page.goto('/explore')
  await post(page, '@asharao').getByRole('time').click()
  await expect(heading(page, 'Post')).toBeVisible()
  await button(page.getByRole('region', { name: 'Post', exact: true }), 'Delete post').click()
  await expect(heading(page, 'Explore')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(5)
})

userTest(
  'a visitor sees a post without navigation and suggestions, and Like asks to log in and returns',
  { tag: '@phone' },
  async ({ page }) => {
    await openPost(page)
    const address = page.url()
    await button(page, 'Log out').click()
    await page.goto(address)
    const card = post(page, 'Six metres of cotton')
    await expect(card).toBeVisible()
    await expect(button(page, 'Log out')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await expect(page.getByRole('complementary')).toHaveCount(0)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible()
    await button(card, 'Like').click()
    await expect(page).toHaveURL('/login')
    await button(page, 'Test Login').click()
    await expect(page).toHaveURL(address)
    await expect(card.getByRole('button', { name: 'Like' })).toHaveText('104')
  },
)

const notFound = 'Page not found'

visitorTest(
  'an unknown address shows a message, and links to the landing page for a visitor',
  { tag: '@no-server' },
  async ({ page }) => {
    await page.goto('/home/nowhere')
    await expect(heading(page, notFound)).toBeVisible()
    await expect(page).toHaveTitle('Not found · Weft')
    await page.getByRole('link', { name: 'Back to Weft' }).click()
    await expect(page).toHaveURL('/')
  },
)

userTest(
  'the profile of an unknown user shows a message, and links to Home for a user',
  { tag: '@no-server' },
  async ({ page }) => {
    await page.goto('/userprofile/constructor')
    await expect(heading(page, notFound)).toBeVisible()
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(heading(page, 'Home')).toBeVisible()
  },
)

visitorTest('a page whose code does not load shows a message, and Reload loads it', async ({ page, expectConsole }) => {
  for (const text of ['net::ERR_FAILED', 'A part of Weft did not load']) expectConsole(text)
  const code = '**/assets/visitor.chunk-*.js'
  await page.route(code, (route) => route.abort())
  await page.goto('/')
  await expect(heading(page, 'This page did not load')).toBeVisible()
  await page.unroute(code)
  await button(page, 'Reload').click()
  await expect(heading(page, 'Share - Explore - Connect')).toBeVisible()
})

userTest('a host that returns 404.html for unknown addresses opens each page', async ({ page, expectConsole }) => {
  expectConsole('status of 404')
  const body = readFileSync('dist/404.html', 'utf8')
  await page.route(/\/(explore|tag\/indigo|nowhere)$/, (route) =>
    route.fulfill({ status: 404, contentType: 'text/html; charset=utf-8', body }),
  )
  for (const [path, title] of [
    ['/explore', 'Explore'],
    ['/tag/indigo', '#indigo'],
    ['/nowhere', 'Page not found'],
  ] as const) {
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
  }
})
