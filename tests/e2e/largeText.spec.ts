import { findChromium } from '../../tools/chromium.mjs'
import { found, search } from './app.ts'
import { expect, userTest, test as visitorTest } from './fixtures.ts'
import { axeProblems } from './axeProblems.ts'
import { layoutProblems } from './layoutProblems.ts'
import { expectScreenConsole, reachScreen, userScreens, visitorScreens } from './screens.ts'
import { states } from './states.ts'

const executablePath = findChromium()

// A browser whose user has chosen text of twice the usual size (WCAG 1.4.4).
const launchOptions = {
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--blink-settings=defaultFontSize=32'],
}
visitorTest.use({ launchOptions })
userTest.use({ launchOptions })

for (const { what, screens, test } of [
  { what: 'the screens for visitors', screens: visitorScreens, test: visitorTest },
  { what: 'the screens for users', screens: userScreens, test: userTest },
  { what: 'failures, loading pages and notices', screens: states, test: userTest },
]) {
  test(`${what} fit the window and have no axe violations with text of twice the size`, async ({
    page,
    expectConsole,
  }) => {
    test.slow()
    expectScreenConsole(expectConsole)
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
  })
}

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
  await expect(found(page).last()).toHaveAttribute('aria-selected', 'true')
  await expect(found(page).last()).toBeInViewport()
})
