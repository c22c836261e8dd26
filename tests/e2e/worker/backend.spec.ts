import type { Page } from '@playwright/test'
import { heading, post, writePost } from '../app.ts'
import { expect, userTest, visitorTest } from '../fixtures.ts'
import { expectWorker } from './app.ts'

visitorTest.use({ serviceWorkers: 'allow' })
userTest.use({ serviceWorkers: 'allow' })

interface ApiResponse {
  status: number
  type: string | null
  allow: string | null
  body: unknown
}

/** Calls `fetch` in the page. */
function fetchIn(page: Page, path: string, init: RequestInit = {}): Promise<ApiResponse> {
  return page.evaluate(
    async ([address, options]) => {
      const response = await fetch(address, options)
      const { status, headers } = response
      return {
        status,
        type: headers.get('content-type'),
        allow: headers.get('allow'),
        body: await response.json(),
      }
    },
    [path, init] as const,
  )
}

visitorTest(
  '/api works during the first visit, which announces no new version',
  { tag: '@quick' },
  async ({ page }) => {
    await page.goto('/')
    await expectWorker(page)
    const { status, type, body } = await fetchIn(page, '/api/posts')
    expect(status).toBe(200)
    expect(type).toContain('application/json')
    expect(body).toMatchObject({ posts: { length: 6 } })
    await expect(page.getByText('A new version is ready')).toHaveCount(0)
  },
)

visitorTest('/api responds with 401, 404 and 405', async ({ page, expectConsole }) => {
  for (const status of [401, 404, 405]) expectConsole(`the server responded with a status of ${status}`)
  await page.goto('/')
  await expectWorker(page)
  expect(await fetchIn(page, '/api/nowhere')).toMatchObject({ status: 404, body: { errors: [expect.any(String)] } })
  expect(await fetchIn(page, '/api/posts/like/x')).toMatchObject({ status: 405, allow: 'POST' })
  expect(await fetchIn(page, '/api/users/bookmark')).toMatchObject({
    status: 401,
    body: { errors: ['The token is invalid. Unauthorized access error.'] },
  })
})

visitorTest('/api works from the address bar while no other tab is open', async ({ page, context }) => {
  await page.goto('/')
  await expectWorker(page)
  const alone = await context.newPage()
  await page.close()
  const response = await alone.goto('/api/users')
  expect(response?.fromServiceWorker()).toBe(true)
  expect(await response?.json()).toMatchObject({ users: { length: 6 } })
})

userTest('/api returns what the page wrote, and the page shows what /api wrote', async ({ page }) => {
  await page.goto('/home')
  await expectWorker(page)
  await writePost(page, 'Written in the page')
  const authorization = await page.evaluate(() => localStorage.getItem('data') ?? '')
  const before = await fetchIn(page, '/api/posts')
  expect(JSON.stringify(before.body)).toContain('Written in the page')

  const sent = {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify({ postData: { content: 'Sent over HTTP' } }),
  }
  expect(await fetchIn(page, '/api/posts', sent)).toMatchObject({ status: 201, body: { posts: { length: 8 } } })
  await page.reload()
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(post(page, 'Sent over HTTP')).toContainText('@asharao')
})

visitorTest(
  '/api responds with 500 when the data cannot be opened, and the next request tries again',
  async ({ page, expectConsole }) => {
    expectConsole('the server responded with a status of 500')
    expectConsole('VersionError')
    await page.goto('/')
    await expectWorker(page)
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('weft', 1000)
          opening.addEventListener('success', () => {
            opening.result.close()
            resolve(null)
          })
        }),
    )
    expect(await fetchIn(page, '/api/posts')).toMatchObject({
      status: 500,
      body: { error: { message: "This browser could not open Weft's data. Please try again." } },
    })
    await deleteData(page)
    expect(await fetchIn(page, '/api/posts')).toMatchObject({ status: 200, body: { posts: { length: 6 } } })
  },
)

visitorTest('/api returns the seed after the database was deleted', async ({ page }) => {
  await page.goto('/')
  await expectWorker(page)
  expect(await fetchIn(page, '/api/posts')).toMatchObject({ status: 200 })
  await deleteData(page)
  expect(await fetchIn(page, '/api/posts')).toMatchObject({ status: 200, body: { posts: { length: 6 } } })
})

function deleteData(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    new Promise((resolve) => {
      indexedDB.deleteDatabase('weft').addEventListener('success', resolve)
    }).then(() => null),
  )
}
