import { found, post, postsOption, search, testLogin } from './app.ts'
import { textSizeOf } from './appearance.ts'
import { expect, userTest, visitorTest } from './fixtures.ts'

visitorTest.beforeEach(async ({ page }) => {
  const setTextSize = await textSizeOf(page)
  await setTextSize(32)
})

userTest('the search has room beside the badge of the lab', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/home')
  await expect(page.getByRole('link', { name: /^Lab: / })).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Search Users...' })
  expect(await field.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(48)
})

userTest('arrow keys scroll the list of found users', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 480 })
  await page.goto('/home')
  await search(page).fill('a')
  await expect(found(page)).toHaveCount(4)
  await expect(found(page).last()).not.toBeInViewport()
  await search(page).press('ArrowUp')
  await expect(postsOption(page)).toBeInViewport()
  await search(page).press('ArrowUp')
  await expect(found(page).last()).toHaveAttribute('aria-selected', 'true')
  await expect(found(page).last()).toBeInViewport()
})

for (const [size, width, height] of [
  [24, 390, 844],
  [32, 390, 844],
  [32, 1440, 600],
] as const)
  visitorTest(
    `Home opens at its top after log-in on a page of ${width} px that was scrolled, with text of ${size} px`,
    async ({ page }) => {
      const setTextSize = await textSizeOf(page)
      await setTextSize(size)
      await page.setViewportSize({ width, height })
      await page.goto('/login')
      await page.mouse.wheel(0, 10_000)
      const scrollTop = () => page.evaluate(() => scrollY)
      await expect.poll(scrollTop).toBeGreaterThan(0)
      await testLogin(page)
      await expect(page.getByRole('article').first()).toBeAttached()
      expect(await scrollTop()).toBe(0)
    },
  )

userTest('the name of an author is not broken beside the follow button', async ({ page }) => {
  const setTextSize = await textSizeOf(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/explore')
  const username = post(page, 'First frost').getByText('@samuel_adu')
  const heightOf = async () => (await username.boundingBox())?.height ?? 0
  await expect.poll(heightOf).toBeGreaterThan(0)
  for (const size of [16, 20, 24, 28, 32]) {
    await setTextSize(size)
    expect(await heightOf()).toBeLessThan(2 * size)
  }
})
