import type { Page } from '@playwright/test'
import { heading, testLogin } from '../app.ts'
import { expect } from '../fixtures.ts'
import { expectWorker, siteTest } from './app.ts'

/** Waits until the worker has cached what its static routes serve, and stops it. */
async function stopWorker(page: Page): Promise<void> {
  await expectWorker(page)
  await expect.poll(() => page.evaluate(async () => !!(await caches.match('/settings')))).toBe(true)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
}

/** Returns the paths of the document and the files that no static route has answered from a cache. */
function uncachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter((entry) => !('workerFinalSourceType' in entry) || entry.workerFinalSourceType !== 'cache')
      .map(({ name }) => new URL(name).pathname),
  )
}

siteTest('a page starts from the cache while the service worker is stopped', async ({ page, site }) => {
  await page.goto(`${site.url}/login`)
  await testLogin(page)
  await stopWorker(page)
  await page.goto(`${site.url}/explore`)
  await expect(heading(page, 'Explore')).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await uncachedPaths(page)).toEqual([])
})

siteTest('an address with a query and the page of a post start offline, too', async ({ page, site, context }) => {
  await page.goto(`${site.url}/login`)
  await testLogin(page)
  await expectWorker(page)
  await context.setOffline(true)
  await page.goto(`${site.url}/explore?from=a-link`)
  const post = await page
    .getByRole('article')
    .getByRole('link')
    .filter({ has: page.locator('time') })
    .first()
    .getAttribute('href')
  await page.goto(site.url + post)
  await expect(page.getByRole('article').first()).toBeVisible()
})
