import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { at, recordOf, textAt } from '../values.ts'
import type { PushMessage } from '../../shared/notificationTexts.ts'
import { button, heading, likeOf, png, post, postWithoutAltText, search } from './app.ts'
import { startAppServer, type AppServer } from './appServer.ts'
import { expect, freshTest } from './fixtures.ts'
import { choose, rows } from './lab.ts'
import { expectWorker } from './worker/app.ts'

/** The app that `npm run serve` sends: its data is on the server. Runs in the project `server` only. */

const test = freshTest.extend<{ ownServer: AppServer }>({
  ownServer: async ({ server }, provide) => {
    if (!server) throw new Error('Run this in the project `server`.')
    await provide(server)
  },
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

test('a user posts a picture, and a user in another browser sees it, likes it, and both see the like', async ({
  page,
  browser,
  ownServer,
  allowConsole,
}) => {
  for (const text of ['Failed to load resource', 'ConnectionLostError']) allowConsole(text)
  await signUp(page, 'beabee')
  const other = await (await browser.newContext({ baseURL: ownServer.url })).newPage()
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
  await ownServer.stop()
  await ownServer.restart()
  await page.reload()
  await expect(likeOf(post(page, 'A hem from another browser'))).toHaveText('1')
  await other.context().close()
})

test('two users talk: each is told of the other at once, and only of the other', async ({
  page,
  browser,
  ownServer,
}) => {
  await signUp(page, 'beabee')
  const other = await (await browser.newContext({ baseURL: ownServer.url })).newPage()
  await logIn(other)
  const bell = (of: Page, unread = '') => of.getByRole('link', { name: `Notifications${unread}`, exact: true })

  await page.getByRole('textbox', { name: 'New post' }).fill('Who has a loom to lend?')
  await button(page, 'Post').click()
  await expect(post(page, 'Who has a loom')).toBeVisible()
  await other.goto('/explore')
  await post(other, 'Who has a loom').getByRole('link', { name: 'Reply', exact: true }).click()
  await other.getByRole('textbox', { name: /^Reply to / }).fill('I have, from my aunt.')
  await button(other, 'Post').click()
  await expect(post(other, 'from my aunt')).toBeFocused()
  await expect(bell(other)).toBeVisible()

  await bell(page, ', 1 unread').click()
  await page.getByRole('link', { name: /^Unread: .* replied to your post$/ }).click()
  await expect(post(page, 'from my aunt')).toBeInViewport()
  await expect(bell(page)).toBeVisible()
  await page.getByRole('textbox', { name: /^Reply to / }).pressSequentially('Thank you @ash')
  await expect(page.getByRole('option', { name: /asharao/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('when may I fetch the shuttles?')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(post(page, 'the shuttles').getByRole('link', { name: '@asharao' })).toHaveAttribute(
    'href',
    /^\/userprofile\//,
  )

  await expect(bell(other, ', 1 unread')).toBeVisible()
  await search(other).fill('shutt')
  await other.getByRole('option', { name: /^Search posts for/ }).click()
  await expect(heading(other, 'Results for “shutt”')).toBeVisible()
  await expect(post(other, 'the shuttles').locator('mark')).toHaveText('shuttles')
  await other.context().close()
})

/** The modules below `resolvers/` that pages of a server load, too. */
const onBothHosts = new Set(['resolvers/lab/lab.ts', 'resolvers/lab/requestLog.ts'])

/** The chunks of the backend in the browser that are no modules below `resolvers/`. */
const otherChunks = ['dataTools.chunk', 'backend', 'inPageBackend']

/** Returns the chunks of the build that only the backend in the browser needs. */
function inBrowserOnly(): { name: string; path: string }[] {
  return Object.entries(recordOf(JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'))))
    .filter(([, chunk]) => at(chunk, 'name') !== undefined)
    .map(([source, chunk]) => ({ source, name: textAt(chunk, 'name'), path: `/${textAt(chunk, 'file')}` }))
    .filter(
      ({ source, name }) => (source.startsWith('resolvers/') && !onBothHosts.has(source)) || otherChunks.includes(name),
    )
}

test('no page loads or caches anything of the backend in the browser, or stores data there', async ({
  page,
  context,
  request,
}) => {
  const loaded: string[] = []
  // Also what the service worker caches.
  context.on('request', (each) => loaded.push(new URL(each.url()).pathname))
  await logIn(page)
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true)
  for (const path of ['/explore', '/tag/cotton', '/search?q=cotton', '/userprofile', '/settings', '/lab']) {
    await page.goto(path)
    // In the app: the shell, which shows before it, has no combobox.
    await expect(page.getByRole('combobox', { name: 'Search Users...' })).toBeVisible()
    await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { name: 'Network conditions' })).toBeVisible()
  await page.goto('/graphiql')
  await expect(page.locator('.graphiql-editor .view-lines').first()).toContainText('Home')
  await button(page, /^Execute query/).click()
  await expect(page.locator('.result-window')).toContainText('"username": "asharao"')
  await expect(page.getByRole('combobox', { name: 'Run operations' })).toHaveCount(0)
  const cached = await page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(opened.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached.filter((path) => path.startsWith('/assets/TagPage-'))).not.toEqual([])
  const excluded = inBrowserOnly()
  expect(excluded.map(({ name }) => name)).toEqual(expect.arrayContaining(['browser', ...otherChunks]))
  const excludedPaths = new Set(excluded.map(({ path }) => path))
  expect([...loaded, ...cached].filter((path) => excludedPaths.has(path))).toEqual([])
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain('weft')
  const policy = (await request.get('/home')).headers()['content-security-policy']
  expect(policy).toMatch(/default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/)
})

test('the lab delays and fails requests in every tab, logs those of GraphiQL, and has no data tools', async ({
  page,
  context,
  expectConsole,
}) => {
  await logIn(page)
  const lab = await context.newPage()
  await lab.goto('/lab')
  await expect(lab.getByText('Simulated network, in this browser only')).toBeVisible()
  await choose(lab, { fault: '500 before commit', only: 'LikePost' })
  for (const name of ['Data', 'Storage', 'Snapshot']) await expect(lab.getByRole('heading', { name })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Lab: 500 before commit' })).toBeVisible()

  const like = likeOf(post(page, 'Six metres of cotton'))
  const before = await like.textContent()
  for (const text of ['The lab injected this fault.', 'Something went wrong on our side.']) expectConsole(text)
  await like.click()
  await expect(rows(lab).filter({ hasText: 'LikePost' })).toContainText('500')
  await expect(like).toHaveText(before ?? '')
  await expect(button(post(page, 'Six metres of cotton'), 'Like')).toBeVisible()

  await page.goto('/graphiql')
  await expect(page.locator('.graphiql-editor .view-lines').first()).toContainText('Home')
  await button(page, /^Execute query/).click()
  await expect(
    rows(lab)
      .filter({ hasText: /Home.*server.*200/ })
      .first(),
  ).toBeVisible()
  await button(page, 'Show Lab').click()
  await expect(page.getByRole('heading', { name: 'Request log' })).toBeVisible()
  await button(lab, 'Reset to defaults').click()
  await expect(lab.getByText('Changed from defaults')).toHaveCount(0)
})

test('without a connection pages open and say so, and keep a post, which is sent once the server is there again', async ({
  page,
  context,
  ownServer,
  allowConsole,
}) => {
  for (const text of ['Failed to load resource', 'ConnectionLostError']) allowConsole(text)
  await logIn(page)
  await expect(post(page, 'Six metres of cotton')).toBeVisible()
  // It caches the code that the page has not loaded yet.
  await expectWorker(page)
  await ownServer.stop()
  await page.getByRole('textbox', { name: 'New post' }).fill('Written while the server was away')
  await button(page, 'Post').click()
  await expect(page.getByText('No connection.')).toBeVisible()
  await expect(post(page, 'Six metres of cotton')).toBeVisible()
  const opened = await context.newPage()
  await opened.goto('/explore')
  await expect(opened.getByRole('heading', { name: 'These posts did not load' })).toBeVisible()
  await expect(opened.getByText('No connection.')).toBeVisible()
  await ownServer.restart()
  await expect(post(page, 'Written while the server was away')).toHaveCount(1)
  await expect(page.getByText('No connection.')).toHaveCount(0)
  await expect(post(opened, 'Six metres of cotton')).toBeVisible()
  await expect(post(opened, 'Written while the server was away')).toHaveCount(1)
  await expect(opened.getByText('No connection.')).toHaveCount(0)
})

test('signing out everywhere ends the session in another browser, which leads to log-in', async ({
  page,
  browser,
  ownServer,
  allowConsole,
}) => {
  allowConsole('401')
  await logIn(page)
  const other = await (await browser.newContext({ baseURL: ownServer.url })).newPage()
  await logIn(other)
  await other.goto('/settings')
  await button(other, 'Sign out everywhere').click()
  await expect(heading(page, 'Welcome back')).toBeVisible()
  await expect(page.getByText('You were signed out.')).toBeVisible()
  await other.context().close()
})

test.describe('without --demo', () => {
  const emptyTest = test.extend({
    server: async ({ host }, provide) => {
      if (host === 'browser') return provide(null)
      const server = await startAppServer()
      await provide(server)
      await server.stop()
      await server.remove()
    },
  })

  emptyTest('an empty server has no Test Login, and its first user signs up', async ({ page }) => {
    await page.goto('/login')
    await expect(button(page, 'Login')).toBeVisible()
    await expect(button(page, 'Test Login')).toHaveCount(0)
    await signUp(page, 'beabee')
    await search(page).fill('Bea')
    await expect(page.getByRole('option', { name: /beabee/ })).toBeVisible()
  })
})

/**
 * Replaces what the headless shell lacks in the service worker, whose types this project does not have: there are no
 * notifications, so `shown` has what the worker would show, and `press` does as a press on it.
 */
const addNotifications = `{
  const shown = new Map()
  registration.showNotification = async (title, { body, tag, data }) => void shown.set(tag, { title, body, data })
  globalThis.shown = () => [...shown.values()].map(({ title, body }) => [title, body])
  globalThis.press = () => {
    const [{ data }] = shown.values()
    const notification = { data, close: () => shown.clear() }
    // Without a press of a user the worker may not focus a window.
    const waitUntil = (work) => void work.catch(() => undefined)
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
  }
}`

test.describe('push', () => {
  const pushTest = test.extend({
    server: async ({ host }, provide) => {
      if (host === 'browser') return provide(null)
      const server = await startAppServer({ args: ['--demo'], env: { PUSH_CONTACT: 'mailto:admin@weft.example' } })
      await provide(server)
      await server.stop()
      await server.remove()
    },
  })

  pushTest('the worker shows what is pushed, and a press opens its page in the window', async ({ page, context }) => {
    await logIn(page)
    await expectWorker(page)
    await page.goto('/settings')
    await expect(page.getByRole('switch', { name: 'Push on this device' })).not.toBeChecked()
    const [worker] = context.serviceWorkers()
    if (!worker) throw new Error('There is no service worker.')
    await worker.evaluate(addNotifications)
    const shown = () => worker.evaluate('shown()')

    const devTools = await context.newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId)
      })
    })
    await devTools.send('ServiceWorker.enable')
    const { origin } = new URL(page.url())
    const registrationId = await registered
    const push = (title: string) => {
      const message: PushMessage = { title, body: 'Warp', path: '/explore?notification=none', tag: 'like' }
      return devTools.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data: JSON.stringify(message),
      })
    }
    await push('Kenji Mori liked your post')
    await expect.poll(shown).toEqual([['Kenji Mori liked your post', 'Warp']])
    await push('Ines Okafor and 1 other liked your post')
    await expect.poll(shown).toEqual([['Ines Okafor and 1 other liked your post', 'Warp']])

    await worker.evaluate('press()')
    await expect(heading(page, 'Explore')).toBeVisible()
    await expect(page).toHaveURL(`${origin}/explore`)
    expect(await shown()).toEqual([])
  })
})
