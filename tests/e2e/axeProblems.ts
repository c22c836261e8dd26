import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Returns the violations that axe finds in the page, by all its rules or by these. */
export async function axeProblems(page: Page, rules?: string[]): Promise<string[]> {
  // The tabs and editors of GraphiQL are not ours.
  const axe = new AxeBuilder({ page }).exclude('.graphiql-container')
  // The heading of a profile is a name, which has not loaded.
  if (await page.getByText(/^Loading (profile|people)/).count()) axe.disableRules('page-has-heading-one')
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
