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

/**
 * Checks what the page shows with axe in the light and the dark theme, in forced colours and in another width, and its
 * layout in both widths. Ends with the light theme and the usual width.
 */
export async function expectAccessibleAppearance(
  page: Page,
  name: string,
  { isMobile, viewport }: Device,
): Promise<void> {
  const otherSize = isMobile ? { width: 320, height: 640 } : { width: 820, height: 1180 }
  // Continues after a failure, so that one run reports all of them.
  const expectNoViolations = async (look: string, rules?: string[]) =>
    expect.soft(await axeProblems(page, rules), `${name}, ${look}`).toEqual([])

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
    expect.soft(await layoutProblems(page, isMobile ? TAP_SIZE : 0), `${name}, ${size.width} px`).toEqual([])
    if (size === otherSize) await expectNoViolations(`${size.width} px`)
  }
}
