import { serverAudits } from 'graphql-http'
import type { Page } from '@playwright/test'
import { expect, visitorTest } from '../fixtures.ts'
import { expectWorker } from './app.ts'

visitorTest.use({ serviceWorkers: 'allow' })

/** Returns a `fetch` that runs in the page. */
function fetchIn(page: Page) {
  return async (
    url: string,
    { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) => {
    const { status, statusText, entries, text } = await page.evaluate(
      async ([address, init]) => {
        const response = await fetch(address, init)
        return {
          status: response.status,
          statusText: response.statusText,
          entries: [...response.headers],
          text: await response.text(),
        }
      },
      [url, { method, headers, ...(body !== undefined && { body }) }] as const,
    )
    return new Response(text || null, { status, statusText, headers: entries })
  }
}

visitorTest(
  '/graphql passes every audit of GraphQL over HTTP in a browser',
  async ({ page, baseURL, expectConsole }) => {
    // Some audits send invalid requests.
    for (const status of [400, 405, 415]) expectConsole(`the server responded with a status of ${status}`)
    await page.goto('/')
    await expectWorker(page)
    const audits = serverAudits({ url: `${baseURL}/graphql`, fetchFn: fetchIn(page) })
    const results = await Promise.all(audits.map((audit) => audit.fn()))
    expect(results).toHaveLength(61)
    expect(results.filter(({ status }) => status !== 'ok').map(({ name, ...result }) => [name, result])).toEqual([])
  },
)

visitorTest('/graphql executes as the user of the token, over the same data as the page', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Test Login' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await expectWorker(page)
  const result = await page.evaluate(async () => {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: localStorage.getItem('data') ?? '' },
      body: JSON.stringify({
        query: '{ viewer { username email } feed { edges { node { author { username } } } } }',
      }),
    })
    return response.json()
  })
  expect(result).toMatchObject({
    data: { viewer: { username: 'asharao', email: 'asharao@weft.example' }, feed: { edges: { length: 3 } } },
  })
})

visitorTest('/graphql executes a query from the address bar', async ({ page }) => {
  await page.goto('/')
  await expectWorker(page)
  const response = await page.goto(
    `/graphql?query=${encodeURIComponent('{ users(first: 1) { edges { node { username } } } }')}`,
  )
  expect(response?.fromServiceWorker()).toBe(true)
  expect(await response?.json()).toEqual({ data: { users: { edges: [{ node: { username: expect.any(String) } }] } } })
})

visitorTest('/graphql and /schema.graphql describe the schema, also without a network', async ({ page, context }) => {
  await page.goto('/')
  await expectWorker(page)
  await context.setOffline(true)
  const description = 'Each like adds 1 and each dislike subtracts 1. Never negative.'
  const send = fetchIn(page)
  const query = '{ __type(name: "Post") { fields { name description } } }'
  const introspection = await send(`/graphql?query=${encodeURIComponent(query)}`)
  const { data } = await introspection.json()
  expect(data.__type.fields).toContainEqual({ name: 'likeCount', description })
  expect(await (await send('/schema.graphql')).text()).toContain(`"${description}"\n  likeCount: Int!`)
})
