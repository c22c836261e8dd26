import type { Page } from '@playwright/test'
import { button, heading, notice } from './app.ts'
import { expect, userTest, visitorTest } from './fixtures.ts'

/** What is pressed and typed between the first paint of a page and the end of its start. */

/** Opens a page whose scripts, or these of them, wait for `release`. */
async function openWithoutScripts(page: Page, path: string, scripts = '*'): Promise<{ release: () => void }> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**/assets/${scripts}.js`, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  // The styles have loaded, too.
  await expect(page.getByRole('banner')).not.toHaveCSS('position', 'static')
  return { release }
}

const themeSwitch = (page: Page) => button(page, /^Switch to/)

userTest('buttons pressed before the scripts have loaded are pressed then', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/explore')
  await button(page, 'Switch to dark theme').click()
  await button(page, 'Log out').click()
  release()
  await expect(notice(page, 'Logged out')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.locator('html')).toHaveClass(/dark-theme/)
})

userTest('a button pressed twice before the scripts have loaded is pressed once', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/explore')
  await button(page, 'Log out').click()
  await button(page, 'Log out').click()
  release()
  await expect(notice(page, 'Logged out')).toHaveCount(1)
})

visitorTest('Log In pressed before the scripts have loaded returns to the page after log-in', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/lab')
  await page.getByRole('link', { name: 'Log In' }).click()
  release()
  await button(page, 'Test Login').click()
  await expect(page).toHaveURL('/lab')
})

userTest('Log out works before a redirect of a user from the landing page', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/')
  await button(page, 'Log out').click()
  release()
  await expect(page).toHaveURL('/login')
})

userTest('a button that is held down while the app replaces the shell is pressed', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/explore')
  await button(page, 'Log out').hover()
  await page.mouse.down()
  release()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.mouse.up()
  await expect(page).toHaveURL('/login')
})

visitorTest('a button that a visitor holds down is still there when the app replaces the shell', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/lab')
  await button(page, 'Switch to dark theme').hover()
  await page.mouse.down()
  release()
  await expect(heading(page, 'Lab')).toBeVisible()
  await page.mouse.up()
  await expect(button(page, 'Switch to light theme')).toBeVisible()
})

userTest('a link that is held down while the app replaces the shell is followed', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/explore')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bookmarks' }).hover()
  await page.mouse.down()
  release()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.mouse.up()
  await expect(heading(page, 'Bookmarks')).toBeVisible()
})

userTest(
  'a button that is released elsewhere after the app has replaced the shell is not pressed',
  async ({ page }) => {
    const { release } = await openWithoutScripts(page, '/explore')
    await button(page, 'Switch to dark theme').hover()
    await page.mouse.down()
    release()
    await expect(page.getByRole('article').first()).toBeVisible()
    await button(page, 'Log out').hover()
    await page.mouse.up()
    await button(page, 'Switch to dark theme').click()
    await expect(button(page, 'Switch to light theme')).toBeVisible()
    await expect(page).toHaveURL('/explore')
  },
)

userTest('a touch of a button that ends after the app has replaced the shell presses it once', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/explore')
  const box = await themeSwitch(page).boundingBox()
  if (!box) throw new Error('The switch is not visible.')
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  const client = await page.context().newCDPSession(page)
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  release()
  await expect(page.getByRole('article').first()).toBeVisible()
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(button(page, 'Switch to light theme')).toBeVisible()
})

userTest('a name typed into the search before the scripts have loaded is searched then', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/explore')
  await page.getByRole('searchbox', { name: 'Search Users...' }).click()
  await page.keyboard.type('ies')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  release()
  const search = page.getByRole('combobox', { name: 'Search Users...' })
  await expect(search).toHaveValue('ies')
  await page.keyboard.type('n')
  await expect(search).toHaveValue('ines')
  await expect(page.getByRole('option', { name: 'Ines Okafor' })).toBeVisible()
  await expect(page).toHaveURL('/explore')
})

userTest(
  'the search that was left before the scripts have loaded keeps its text, and its list closed',
  async ({ page }) => {
    const { release } = await openWithoutScripts(page, '/explore')
    await page.getByRole('searchbox', { name: 'Search Users...' }).click()
    await page.keyboard.type('ine')
    await page.keyboard.press('Tab')
    release()
    const search = page.getByRole('combobox', { name: 'Search Users...' })
    await expect(search).toHaveValue('ine')
    await expect(themeSwitch(page)).toBeFocused()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(search).toHaveAttribute('aria-expanded', 'false')
    await search.focus()
    await expect(page.getByRole('option', { name: 'Ines Okafor' })).toBeVisible()
  },
)

userTest('the focus stays where Tab moved it before the scripts have loaded', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/explore')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  const bookmarks = page.getByRole('link', { name: 'Bookmarks' })
  await bookmarks.focus()
  release()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(bookmarks).toBeFocused()
})

userTest('a link of a scrolled navigation stays in view when the app replaces the shell', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 360 })
  const { release } = await openWithoutScripts(page, '/explore')
  const settings = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' })
  await settings.focus()
  await expect(settings).toBeInViewport({ ratio: 1 })
  release()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(settings).toBeFocused()
  await expect(settings).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

userTest('the skip link works before the scripts have loaded, without an entry in the history', async ({ page }) => {
  const { release } = await openWithoutScripts(page, '/explore')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  release()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL('/explore')
  await page.keyboard.press('Shift+Tab')
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL('/explore')
})
