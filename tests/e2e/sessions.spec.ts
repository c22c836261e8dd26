import type { Page } from '@playwright/test'
import { button, expectRows, heading, likeOf, logIn, notice, people, post } from './app.ts'
import { expect, userTest } from './fixtures.ts'

async function openTabs(page: Page, ...paths: string[]): Promise<Page[]> {
  const tabs = [page, ...(await Promise.all(paths.slice(1).map(() => page.context().newPage())))]
  await Promise.all(tabs.map((tab, index) => tab.goto(`${paths[index]}`)))
  for (const tab of tabs) await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  return tabs
}

async function expectRefused(page: Page, token: string): Promise<void> {
  const call = () => page.request.get('/api/users/bookmark', { headers: { authorization: token } })
  await expect.poll(async () => (await call()).status()).toBe(401)
}

userTest('logging out in one tab opens log-in in every tab', async ({ page }) => {
  const tabs = await openTabs(page, '/home', '/explore', '/bookmarks', '/userprofile')
  await button(page, 'Log out').click()
  for (const tab of tabs) {
    await expect(heading(tab, 'Welcome back')).toBeVisible()
    expect(new URL(tab.url()).pathname).toBe('/login')
  }
  expect(await page.evaluate(() => [localStorage.getItem('data'), localStorage.getItem('curr_user')])).toEqual([
    null,
    null,
  ])
})

userTest(
  'a public page in another tab stays open after log-out, without the controls of its author',
  { tag: '@no-server' },
  async ({ page }) => {
    const [, other] = await openTabs(page, '/home', '/explore')
    if (!other) throw new Error('There is no other tab.')
    await post(other, '@asharao')
      .getByRole('link', { name: /20\d\d/ })
      .click()
    await expect(heading(other, 'Post')).toBeVisible()
    await expect(button(other, 'Edit post')).toBeVisible()
    await button(page, 'Log out').click()
    await expect(other.getByRole('link', { name: 'Log In' })).toBeVisible()
    await expect(heading(other, 'Post')).toBeVisible()
    await expect(button(other, 'Edit post')).toHaveCount(0)
  },
)

userTest(
  'when another user logs in, every tab shows that user and nothing of the previous one',
  { tag: '@quick' },
  async ({ page }) => {
    const [, other] = await openTabs(page, '/home', '/home')
    if (!other) throw new Error('There is no other tab.')
    await likeOf(post(other, '@kenjimori')).click()
    await expect(button(post(page, '@kenjimori'), 'Unlike')).toBeVisible()
    await button(post(other, '@tomasvela'), 'Bookmark').click()
    await expect(button(post(page, '@tomasvela'), 'Remove bookmark')).toBeVisible()
    await button(page, 'Log out').click()
    await expect(heading(other, 'Welcome back')).toBeVisible()

    await logIn(page, { username: 'kenjimori', password: 'jasmine-half-drop' })
    for (const tab of [page, other]) {
      await expect(heading(tab, 'Home')).toBeVisible()
      await expect(tab.getByRole('navigation', { name: 'Main' })).toContainText('@kenjimori')
      await expect(people(tab)).toContainText('@asharao')
      await expect(people(tab)).not.toContainText('@kenjimori')
      await expect(button(post(tab, '@kenjimori'), 'Edit post')).toBeVisible()
      await expect(button(post(tab, '@kenjimori'), 'Like')).toHaveText('105')
      await expect(button(tab, 'Remove bookmark')).toHaveCount(0)
      await tab.getByRole('link', { name: 'Bookmarks', exact: true }).click()
      await expect(tab.getByRole('heading', { name: 'No Bookmarks' })).toBeVisible()
    }
    expect(await other.evaluate(() => document.body.textContent?.includes('asharao@weft.example'))).toBe(false)
  },
)

userTest.describe('with a slow response', () => {
  userTest.use({ lab: { latency: 400, slow: 'SignOutEverywhere' } })

  userTest('"Sign out everywhere" leaves the other tabs of this browser signed in', async ({ page, host }) => {
    const [, other] = await openTabs(page, '/settings', '/explore')
    if (!other) throw new Error('There is no other tab.')
    // Before the listener: the first render replaces the entry of the history, which counts as a navigation.
    await expect(other.getByRole('article').first()).toBeVisible()
    const paths: string[] = []
    other.on('framenavigated', (frame) => paths.push(new URL(frame.url()).pathname))
    const token = await page.evaluate(() => localStorage.getItem('data') ?? '')
    await button(page, 'Sign out everywhere').click()
    // Until the token was replaced, so that the next call of the other tab is refused.
    if (host === 'server') await expectRefused(page, token)
    else await expectRows(page, 'users', ({ tokenVersion }) => tokenVersion === 1)
    await other.getByRole('link', { name: 'Bookmarks', exact: true }).click()
    await expect(heading(other, 'Bookmarks')).toBeVisible()
    await expect(notice(page, 'Signed out everywhere else')).toBeVisible()
    await expect(page).toHaveURL('/settings')
    await expect(other.getByRole('heading', { name: 'No Bookmarks' })).toBeVisible()
    expect(paths).toEqual(['/bookmarks'])
  })
})

userTest("a user's draft is discarded when another user logs in", async ({ page }) => {
  const [, other] = await openTabs(page, '/home', '/home')
  if (!other) throw new Error('There is no other tab.')
  await other.getByRole('textbox', { name: 'New post' }).fill('Half a thought of Asha')
  await button(page, 'Log out').click()
  await logIn(page, { username: 'kenjimori', password: 'jasmine-half-drop' })
  await expect(heading(other, 'Home')).toBeVisible()
  await expect(other.getByRole('textbox', { name: 'New post' })).toHaveValue('')
})
