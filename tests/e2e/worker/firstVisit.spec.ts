import { expect } from '../fixtures.ts'
import { holdResponses } from '../lab.ts'
import { expectWorker, siteTest } from './app.ts'

siteTest('a first visit shows its content before it loads the service worker', async ({ page, site }) => {
  const responses = await holdResponses(page)
  await page.goto(`${site.url}/post/unknown`)
  // In the app: the shell, which shows before it, has no combobox.
  await expect(page.getByRole('combobox', { name: 'Search Users...' })).toBeVisible()
  await expect(page.getByText('Loading posts')).toBeAttached()
  // Whatever waits for an idle page runs; the backend, which takes 400 ms, has not answered.
  await page.clock.runFor(300)
  await expect(page.getByText('Loading posts')).toBeAttached()
  expect(site.requests()).not.toContain('/sw.js')

  await responses.release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expectWorker(page)
  expect(site.requests()).toContain('/sw.js')
})
