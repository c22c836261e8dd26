import type { Page } from '@playwright/test'
import { alert, button, post } from './app.ts'
import { expect, userTest } from './fixtures.ts'

/** Gives the browser a share sheet, which Chromium has not on Linux. It shares, or rejects as if the user closed it. */
async function addShareSheet(page: Page, { closed = false } = {}): Promise<void> {
  await page.addInitScript((isClosed) => {
    navigator.canShare = (data) => Boolean(data?.url)
    navigator.share = (data) => {
      document.documentElement.dataset['shared'] = JSON.stringify(data)
      return isClosed ? Promise.reject(new DOMException('Closed', 'AbortError')) : Promise.resolve()
    }
  }, closed)
}

for (const { what, closed } of [
  { what: 'opens the share sheet', closed: false },
  { what: 'says nothing if the user closes the share sheet', closed: true },
]) {
  userTest(`Share ${what}`, async ({ page, baseURL }) => {
    await addShareSheet(page, { closed })
    await page.goto('/explore')
    const card = post(page, '@kenjimori')
    await button(card, 'Share').click()
    const address = await card.getByRole('time').locator('..').getAttribute('href')
    const shared = { title: /^Kenji Mori on Weft: Six metres of cotton/, url: `${baseURL}${address}` }
    const sent: unknown = JSON.parse((await page.locator('html').getAttribute('data-shared')) ?? 'null')
    expect(sent).toEqual({ title: expect.stringMatching(shared.title), url: shared.url })
    // A toast of the share would come before this one.
    await button(page, 'Log out').click()
    await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('paragraph')).toHaveText(['Logged out'])
  })
}

userTest('Share says what to do if the link cannot be copied', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
  })
  await page.goto('/explore')
  await button(post(page, '@kenjimori'), 'Share').click()
  await expect(alert(page, 'The link could not be copied. Open the post and copy its address')).toBeVisible()
})
