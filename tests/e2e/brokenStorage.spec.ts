import type { Page } from '@playwright/test'
import { button, expectAuthors, heading, sort } from './app.ts'
import { expect, memberTest as test } from './fixtures.ts'

/** Writes to local storage on a page that does not read these keys. */
async function keep(page: Page, kept: Record<string, string>): Promise<void> {
  await page.goto('/nowhere')
  await page.evaluate(
    (entries) => entries.forEach(([key, value]) => localStorage.setItem(key, value)),
    Object.entries(kept),
  )
}

test('an unreadable session leads to log-in, not to a blank page', async ({ page }) => {
  await keep(page, { curr_user: '{' })
  await page.goto('/bookmarks')
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Bookmarks')).toBeVisible()
})

test('an unreadable token leads to log-in, not to a blank page', async ({ page }) => {
  await keep(page, { data: 'naïve ✂️\n token' })
  await page.goto('/bookmarks')
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Bookmarks')).toBeVisible()
})

test('an unreadable theme and sort mean the theme of the system and the latest posts', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const kept of ['purple', '', '__proto__']) {
    await keep(page, { theme: kept, sort: kept })
    await page.goto('/home')
    await expect(page.locator('html')).toHaveClass('dark-theme')
    await expect(sort(page)).toHaveValue('LATEST')
  }
  await expectAuthors(page, ['@asharao', '@kenjimori', '@tomasvela'])
})
