import type { Page } from '@playwright/test'
import { axeProblems } from './axeProblems.ts'
import { expect } from './fixtures.ts'
import { layoutProblems } from './layoutProblems.ts'

/** The rules that depend on colours. Only these can differ between the themes and in forced colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** The smallest width and height of a target for touch, in pixels. */
const TAP_SIZE = 44

interface Device {
  isMobile: boolean
  viewport: { width: number; height: number } | null
}

/** The themes and the sizes of the design. Ends with the light theme on a desktop, so that the next screen can be opened. */
const looks = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 390, height: 844 },
  { colorScheme: 'dark', width: 1440, height: 900 },
] as const

/** Checks the layout of what the page shows in each look, and once in each theme with axe. */
export async function expectUsualAppearance(page: Page, name: string): Promise<void> {
  for (const { colorScheme, ...size } of looks) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveClass(`${colorScheme}-theme`)
    await page.setViewportSize(size)
    const look = `${name}, ${colorScheme}, ${size.width} px`
    expect.soft(await layoutProblems(page), look).toEqual([])
    if (colorScheme === 'light' && size.width > 1000) expect.soft(await axeProblems(page), look).toEqual([])
    if (colorScheme === 'dark' && size.width < 1000) expect.soft(await axeProblems(page, colourRules), look).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/**
 * Checks what the page shows with axe: in the light theme, in the dark one in another width, in forced colours, and with
 * large text in the narrower width; and its layout in both widths, with usual and with large text. Ends with the light
 * theme, the usual width and the usual text.
 */
export async function expectAccessibleAppearance(
  page: Page,
  name: string,
  { isMobile, viewport }: Device,
): Promise<void> {
  const otherSize = isMobile ? { width: 320, height: 640 } : { width: 820, height: 1180 }
  const sizes = [otherSize, viewport ?? otherSize]
  // Continues after a failure, so that one run reports all of them.
  const expectNoViolations = async (look: string, rules?: string[]) =>
    expect.soft(await axeProblems(page, rules), `${name}, ${look}`).toEqual([])
  const expectFit = async (look: string, size: { width: number; height: number }, tapSize: number) =>
    expect.soft(await layoutProblems(page, tapSize), `${name}, ${look}, ${size.width} px`).toEqual([])

  await expectNoViolations('light')
  await page.emulateMedia({ forcedColors: 'active' })
  await expectNoViolations('forced colours', colourRules)
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' })
  await expect(page.locator('html')).toHaveClass('dark-theme')
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectFit('dark', size, isMobile ? TAP_SIZE : 0)
    if (size === otherSize) await expectNoViolations(`dark, ${size.width} px`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveClass('light-theme')
  // The panes of GraphiQL are as wide as its own style sheet says.
  if (name === 'GraphiQL') return
  const setTextSize = await textSizeOf(page)
  await setTextSize(32)
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectFit('large text', size, 0)
    if (size === otherSize) await expectNoViolations(`large text, ${size.width} px`)
  }
  await setTextSize(16)
}

/** Returns a function that sets the size of text, as a user does in the settings of the browser (WCAG 1.4.4). */
export async function textSizeOf(page: Page): Promise<(standard: number) => Promise<void>> {
  const devTools = await page.context().newCDPSession(page)
  return async (standard) => {
    await devTools.send('Page.setFontSizes', { fontSizes: { standard } })
    const size = page.viewportSize()
    if (!size) return
    // Chromium tells scripts only at a resize that the results of their media queries have changed.
    await page.setViewportSize({ ...size, width: size.width + 1 })
    await page.setViewportSize(size)
  }
}
