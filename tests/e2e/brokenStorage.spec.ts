import type { Page } from '@playwright/test'
import { button, expectAuthors, heading, sort } from './app.ts'
import { expect, memberTest as test } from './fixtures.ts'

const member = { _id: 'x', username: 'x', firstName: '', lastName: '', email: '', bio: '', profile: '', avatar: '' }

const broken: Record<string, string>[] = [
  { curr_user: '{' },
  { curr_user: 'null' },
  { curr_user: '[]' },
  { curr_user: '"asharao"' },
  { curr_user: '{"_id":1,"username":{}}' },
  { curr_user: '' },
  { data: '' },
  { data: 'garbage' },
  { data: '{"a":1}' },
  { data: 'a.b.c', curr_user: JSON.stringify(member) },
  { data: 'naïve ✂️\n token' },
]

/** Puts these into local storage on a page that does not read them. */
async function keep(page: Page, kept: Record<string, string>): Promise<void> {
  await page.goto('/nowhere')
  await page.evaluate(
    (entries) => entries.forEach(([key, value]) => localStorage.setItem(key, value)),
    Object.entries(kept),
  )
}

test('leads to log-in, never to a blank page, if the stored session is invalid', async ({ page }) => {
  await page.goto('/nowhere')
  const whole = await page.evaluate(() => ({ data: localStorage['data'], curr_user: localStorage['curr_user'] }))
  for (const kept of broken) {
    await test.step(JSON.stringify(kept), async () => {
      await keep(page, { ...whole, ...kept })
      await page.goto('/bookmarks')
      await expect(button(page, 'Login')).toBeVisible()
    })
  }
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Bookmarks')).toBeVisible()
})

test("falls back to the system's theme if the stored one is invalid", async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const theme of ['purple', '', '{}', 'dark-theme evil']) {
    await keep(page, { theme })
    await page.goto('/home')
    await expect(heading(page, 'Home')).toBeVisible()
    await expect(page.locator('html')).toHaveClass('dark-theme')
  }
})

test('falls back to the latest posts if the stored sort is invalid', async ({ page }) => {
  for (const order of ['garbage', '', '__proto__', 'trending']) {
    await keep(page, { sort: order })
    await page.goto('/home')
    await expect(sort(page)).toHaveValue('LATEST')
    await expectAuthors(page, ['@asharao', '@kenjimori', '@tomasvela'])
  }
})
