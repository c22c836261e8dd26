import { expect, type Locator, type Page } from '@playwright/test'
import { rowsIn } from './databases.ts'

/** The settings that a test chooses in the lab. By default there is no latency and no fault. */
export interface LabChoice {
  /** Milliseconds. */
  latency?: number
  fault?: 'None' | '500 before commit' | '500 after commit' | 'Dropped connection' | 'Offline'
  /** The name of the operation or call that fails. */
  only?: string
  often?: 'Always' | 'Once' | 'At random'
}

export const log = (page: Page): Locator => page.getByRole('log', { name: 'Request log' })

/** All rows of the log but the heading. */
export const rows = (page: Page): Locator => log(page).locator('tbody').getByRole('row')

/** Waits until requests are recorded: the log then says so, or has one already. */
export async function expectRecording(page: Page): Promise<void> {
  await expect(page.getByText('Recording. New requests appear here.').or(rows(page).first())).toBeVisible()
}

/** Opens the lab and chooses settings. Continue from there by links, to save another page load. */
export async function setLab(page: Page, choice: LabChoice): Promise<void> {
  await page.goto('/lab')
  await choose(page, choice)
}

/** Chooses settings on the lab's page. Resolves when they are saved. */
export async function choose(
  page: Page,
  { latency = 0, fault = 'None', only = '', often = 'Always' }: LabChoice,
): Promise<void> {
  await page.getByRole('group', { name: 'Latency' }).getByLabel('Value').fill(String(latency))
  const faults = page.getByRole('group', { name: 'Fault' })
  await faults.getByRole('radio', { name: fault }).check()
  if (fault !== 'None') {
    await faults.getByLabel('Applies to').selectOption(only)
    await faults.getByLabel('How often').selectOption(often)
  }
  await expect
    .poll(() => kept(page))
    .toMatchObject({
      latency: { ms: latency },
      fault: fault === 'None' ? { kind: 'none' } : { only: only || null, when: whens[often] },
    })
}

const whens = { Always: 'always', Once: 'once', 'At random': 'oneIn' }

async function kept(page: Page): Promise<unknown> {
  return (await rowsIn(page, 'weft', 'meta')).find((row) => 'latency' in row)
}
