import { findChromium } from '../../tools/chromium.mjs'
import { expect, userTest, test as visitorTest } from './fixtures.ts'
import { layoutProblems } from './layoutProblems.ts'
import { reachScreen, userScreens, visitorScreens } from './screens.ts'

const executablePath = findChromium()

// A browser whose user has chosen text of twice the usual size (WCAG 1.4.4).
const launchOptions = {
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--blink-settings=defaultFontSize=32'],
}
visitorTest.use({ launchOptions })
userTest.use({ launchOptions })

for (const { who, screens, test } of [
  { who: 'visitors', screens: visitorScreens, test: visitorTest },
  { who: 'users', screens: userScreens, test: userTest },
]) {
  test(`the screens for ${who} fit the window with text of twice the size`, async ({ page, expectConsole }) => {
    test.slow()
    for (const text of ['The lab injected', 'No response: the connection was lost']) expectConsole(text)
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
