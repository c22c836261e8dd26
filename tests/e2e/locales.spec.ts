import { count, post, writePost } from './app.ts'
import { expect, userTest } from './fixtures.ts'

userTest.use({ locale: 'ar-EG', timezoneId: 'Pacific/Kiritimati' })

userTest('dates and numbers are those of Sydney and in English in any time zone and locale', async ({ page }) => {
  // Midnight in Sydney. In Kiritimati the 5th has begun four hours before.
  const midnight = Date.parse('2026-05-04T14:00:00Z')
  await page.clock.setFixedTime(midnight - 1)
  await page.goto('/home')
  expect(await page.evaluate(() => new Date().toLocaleDateString())).toBe('٥‏/٥‏/٢٠٢٦')
  await writePost(page, 'Before midnight')
  await page.clock.setFixedTime(midnight)
  await writePost(page, 'At midnight')
  for (const [text, date] of [
    ['Before midnight', '4 May 2026'],
    ['At midnight', '5 May 2026'],
  ] as const) {
    await expect(post(page, text).getByRole('time')).toHaveText(date)
    await expect(post(page, text).getByText('now', { exact: true })).toBeVisible()
  }
  await page.goto('/userprofile')
  await expect(count(page, 'Posts')).toHaveText('3')
})
