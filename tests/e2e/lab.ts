import { at } from '../values.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { settingsKey } from '../../resolvers/lab/savedSettings.ts'
import { defaultSettings, type LabSettings } from '../../resolvers/lab/settings.ts'
import { button, stopClock } from './app.ts'
import { rowsIn } from './databases.ts'

const kinds = {
  None: 'none',
  '500 before commit': 'errorBefore',
  '500 after commit': 'errorAfter',
  'Dropped connection': 'dropped',
  Offline: 'offline',
} as const

const whens = { Always: 'always', Once: 'once', 'At random': 'oneIn' } as const

/** Settings of the lab, in its own words. By default there is no latency and no fault. */
export interface LabChoice {
  /** Milliseconds. */
  latency?: number
  /** The name of the operation or call that has this latency; the others have none. Only as a setting of the start. */
  slow?: string
  fault?: keyof typeof kinds
  /** The name of the operation or call that fails. */
  only?: string
  often?: keyof typeof whens
}

/** Returns the settings as the lab saves them. */
export function labSettings({
  latency = 0,
  slow = '',
  fault = 'None',
  only = '',
  often = 'Always',
}: LabChoice): LabSettings {
  return {
    latency: { ...defaultSettings().latency, ms: latency, only: slow || null },
    fault: { ...defaultSettings().fault, kind: kinds[fault], only: only || null, when: whens[often] },
  }
}

export const log = (page: Page): Locator => page.getByRole('log', { name: 'Request log' })

/** All rows of the log but the heading. */
export const rows = (page: Page): Locator => log(page).locator('tbody').getByRole('row')

/** Waits until requests are recorded: the log then says so, or has one already. */
export async function expectRecording(page: Page): Promise<void> {
  await expect(page.getByText('Recording. New requests appear here.').or(rows(page).first())).toBeVisible()
}

/** Opens the lab and chooses settings. Use the option `lab` for the settings with which a test starts: it costs no page. */
export async function setLab(page: Page, choice: LabChoice): Promise<void> {
  await page.goto('/lab')
  await choose(page, choice)
}

/** Chooses settings on the lab's page. Resolves when they are saved. */
export async function choose(page: Page, choice: LabChoice): Promise<void> {
  const { latency = 0, fault = 'None', only = '', often = 'Always' } = choice
  await page.getByRole('group', { name: 'Latency' }).getByLabel('Value').fill(String(latency))
  const faults = page.getByRole('group', { name: 'Fault' })
  await faults.getByRole('radio', { name: fault }).check()
  if (fault !== 'None') {
    await faults.getByLabel('Applies to').selectOption(only)
    await faults.getByLabel('How often').selectOption(often)
  }
  await expect
    .poll(() => savedSettings(page))
    .toMatchObject({
      latency: { ms: latency },
      fault: fault === 'None' ? { kind: 'none' } : labSettings(choice).fault,
    })
}

/** Generates data on the lab's page, up to these totals. */
export async function generate(page: Page, { users, posts }: { users: number; posts: number }): Promise<void> {
  await page.getByRole('textbox', { name: 'Users' }).fill(String(users))
  await page.getByLabel('Posts').fill(String(posts))
  await button(page, 'Generate').click()
  await expect(page.getByRole('region', { name: 'Data' }).getByRole('status')).toHaveText('Generated.')
}

/**
 * Holds the responses to later calls of all pages of the context, which do their work meanwhile: stops the clock by which
 * the lab delays responses, so the latency must not be 0. The other timers of the pages stand still, too.
 */
export async function holdResponses(page: Page): Promise<{ release: () => Promise<void> }> {
  await stopClock(page)
  return { release: () => page.clock.resume() }
}

/** Returns the saved settings. */
export async function savedSettings(page: Page): Promise<unknown> {
  const onServer = await page.evaluate(
    (key) =>
      document.documentElement.dataset['host'] === 'server' ? (localStorage.getItem(key) ?? 'null') : undefined,
    settingsKey,
  )
  if (onServer !== undefined) return JSON.parse(onServer)
  return (await rowsIn(page, 'weft', 'meta')).find((row) => at(row, 'value.latency') !== undefined)?.['value']
}
