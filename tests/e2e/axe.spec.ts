import { axeProblems } from './axeProblems.ts'
import { expect, userTest, test as visitorTest } from './fixtures.ts'
import { layoutProblems } from './layoutProblems.ts'
import { reachScreen, userScreens, visitorScreens } from './screens.ts'

/** The rules that depend on colours. Only these can differ between the themes and in forced colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** The smallest width and height of a target for touch, in pixels. */
const TAP_SIZE = 44

for (const { who, screens, test } of [
  { who: 'visitors', screens: visitorScreens, test: visitorTest },
  { who: 'users', screens: userScreens, test: userTest },
]) {
  test(
    `the screens for ${who} have no axe violations in any colours, fit the window, and have large targets on touch`,
    { tag: '@phone' },
    async ({ page, isMobile, viewport, expectConsole }) => {
      test.slow()
      for (const text of ['The lab injected', 'No response: the connection was lost']) expectConsole(text)
      const otherSize = isMobile ? { width: 320, height: 640 } : { width: 820, height: 1180 }
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
      for (const screen of screens.filter(({ needsMouse }) => !(isMobile && needsMouse))) {
        await test.step(screen.name, async () => {
          await reachScreen(page, screen)
          // Without transitions, axe cannot see a colour between the themes.
          await page.addStyleTag({ content: '* { transition: none !important }' })
          await expectNoViolations('light')
          await page.emulateMedia({ colorScheme: 'dark' })
          await expect(page.locator('html')).toHaveClass('dark-theme')
          await expectNoViolations('dark', colourRules)
          await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
          await expect(page.locator('html')).toHaveClass('light-theme')
          await expectNoViolations('forced colours', colourRules)
          await page.emulateMedia({ forcedColors: 'none' })
          for (const size of [otherSize, viewport ?? otherSize]) {
            await page.setViewportSize(size)
            // Continues after a failure, so that one run reports all of them.
            expect
              .soft(await layoutProblems(page, isMobile ? TAP_SIZE : 0), `${screen.name}, ${size.width} px`)
              .toEqual([])
            if (size === otherSize) await expectNoViolations(`${size.width} px`)
          }
        })

        async function expectNoViolations(look: string, rules?: string[]): Promise<void> {
          expect.soft(await axeProblems(page, rules), `${screen.name}, ${look}`).toEqual([])
        }
      }
    },
  )
}
