import { createServer } from 'node:http'
import { expect, visitorTest as base } from '../fixtures.ts'
import { expectWorker } from './app.ts'

/** Serves a page of another site that submits a form when it is opened. Returns its address. */
const test = base.extend<{ siteThatSends: (form: string) => Promise<string> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  siteThatSends: async ({}, provide) => {
    let page = ''
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(page)
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port.')
    await provide(async (form) => {
      page = `<link rel="icon" href="data:,">${form}<script>document.forms[0].submit()</script>`
      return `http://127.0.0.1:${address.port}/`
    })
    server.closeAllConnections()
    server.close()
  },
  serviceWorkers: 'allow',
})

test('a form on another site cannot sign up a user', async ({ page, baseURL, siteThatSends, expectConsole }) => {
  for (const text of ['request to http://127.0.0.1', 'the server responded with a status of 403']) expectConsole(text)
  await page.goto('/')
  await expectWorker(page)
  const signUp = `${baseURL}/api/auth/signup`
  const input = `<input name='{"username":"stranger","password":"x","more":"' value='"}'>`
  const site = await siteThatSends(`<form method="post" enctype="text/plain" action="${signUp}">${input}</form>`)
  const refused = page.waitForResponse(signUp)
  await page.goto(site)
  expect((await refused).status()).toBe(403)
  await expect(page.locator('body')).toContainText('{"errors":["')

  await page.goto('/api/users')
  await expect(page.locator('body')).toContainText('asharao')
  await expect(page.locator('body')).not.toContainText('stranger')
})

test('a link on another site to /api works', async ({ page, baseURL, siteThatSends, expectConsole }) => {
  expectConsole('request to http://127.0.0.1')
  await page.goto('/')
  await expectWorker(page)
  await page.goto(await siteThatSends(`<form action="${baseURL}/api/users"></form>`))
  await expect(page.locator('body')).toContainText('asharao')
})
