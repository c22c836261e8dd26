import { expectAccessibleAppearance } from './appearance.ts'
import { userTest, test as visitorTest } from './fixtures.ts'
import { expectScreenConsole, reachScreen, userScreens, visitorScreens } from './screens.ts'
import { states } from './states.ts'

for (const { what, screens, test } of [
  { what: 'the screens for visitors', screens: visitorScreens, test: visitorTest },
  { what: 'the screens for users', screens: userScreens, test: userTest },
  { what: 'failures, loading pages and notices', screens: states, test: userTest },
]) {
  test(
    `${what} have no axe violations in any colours, fit the window, and have large targets on touch`,
    { tag: '@phone' },
    async ({ page, isMobile, viewport, expectConsole }) => {
      test.slow()
      expectScreenConsole(expectConsole)
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
      for (const screen of screens.filter(({ needsMouse }) => !(isMobile && needsMouse))) {
        await test.step(screen.name, async () => {
          await reachScreen(page, screen)
          await expectAccessibleAppearance(page, screen.name, { isMobile, viewport })
        })
      }
    },
  )
}
