import type { Page } from '@playwright/test'
import { button, expectNoSideScroll, heading, notice } from '../app.ts'
import { expect } from '../fixtures.ts'
import { expectAccessibleAppearance } from '../appearance.ts'
import { expectExtras, expectWorker, keptExtras, siteTest } from './app.ts'

const announcement = (page: Page) => notice(page, 'A new version is ready')
const expectVersion = (page: Page, version: 1 | 2) =>
  expect(page.locator(version === 2 ? 'html[data-version="2"]' : 'html:not([data-version])')).toHaveCount(1)

siteTest(
  'a new version is announced, waits for Reload, and can be dismissed until the next visit',
  { tag: '@phone' },
  async ({ page, site, isMobile, viewport }) => {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await page.goto(site.url)
    await expectWorker(page)
    site.release()
    await page.reload()
    await expect(announcement(page)).toBeVisible()
    await expectNoSideScroll(page)
    await expectAccessibleAppearance(page, 'a new version', { isMobile, viewport })
    await button(announcement(page), 'Dismiss').click()
    await expect(announcement(page)).toHaveCount(0)

    await page.reload()
    await expectVersion(page, 1)
    await button(announcement(page), 'Reload').click()
    await expectVersion(page, 2)
    await expectWorker(page)
    await expect(page.getByRole('link', { name: 'Become a Member' })).toBeVisible()
    await expect(announcement(page)).toHaveCount(0)
  },
)

siteTest('a tab that becomes visible checks for a new version', async ({ page, site }) => {
  await page.goto(site.url)
  await expectWorker(page)
  site.release()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(announcement(page)).toBeVisible()
})

siteTest(
  'another tab keeps its page and draft, and announces the new version again',
  async ({ page, site, context, expectConsole }) => {
    await page.goto(`${site.url}/login`)
    await button(page, 'Test Login').click()
    await expect(heading(page, 'Home')).toBeVisible()
    await expectWorker(page)
    const other = await context.newPage()
    await other.goto(`${site.url}/home`)
    await expect(heading(other, 'Home')).toBeVisible()
    await other.getByRole('textbox', { name: 'New post' }).fill('Half a thought')

    site.release()
    await page.reload()
    await button(announcement(other), 'Dismiss').click()
    await expect(announcement(other)).toHaveCount(0)
    await button(announcement(page), 'Reload').click()
    await expectVersion(page, 2)
    await expect(heading(page, 'Home')).toBeVisible()
    await page.getByRole('link', { name: 'Explore' }).click()
    await expect(heading(page, 'Explore')).toBeVisible()

    await expect(announcement(other)).toBeVisible()
    await expectVersion(other, 1)
    // Preloads nothing: the first version's code of the lab is no longer served.
    const lab = other.getByRole('link', { name: 'Lab', exact: true })
    await lab.dispatchEvent('pointerdown')
    await other.getByRole('link', { name: 'Explore' }).click()
    await expect(heading(other, 'Explore')).toBeVisible()
    await other.getByRole('link', { name: 'Home' }).click()
    await expect(other.getByRole('textbox', { name: 'New post' })).toHaveValue('Half a thought')
    await expectVersion(other, 1)

    // The link loads the second version: without caches from the site, which holds the response.
    expectConsole('Expected a JavaScript')
    await other.evaluate(async () => Promise.all((await caches.keys()).map((name) => caches.delete(name))))
    const labPage = site.hold('/lab')
    // Playwright may wait for the page that a click loads.
    const click = lab.click()
    await expect.poll(site.requests).toContain('/lab')
    labPage.go()
    await click
    await expectVersion(other, 2)
    await expect(heading(other, 'Lab')).toBeVisible()
  },
)

siteTest(
  "GraphiQL's files are cached once, resume after an interruption, and are deleted with their version",
  async ({ page, site }) => {
    await page.goto(site.url)
    await expectWorker(page)
    await expectExtras(page)
    const first = await keptExtras(page)
    const [interrupted = ''] = first
    await page.evaluate(async (path) => (await caches.open('weft-extras')).delete(path), interrupted)
    await page.reload()
    await expect.poll(() => keptExtras(page)).toContain(interrupted)
    expect(await keptExtras(page)).toEqual(expect.arrayContaining(first))

    site.release()
    await page.reload()
    await button(announcement(page), 'Reload').click()
    await expectVersion(page, 2)
    await expectExtras(page)
    const scripts = (await keptExtras(page)).filter((path) => path.endsWith('.js'))
    expect(scripts.filter((path) => !path.includes('/second-'))).toEqual([])
  },
)
