import type { Page } from '@playwright/test'
import { button, expectAuthors, heading, sort } from './app.ts'
import { openElsewhere } from './databases.ts'
import { expect, userTest } from './fixtures.ts'

/** Writes to local storage, on a page without the app. */
async function setItems(page: Page, items: Record<string, string>): Promise<void> {
  await openElsewhere(page)
  await page.evaluate(
    (entries) => entries.forEach(([key, value]) => localStorage.setItem(key, value)),
    Object.entries(items),
  )
}

userTest('an unreadable session opens log-in, not a blank page', async ({ page }) => {
  await setItems(page, { curr_user: '{' })
  await page.goto('/bookmarks')
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Bookmarks')).toBeVisible()
})

userTest('an unreadable token opens log-in, not a blank page', async ({ page }) => {
  await setItems(page, { data: 'naïve ✂️\n token' })
  await page.goto('/bookmarks')
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Bookmarks')).toBeVisible()
})

userTest('an unreadable theme and sort fall back to the system theme and the latest posts', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const item of ['purple', '', '__proto__']) {
    await setItems(page, { theme: item, sort: item })
    await page.goto('/home')
    await expect(page.locator('html')).toHaveClass('dark-theme')
    await expect(sort(page)).toHaveValue('LATEST')
  }
  await expectAuthors(page, ['@asharao', '@kenjimori', '@tomasvela'])
})
