import type { Page } from '@playwright/test'
import { found, search, testLogin } from './app.ts'
import { expect, userTest, visitorTest } from './fixtures.ts'
import { axeProblems } from './axeProblems.ts'
import { layoutProblems } from './layoutProblems.ts'
import { allowScreenConsole, reachScreen, userScreens, visitorScreens } from './screens.ts'
import { states } from './states.ts'

/** Doubles the text size, as a user does in the settings of the browser (WCAG 1.4.4). */
async function enlargeText(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
}

visitorTest.beforeEach(({ page }) => enlargeText(page))

for (const { what, screens, test } of [
  { what: 'the screens for visitors', screens: visitorScreens, test: visitorTest },
  { what: 'the screens for users', screens: userScreens, test: userTest },
  { what: 'failures, loading pages and notices', screens: states, test: userTest },
]) {
  test(
    `${what} fit the window and have no axe violations with text of twice the size`,
    { tag: '@all' },
    async ({ page, allowConsole }) => {
      test.slow()
      allowScreenConsole(allowConsole)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      // The panes of GraphiQL are as wide as its own style sheet says.
      for (const screen of screens.filter(({ name }) => name !== 'GraphiQL')) {
        await test.step(screen.name, async () => {
          await reachScreen(page, screen)
          for (const size of [
            { width: 320, height: 640 },
            { width: 390, height: 844 },
            { width: 820, height: 1180 },
            { width: 1440, height: 900 },
          ]) {
            await page.setViewportSize(size)
            expect.soft(await layoutProblems(page), `${screen.name}, ${size.width} px`).toEqual([])
            if (size.width === 320) expect.soft(await axeProblems(page), `${screen.name}, axe`).toEqual([])
          }
        })
      }
    },
  )
}

userTest('the search has room beside the badge of the lab', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/home')
  await expect(page.getByRole('link', { name: /^Lab: / })).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Search Users...' })
  expect(await field.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(48)
})

userTest('arrow keys scroll the list of found users', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 480 })
  await page.goto('/home')
  await search(page).fill('a')
  await expect(found(page)).toHaveCount(4)
  await expect(found(page).last()).not.toBeInViewport()
  await search(page).press('ArrowUp')
  await expect(found(page).last()).toHaveAttribute('aria-selected', 'true')
  await expect(found(page).last()).toBeInViewport()
})

visitorTest('Home opens at its top after log-in on a page that was scrolled', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/login')
  await page.mouse.wheel(0, 10_000)
  const scrollTop = () => page.evaluate(() => scrollY)
  await expect.poll(scrollTop).toBeGreaterThan(0)
  await testLogin(page)
  await expect(page.getByRole('article').first()).toBeAttached()
  expect(await scrollTop()).toBe(0)
})
