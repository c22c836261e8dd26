import type { Page } from '@playwright/test'
import { button } from './app.ts'
import { expect, visitorTest } from './fixtures.ts'

const root = (page: Page) => page.locator('html')

visitorTest(
  'the theme follows the system until the user chooses one, which survives a reload',
  { tag: '@quick' },
  async ({ page }) => {
    await page.goto('/login')
    await expect(root(page)).toHaveClass('light-theme')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(root(page)).toHaveClass('dark-theme')
    await button(page, 'Switch to light theme').click()
    await expect(root(page)).toHaveClass('light-theme')
    await page.reload()
    await expect(root(page)).toHaveClass('light-theme')
    await expect(button(page, 'Switch to dark theme')).toBeVisible()
  },
)

visitorTest('the chosen theme stays after log-in and log-out', async ({ page }) => {
  await page.goto('/login')
  await button(page, 'Switch to dark theme').click()
  await button(page, 'Test Login').click()
  await button(page, 'Log out').click()
  await expect(button(page, 'Login')).toBeVisible()
  await expect(root(page)).toHaveClass('dark-theme')
})

visitorTest(
  'the chosen theme is set before the app loads, so that no other theme flashes',
  async ({ page, expectConsole }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
    expectConsole('net::ERR_FAILED')
    await page.route('**/*.js', (route) => route.abort())
    await page.goto('/')
    await expect(root(page)).toHaveClass('dark-theme')
    await expect(page.locator('img[src="/logo-dark.svg"]')).toBeVisible()
    await expect(page.locator('img[src="/logo.svg"]')).toBeHidden()
  },
)

visitorTest('a theme chosen in one tab shows in the other', async ({ page, context }) => {
  const other = await context.newPage()
  await page.goto('/login')
  await other.goto('/')
  await button(page, 'Switch to dark theme').click()
  await expect(root(other)).toHaveClass('dark-theme')
})

visitorTest('the built styles use longhands for underlines, because WebKit ignores the shorthand', async ({ page }) => {
  await page.goto('/')
  const hrefs = await page
    .locator('link[rel=stylesheet]')
    .evaluateAll((links) => links.map((link) => String(link.getAttribute('href'))))
  const styles = await Promise.all(hrefs.map(async (href) => (await page.request.get(href)).text()))
  expect(styles.join()).toContain('text-decoration-thickness:')
  expect(styles.join()).not.toMatch(/text-decoration:\s*underline\s+\S/)
})
