import { expectAccessibleAppearance } from './appearance.ts'
import { axeProblems } from './axeProblems.ts'
import { expect, userTest, visitorTest } from './fixtures.ts'
import { layoutProblems } from './layoutProblems.ts'
import { allowScreenConsole, reachScreen, userScreens, visitorScreens } from './screens.ts'
import { states } from './states.ts'

const forVisitors = { what: 'the screens for visitors', screens: visitorScreens, test: visitorTest }
const forUsers = { what: 'the screens for users', screens: userScreens, test: userTest }
const rare = { what: 'failures, loading pages and notices', screens: states, test: userTest }

/** How long all screens may take on a busy machine. */
const AUDIT_MS = 1_800_000

for (const { what, screens, test } of [forVisitors, forUsers]) {
  test(`${what} have no axe violations and fit the window, on a desktop in the light theme`, async ({
    page,
    allowConsole,
  }) => {
    test.setTimeout(AUDIT_MS)
    allowScreenConsole(allowConsole)
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        await reachScreen(page, screen)
        expect.soft(await axeProblems(page), screen.name).toEqual([])
        expect.soft(await layoutProblems(page), screen.name).toEqual([])
      })
    }
  })
}

for (const { what, screens, test } of [forVisitors, forUsers, rare]) {
  test(
    `${what} have no axe violations in any colours and with large text, fit the window, and have large targets on touch`,
    { tag: ['@all', '@phone-all'] },
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
