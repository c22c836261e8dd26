import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { button, heading, likeOf, png, post, postWithoutAltText, search } from './app.ts'
import { expect, freshTest as base } from './fixtures.ts'
import { expectWorker } from './worker/app.ts'

/** The app that `npm run serve` sends: its data is on the server. */

interface RunningServer {
  url: string
  /** Stops the process. Its data stays. */
  stop: () => Promise<void>
  /** Starts it again at the same address. */
  restart: () => Promise<void>
}

/** Starts the server over a new folder of data. */
async function startServer(args: string[]): Promise<RunningServer & { remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-app-'))
  let stop = async () => {}
  const start = async (port: string): Promise<string> => {
    const child = spawn(process.execPath, ['tools/serve.mjs', ...args], {
      env: { ...process.env, PORT: port, DATA_DIR: folder, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const closed = once(child, 'close')
    stop = async () => {
      child.kill('SIGTERM')
      await closed
    }
    for await (const line of createInterface({ input: child.stdout })) {
      const [, listening] = /^Weft is at http:\/\/127\.0\.0\.1:(\d+)\/$/.exec(line) ?? []
      if (listening !== undefined) return listening
    }
    throw new Error('The server did not start.')
  }
  const port = await start('0')
  return {
    url: `http://localhost:${port}`,
    stop: () => stop(),
    restart: async () => void (await start(port)),
    remove: async () => {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}

const test = base.extend<{ demo: boolean; server: RunningServer }>({
  demo: [true, { option: true }],
  server: async ({ demo }, provide) => {
    const server = await startServer(demo ? ['--demo'] : [])
    await provide(server)
    await server.remove()
  },
  baseURL: ({ server }, provide) => provide(server.url),
})
test.use({ serviceWorkers: 'allow' })

async function logIn(page: Page): Promise<void> {
  await page.goto('/login')
  await button(page, 'Test Login').click()
  await expect(heading(page, 'Home')).toBeVisible()
}

async function signUp(page: Page, username: string): Promise<void> {
  await page.goto('/signup')
  for (const [label, text] of [
    ['First name', 'Bea'],
    ['Last name', 'Bee'],
    ['Email', `${username}@mail.example`],
    ['Username', username],
    ['Password', 'correct horse battery'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text)
  await button(page, 'Sign Up').click()
  await expect(heading(page, 'Home')).toBeVisible()
}

test(
  'a user posts a picture, and a user in another browser sees it, likes it, and both see the like',
  { tag: '@all' },
  async ({ page, browser, server, allowConsole }) => {
    for (const text of ['Failed to load resource', 'ConnectionLostError']) allowConsole(text)
    await signUp(page, 'beabee')
    const other = await (await browser.newContext({ baseURL: server.url })).newPage()
    await logIn(other)
    await other.goto('/explore')
    await expect(post(other, 'Six metres of cotton')).toBeVisible()

    await page.getByRole('textbox', { name: 'New post' }).fill('A hem from another browser')
    await page.locator('input[type=file][accept^=image]').setInputFiles(png)
    await postWithoutAltText(page)
    await expect(post(page, 'A hem from another browser')).toBeVisible()

    await button(other, /new post/i).click()
    const seen = post(other, 'A hem from another browser')
    await expect(seen.locator('img[src^="/media/"]')).toBeVisible()
    await likeOf(seen).click()
    await expect(likeOf(post(page, 'A hem from another browser'))).toHaveText('1')
    await server.stop()
    await server.restart()
    await page.reload()
    await expect(likeOf(post(page, 'A hem from another browser'))).toHaveText('1')
    await other.context().close()
  },
)

test(
  'a page loads nothing of the backend in the browser, and stores no data there',
  { tag: '@all' },
  async ({ page, request }) => {
    const loaded: string[] = []
    page.on('request', (each) => loaded.push(new URL(each.url()).pathname))
    await logIn(page)
    await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true)
    expect(loaded.filter((path) => /\/(backend|inPageBackend)-/.test(path))).toEqual([])
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain('weft')
    expect((await request.get('/home')).headers()['content-security-policy']).toContain("frame-ancestors 'none'")
    await page.goto('/graphiql')
    await expect(page.locator('.graphiql-editor .view-lines').first()).toContainText('Home')
    await button(page, /^Execute query/).click()
    await expect(page.locator('.result-window')).toContainText('"username": "asharao"')
    await expect(page.getByRole('combobox', { name: 'Run operations' })).toHaveCount(0)
    await page.goto('/lab')
    await expect(page.getByText('Weft runs on a server here.')).toBeVisible()
  },
)

test(
  'without a connection a page says so and keeps a post, which is sent once the server is there again',
  { tag: '@all' },
  async ({ page, server, allowConsole }) => {
    for (const text of ['Failed to load resource', 'ConnectionLostError']) allowConsole(text)
    await logIn(page)
    await expect(post(page, 'Six metres of cotton')).toBeVisible()
    // It caches the code that the page has not loaded yet.
    await expectWorker(page)
    await server.stop()
    await page.getByRole('textbox', { name: 'New post' }).fill('Written while the server was away')
    await button(page, 'Post').click()
    await expect(page.getByText('No connection.')).toBeVisible()
    await expect(post(page, 'Six metres of cotton')).toBeVisible()
    await server.restart()
    await expect(post(page, 'Written while the server was away')).toHaveCount(1)
    await expect(page.getByText('No connection.')).toHaveCount(0)
  },
)

test(
  'signing out everywhere ends the session in another browser, which leads to log-in',
  { tag: '@all' },
  async ({ page, browser, server, allowConsole }) => {
    allowConsole('401')
    await logIn(page)
    const other = await (await browser.newContext({ baseURL: server.url })).newPage()
    await logIn(other)
    await other.goto('/settings')
    await button(other, 'Sign out everywhere').click()
    await button(other.getByRole('dialog'), /sign out/i)
      .click({ timeout: 2000 })
      .catch(() => {})
    await expect(heading(page, 'Welcome back')).toBeVisible()
    await expect(page.getByText('You were signed out.')).toBeVisible()
    await other.context().close()
  },
)

test.describe('without --demo', () => {
  test.use({ demo: false })

  test('an empty server has no Test Login, and its first user signs up', { tag: '@all' }, async ({ page }) => {
    await page.goto('/login')
    await expect(button(page, 'Login')).toBeVisible()
    await expect(button(page, 'Test Login')).toHaveCount(0)
    await signUp(page, 'beabee')
    await search(page).fill('Bea')
    await expect(page.getByRole('option', { name: /beabee/ })).toBeVisible()
  })
})
