import { heading } from '../app.ts'
import { expect, visitorTest } from '../fixtures.ts'
import { expectWorker, siteTest } from './app.ts'

siteTest('a first visit to /api waits for the service worker and then shows its response', async ({ page, site }) => {
  const worker = site.hold('/sw.js')
  await page.goto(`${site.url}/api/posts`)
  await expect(heading(page, 'The backend is starting')).toBeVisible()
  worker.go()
  await expect(page.locator('body')).toContainText('{"posts":[')
})

siteTest(
  'a forced reload of /api, which bypasses the service worker, shows its response too',
  async ({ page, site, context }) => {
    await page.goto(site.url)
    await expectWorker(page)
    await page.goto(`${site.url}/api/posts`)
    const session = await context.newCDPSession(page)
    await Promise.all([page.waitForEvent('load'), session.send('Page.reload', { ignoreCache: true })])
    await expect(page.locator('body')).toContainText('{"posts":[')
  },
)

visitorTest('backend addresses without a service worker show a message', async ({ page }) => {
  for (const path of ['/api/posts', '/graphql', '/media/x']) {
    await page.goto(path)
    await expect(
      page.getByText('This address needs a service worker, which this browser does not run here.'),
    ).toBeVisible()
  }
  await page.goto('/apiary')
  await expect(heading(page, 'Page not found')).toBeVisible()
})

siteTest(
  'the service worker answers the addresses of pages and leaves others to the network',
  async ({ page, site }) => {
    await page.goto(site.url)
    await expectWorker(page)
    const isFromWorker = async (path: string) => (await page.goto(site.url + path))?.fromServiceWorker()
    for (const path of ['/', '/home', '/home/', '/HOME?a=b#c', '/post/x', '/userprofile/x', '/lab', '/api/posts'])
      expect([path, await isFromWorker(path)]).toEqual([path, true])
    for (const path of ['/px/', '/px', '/home/x', '/post/', '/apiary', '/nowhere'])
      expect([path, await isFromWorker(path)]).toEqual([path, false])
  },
)
