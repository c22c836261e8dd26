import type { Locator, Page } from '@playwright/test'
import { button, demo, heading, likeOf, post } from './app.ts'
import { expect, test } from './fixtures.ts'

/** Presses Tab until `goal` has the focus. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (await goal.evaluate((element) => element === document.activeElement)) return
  }
  await expect(goal).toBeFocused()
}

test('log-in, posting, editing and liking work by keyboard', async ({ page }) => {
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Username'))
  await page.keyboard.type(demo.username)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(demo.password)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Home')).toBeVisible()

  await tabTo(page, page.getByRole('textbox', { name: 'New post' }))
  await page.keyboard.type('Typed')
  await tabTo(page, button(page, 'Post'))
  await page.keyboard.press('Enter')
  const own = post(page, 'Typed')
  await expect(own).toBeVisible()

  await tabTo(page, button(own, 'Edit post'))
  await page.keyboard.press('Enter')
  await expect(own.getByRole('textbox', { name: 'Post text' })).toBeFocused()
  await page.keyboard.type(' twice')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(own).toContainText('Typed twice')

  await tabTo(page, likeOf(own))
  await page.keyboard.press('Space')
  await expect(button(own, 'Unlike')).toHaveText('1')
  await expect(button(own, 'Unlike')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(own, 'Like')).toHaveText('')
})
