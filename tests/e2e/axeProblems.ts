import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Returns the violations that axe finds in the page, by all its rules or by these. */
export async function axeProblems(page: Page, rules?: string[]): Promise<string[]> {
  // Loading axe takes longer than an analysis: only the first one of a document loads it.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  // Axe would see a colour between that of a disabled button and that of an enabled one, or between the themes.
  if (!isLoaded) await page.addStyleTag({ content: '* { transition: none !important }' })
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'void 0' }) })
    // The other mode opens a page for each analysis, to merge the results of frames. Weft has no frames.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    // The tabs and editors of GraphiQL are not ours.
    .exclude('.graphiql-container')
  // The heading of a profile is a name, which has not loaded.
  if (await page.getByText(/^Loading (profile|people)/).count()) axe.disableRules('page-has-heading-one')
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
