import { heading } from '../app.ts'
import { expect, test } from '../fixtures.ts'
import { expectWorker, siteTest } from './app.ts'

siteTest(
  'the first visit of all to an address of the backend waits for it, and then shows the answer',
  async ({ page, site }) => {
    const worker = site.holdWorker()
    await page.goto(`${site.url}/api/posts`)
    await expect(heading(page, 'The backend is starting')).toBeVisible()
    worker.go()
    await expect(page.locator('body')).toContainText('{"posts":[')
  },
)

siteTest('a forced reload, which goes past the worker, does too', async ({ page, site, context }) => {
  await page.goto(site.url)
  await expectWorker(page)
  await page.goto(`${site.url}/api/posts`)
  const session = await context.newCDPSession(page)
  await Promise.all([page.waitForEvent('load'), session.send('Page.reload', { ignoreCache: true })])
  await expect(page.locator('body')).toContainText('{"posts":[')
})

test('where no service worker runs its addresses say so', { tag: '@phone' }, async ({ page }) => {
  for (const path of ['/api/posts', '/graphql', '/media/x']) {
    await page.goto(path)
    await expect(
      page.getByText('A service worker answers this address, and this browser does not run it here.'),
    ).toBeVisible()
  }
  await page.goto('/apiary')
  await expect(heading(page, 'Page not found')).toBeVisible()
})
