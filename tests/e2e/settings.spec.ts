import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { alert, button, expectNoSideScroll, expectToastDuring, heading, notice, post, writePost } from './app.ts'
import { expect, userTest, visitorTest } from './fixtures.ts'
import { setLab } from './lab.ts'

const root = (page: Page) => page.locator('html')

function choice(page: Page, group: string, name: string) {
  return page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true })
}

visitorTest('a visitor who opens the settings logs in and returns to them', async ({ page }) => {
  await page.goto('/settings')
  await expect(page).toHaveURL('/login')
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Settings')).toBeVisible()
  await expect(page).toHaveTitle('Settings · Weft')
})

userTest(
  'the settings are in the side navigation, and on a phone on the own profile',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await page.goto('/home')
    const main = page.getByRole('navigation', { name: 'Main' })
    if (isMobile) {
      await main.getByRole('link', { name: 'Profile' }).click()
      await page.getByRole('link', { name: 'Settings' }).click()
    } else {
      await main.getByRole('link', { name: 'Settings' }).click()
      await expect(main.locator('[aria-current=page]')).toHaveAccessibleName('Settings')
    }
    await expect(heading(page, 'Settings')).toBeVisible()
    await expectNoSideScroll(page)
    await expect(page.getByRole('link', { name: 'Back to your profile' })).toHaveCount(isMobile ? 1 : 0)
    if (isMobile) {
      await page.getByRole('link', { name: 'Back to your profile' }).click()
      await expect(heading(page, 'Asha Rao')).toBeVisible()
    }
  },
)

userTest(
  'the theme can be light, dark or that of the system, in every tab and after a reload',
  async ({ page, context }) => {
    await page.goto('/settings')
    const other = await context.newPage()
    await other.goto('/settings')
    await expect(choice(other, 'Theme', 'System')).toBeChecked()
    await choice(page, 'Theme', 'Dark').check()
    await expect(root(page)).toHaveClass('dark-theme')
    await expect(root(other)).toHaveClass('dark-theme')
    await expect(choice(other, 'Theme', 'Dark')).toBeChecked()
    await page.reload()
    await expect(choice(page, 'Theme', 'Dark')).toBeChecked()
    await button(page, 'Switch to light theme').click()
    await expect(choice(page, 'Theme', 'Light')).toBeChecked()
    await choice(page, 'Theme', 'System').check()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(root(page)).toHaveClass('dark-theme')
    await page.reload()
    await expect(root(page)).toHaveClass('dark-theme')
    await expect(choice(page, 'Theme', 'System')).toBeChecked()
  },
)

userTest(
  'motion follows the system unless the user chooses, also before the app loads',
  async ({ page, expectConsole }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/settings')
    await expect(root(page)).toHaveAttribute('data-motion', 'full')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(root(page)).toHaveAttribute('data-motion', 'reduced')
    await expect.poll(() => duration(page)).toBeLessThan(0.01)
    await choice(page, 'Motion', 'Full').check()
    await expect(root(page)).toHaveAttribute('data-motion', 'full')
    await expect.poll(() => duration(page)).toBeGreaterThan(0.01)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await choice(page, 'Motion', 'Reduced').check()
    await expect(root(page)).toHaveAttribute('data-motion', 'reduced')
    expectConsole('net::ERR_FAILED')
    // In a tab of its own: the first one may still load code.
    const other = await page.context().newPage()
    await other.route('**/*.js', (route) => route.abort())
    await other.goto('/settings')
    await expect(root(other)).toHaveAttribute('data-motion', 'reduced')
  },
)

/** The seconds that a switch takes. */
function duration(page: Page): Promise<number> {
  return page
    .getByRole('switch')
    .first()
    .evaluate((element) => parseFloat(getComputedStyle(element).transitionDuration))
}

userTest(
  'the switch of the shortcuts keeps its state, in every tab and after a reload',
  { tag: '@no-server' },
  async ({ page, context }) => {
    await page.goto('/settings')
    const other = await context.newPage()
    await other.goto('/settings')
    const name = 'Keyboard shortcuts'
    await expect(page.getByRole('switch', { name })).toBeChecked()
    await page.getByRole('switch', { name }).press('Space')
    await expect(other.getByRole('switch', { name })).not.toBeChecked()
    await page.reload()
    await expect(page.getByRole('switch', { name })).not.toBeChecked()
  },
)

userTest('Download my data saves everything of the viewer in one file', async ({ page, baseURL }) => {
  await page.goto('/home')
  await writePost(page, 'Warp')
  await button(post(page, '@kenjimori'), 'Like').click()
  await expectToastDuring(page, 'Added to Bookmark', () => button(post(page, '@kenjimori'), 'Bookmark').click())
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
  const saved = page.waitForEvent('download')
  await button(page, 'Download my data').click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^weft-my-data-[\d-]{10}\.json$/)
  await expect(notice(page, 'Your data was downloaded')).toBeVisible()
  const data: unknown = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data).toEqual({
    exportedAt: expect.any(String),
    profile: expect.objectContaining({
      username: 'asharao',
      email: expect.stringContaining('@'),
      avatarUrl: expect.stringContaining(`${baseURL}/`),
      postCount: 2,
    }),
    posts: [expect.objectContaining({ content: 'Warp', media: null }), expect.objectContaining({ likeCount: 20 })],
    replies: [],
    bookmarks: [
      expect.objectContaining({
        content: expect.stringContaining('Six metres'),
        author: expect.objectContaining({ username: 'kenjimori' }),
      }),
    ],
    likes: [expect.objectContaining({ likeCount: 105, author: expect.objectContaining({ username: 'kenjimori' }) })],
    following: [expect.any(Object), expect.any(Object)],
    followers: [expect.any(Object), expect.any(Object)],
  })
  expect(JSON.stringify(data)).not.toContain('__typename')
})

userTest('Sign out everywhere ends the other sessions and keeps this one', async ({ page }) => {
  await page.goto('/settings')
  const before = await page.evaluate(() => localStorage.getItem('data'))
  await button(page, 'Sign out everywhere').click()
  await expect(notice(page, 'Signed out everywhere else')).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('data'))
  expect(token).not.toBe(before)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await writePost(page, 'Still here')
  // As on another device, which still has the former token.
  await page.evaluate((former) => localStorage.setItem('data', String(former)), before)
  await page.reload()
  await expect(button(page, 'Login')).toBeVisible()
})

userTest(
  'Delete my account needs the username, deletes the account and ends the session',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/settings')
    await button(page, 'Delete my account').click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
    const field = dialog.getByRole('textbox', { name: 'Type asharao to confirm' })
    await expect(field).toBeFocused()
    await expect(dialog.getByRole('listitem')).toHaveText(['1post', '2followers, 2 following'])
    await field.fill('Asharao')
    await field.press('Enter')
    await expect(button(dialog, 'Delete my account')).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button(page, 'Delete my account')).toBeFocused()

    await button(page, 'Delete my account').click()
    await field.fill('asharao')
    await field.press('Enter')
    await expect(notice(page, 'Your account was deleted')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(heading(page, 'Share - Explore - Connect')).toBeVisible()
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => /^(data|curr_user)$/.test(key))),
    ).toEqual([])
    await page.getByRole('link', { name: 'Log In', exact: true }).click()
    await button(page, 'Test Login').click()
    await expect(alert(page, 'The username you entered is not Registered.')).toBeVisible()
  },
)

userTest(
  'Delete my account says in the dialog that it failed',
  { tag: '@no-server' },
  async ({ page, expectConsole }) => {
    expectConsole('The lab injected')
    await page.goto('/settings')
    await button(page, 'Delete my account').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill('asharao')
    const lab = await page.context().newPage()
    await setLab(lab, { fault: '500 before commit', only: 'DeleteAccount' })
    await expect(page.getByRole('link', { name: 'Lab: 500 before commit', includeHidden: true })).toBeVisible()
    await button(dialog, 'Delete my account').click()
    await expect(dialog.getByRole('alert')).toHaveText('Something went wrong on our side. Try again.')
    await expectNoSideScroll(page)
  },
)
