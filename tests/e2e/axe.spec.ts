import { expectAccessibleAppearance, expectUsualAppearance } from './appearance.ts'
import { userTest, visitorTest } from './fixtures.ts'
import { allowScreenConsole, reachScreen, userScreens, visitorScreens } from './screens.ts'
import { states } from './states.ts'

const forVisitors = { what: 'the screens for visitors', screens: visitorScreens, test: visitorTest }
const forUsers = { what: 'the screens for users', screens: userScreens, test: userTest }
const rare = { what: 'failures, loading pages and notices', screens: states, test: userTest }

/** How long all screens may take on a busy machine. */
const AUDIT_MS = 1_800_000

for (const { what, screens, test } of [forVisitors, forUsers]) {
  test(
    `${what} have no axe violations, and fit a desktop and a phone in both themes`,
    { tag: '@quick' },
    async ({ page, allowConsole }) => {
      test.setTimeout(AUDIT_MS)
      allowScreenConsole(allowConsole)
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
      for (const screen of screens) {
        await test.step(screen.name, async () => {
          await reachScreen(page, screen)
          await expectUsualAppearance(page, screen.name)
        })
      }
    },
  )
}

for (const { what, screens, test } of [forVisitors, forUsers, rare]) {
  test(
    `${what} have no axe violations in any colours and with large text, fit the window, and have large targets on touch`,
    { tag: '@phone' },
    async ({ page, isMobile, viewport, allowConsole }) => {
      test.setTimeout(AUDIT_MS)
      allowScreenConsole(allowConsole)
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
