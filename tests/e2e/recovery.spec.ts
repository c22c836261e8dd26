import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { textLimits } from '../../shared/textLimits.ts'
import {
  alert,
  button,
  demo,
  expectAuthors,
  expectRows,
  heading,
  logIn,
  png,
  post,
  postWithoutAltText,
  setAsideNotice,
  testLogin,
  writePost,
} from './app.ts'
import { createDatabase, databases, deleteDatabase, openElsewhere, putRaw, raiseVersion, rowsIn } from './databases.ts'
import { expect, freshTest, userTest, visitorTest } from './fixtures.ts'

const newer = 'Your data was written by a newer version of Weft. Reload the page to update Weft.'

/** Presses 'Save a copy' and reads the file: the header, then the records. */
async function savedCopy(page: Page): Promise<{ name: string; text: string; header: unknown; lines: unknown[] }> {
  const downloading = page.waitForEvent('download')
  await button(page, 'Save a copy').click()
  const download = await downloading
  const text = await readFile(await download.path(), 'utf8')
  const [header, ...lines] = text
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  return { name: download.suggestedFilename(), text, header, lines }
}

/** Writes a post, then damages the database. */
async function damageAfterWriting(page: Page): Promise<void> {
  await page.goto('/home')
  await writePost(page, 'Before the damage')
  await expectRows(page, 'posts', ({ content }) => content === 'Before the damage')
  await openElsewhere(page)
  await putRaw(page, 'posts', { id: '0', note: 'not a post' })
}

userTest('a damaged database is set aside, and can be copied without secrets', { tag: '@quick' }, async ({ page }) => {
  await damageAfterWriting(page)
  // The new database has a new token key, so it rejects the token.
  await page.goto('/home')
  await testLogin(page)
  await expect(page.getByText(setAsideNotice)).toBeVisible()
  await expectAuthors(page, ['@asharao', '@kenjimori', '@tomasvela'])
  expect(await databases(page)).toEqual(['weft', 'weft-2'])

  const { name, text, header, lines } = await savedCopy(page)
  expect(name).toMatch(/^weft-\d{4}-\d\d-\d\d\.ndjson$/)
  expect(header).toMatchObject({ weft: 'copy', database: 'weft' })
  const value = { row: { id: '0', note: 'not a post' }, keys: {} }
  expect(lines).toContainEqual({ store: 'posts', key: ['0'], value })
  expect(text).toContain('Before the damage')
  expect(text).not.toMatch(/passwordHash|pbkdf2|tokenKey/)
})

userTest(
  'dismissing the notice of a database that was set aside dismisses it in all tabs for good',
  async ({ page, context }) => {
    await damageAfterWriting(page)
    await page.goto('/home')
    await testLogin(page)
    const other = await context.newPage()
    await other.goto('/explore')
    await expect(other.getByText(setAsideNotice)).toBeVisible()
    await page.bringToFront()
    await button(page, 'Dismiss notice').click()
    await expect(page.getByText(setAsideNotice)).toBeHidden()
    await expect(other.getByText(setAsideNotice)).toBeHidden()
    await expectRows(page, 'meta', () => true, 3, 'weft-2')
    await page.reload()
    await expectAuthors(page, ['@asharao', '@kenjimori', '@tomasvela'])
    await expect(page.getByText(setAsideNotice)).toBeHidden()
  },
)

userTest('tabs that detect the damage at the same time share one new database', async ({ page, context }) => {
  await damageAfterWriting(page)
  const tabs = [page, await context.newPage(), await context.newPage()]
  // A public page, so that all tabs open the database at the same time.
  await Promise.all(tabs.map((tab) => tab.goto('/post/nowhere')))
  for (const tab of tabs) await expect(tab.getByText(setAsideNotice)).toBeVisible()
  expect(await databases(page)).toEqual(['weft', 'weft-2'])
  expect(await rowsIn(page, 'weft-2', 'users')).toHaveLength(6)
  expect(await rowsIn(page, 'weft-2', 'posts')).toHaveLength(6)
})

userTest('data of a newer version is refused unchanged, and can be copied', async ({ page, expectConsole }) => {
  expectConsole('NewerVersionError')
  expectConsole('newer version of Weft')
  await page.goto('/home')
  await writePost(page, 'For later')
  await expectRows(page, 'posts', ({ content }) => content === 'For later')
  await openElsewhere(page)
  await raiseVersion(page)
  const before = await rowsIn(page, 'weft', 'posts')

  await page.goto('/home')
  await expect(heading(page, 'A newer version of Weft is needed')).toBeVisible()
  await expect(page.getByText(newer)).toBeVisible()
  const { text, header } = await savedCopy(page)
  expect(header).toMatchObject({ database: 'weft', version: 100 })
  expect(text).toContain('For later')
  await Promise.all([page.waitForEvent('load'), button(page, 'Reload').click()])
  await expect(heading(page, 'A newer version of Weft is needed')).toBeVisible()
  expect(await rowsIn(page, 'weft', 'posts')).toEqual(before)
  expect(await databases(page)).toEqual(['weft'])
})

visitorTest('log-in reports data of a newer version', async ({ page }) => {
  await openElsewhere(page)
  await raiseVersion(page)
  await page.goto('/login')
  await logIn(page, demo)
  await expect(alert(page, newer)).toBeVisible()
})

userTest(
  'an open page shows on the next navigation that a newer version has upgraded the data',
  async ({ page, context, expectConsole, allowConsole }) => {
    expectConsole('NewerVersionError')
    expectConsole('newer version of Weft')
    // What the page does when it is idle may still run when the other tab closes its connection.
    allowConsole('The database connection is closing')
    await page.goto('/home')
    await expect(page.getByRole('article')).toHaveCount(3)
    const other = await context.newPage()
    await openElsewhere(other)
    await raiseVersion(other)
    await page.bringToFront()
    await page.getByRole('link', { name: 'Explore', exact: true }).click()
    await expect(heading(page, 'A newer version of Weft is needed')).toBeVisible()
  },
)

freshTest('a database of 1.0 is kept beside a new one', async ({ page }) => {
  await openElsewhere(page)
  const early = { row: { id: 'early', username: 'early' } }
  await createDatabase(page, { version: 6, store: 'users', keyPath: ['row.id'], record: early })
  await page.goto('/home')
  await testLogin(page)
  await expect(page.getByText(setAsideNotice)).toBeVisible()
  await expectAuthors(page, ['@asharao', '@kenjimori', '@tomasvela'])
  expect(await databases(page)).toEqual(['weft', 'weft-2'])
  expect(await rowsIn(page, 'weft', 'users')).toEqual([early.row])
  const { header, lines } = await savedCopy(page)
  expect(header).toMatchObject({ weft: 'copy', database: 'weft', version: 6 })
  expect(lines).toEqual([{ store: 'users', key: ['early'], value: early }])
})

for (const [how, block] of [
  [
    'refuses to open',
    () =>
      Object.defineProperty(IDBFactory.prototype, 'open', {
        value: () => {
          throw new DOMException('Blocked.', 'SecurityError')
        },
      }),
  ],
  [
    'and BroadcastChannel refuse to open',
    () => {
      const refuse = {
        value: function refuse() {
          throw new DOMException('Blocked.', 'SecurityError')
        },
      }
      Object.defineProperty(IDBFactory.prototype, 'open', refuse)
      Object.defineProperty(globalThis, 'BroadcastChannel', refuse)
    },
  ],
  ['is missing', () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined })],
] as const) {
  visitorTest(`Weft works if IndexedDB ${how}, and warns that data will not be saved`, async ({ page }) => {
    await page.addInitScript(block)
    await page.goto('/login')
    await testLogin(page)
    await expect(page.getByText('Your data will not be saved: this browser gives Weft no storage.')).toBeVisible()
    await writePost(page, 'Written on water')
    await expect(post(page, 'Written on water')).toBeVisible()
    await page.reload()
    await testLogin(page)
    await expectAuthors(page, ['@asharao', '@kenjimori', '@tomasvela'])
  })
}

/** Expects that the session ends after the data was deleted, and that log-in starts with the seed. */
async function expectFreshStart(page: Page): Promise<void> {
  await expect(heading(page, 'Welcome back')).toBeVisible()
  await button(page, 'Test Login').click()
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(post(page, 'Soon gone')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(3)
}

/** Writes a post on Home, and waits until the page is at rest: it logs each transaction that it could not complete. */
async function writeAndRest(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = new Set<IDBTransaction>()
    Object.assign(window, { countTransactions: () => open.size })
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...given) {
      const tx = transaction.apply(this, given)
      open.add(tx)
      for (const end of ['complete', 'abort']) tx.addEventListener(end, () => open.delete(tx))
      return tx
    }
  })
  const loaded = page.waitForResponse('**/assets/liveUpdates-*.js')
  await page.goto('/home')
  await loaded
  await writePost(page, 'Soon gone')
  await expect(post(page, 'Soon gone')).toBeVisible()
  await expect.poll(() => page.evaluate('countTransactions()')).toBe(0)
}

userTest('deleting the data while a page is open ends the session and restores the seed', async ({ page }) => {
  await writeAndRest(page)
  await deleteDatabase(page)
  await expectFreshStart(page)
})

userTest(
  "'Clear site data' under an open page ends the session, and Weft starts with the seed",
  async ({ page, baseURL }) => {
    await writeAndRest(page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', { origin: baseURL ?? '', storageTypes: 'indexeddb' })
    await expectFreshStart(page)
  },
)

/** Stores bytes until the browser refuses the smallest number. Random ones, because Chromium compresses what it stores. */
function fillDisk(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('filler', 1)
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('upgradeneeded', () => {
          opening.result.createObjectStore('bytes', { autoIncrement: true })
        })
        opening.addEventListener('success', () => {
          const fill = (size: number) => {
            const writing = opening.result.transaction('bytes', 'readwrite')
            writing.objectStore('bytes').put(crypto.getRandomValues(new Uint8Array(size)))
            writing.addEventListener('complete', () => fill(size))
            writing.addEventListener('abort', () => (size > 500 ? fill(size / 2) : resolve()))
          }
          fill(32_000)
        })
      }),
  )
}

freshTest(
  'a full disk causes status 500, changes nothing and keeps the draft',
  async ({ page, baseURL, expectConsole }) => {
    expectConsole('QuotaExceededError')
    // Chromium checks the quota only at intervals, so it must be small from the start.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: baseURL ?? '', quotaSize: 250_000 })
    await page.goto('/login')
    await testLogin(page)
    await expect(page.getByRole('article')).toHaveCount(3)
    const choosing = page.waitForEvent('filechooser')
    await button(page, 'Add a photo').click()
    await (await choosing).setFiles(png)
    const text = page.getByRole('textbox', { name: 'New post' })
    const long = 'long '.repeat(textLimits.content / 5).trim()
    await text.fill(long)
    await expect(button(page, 'Remove photo')).toBeVisible()
    await fillDisk(page)
    const before = [await rowsIn(page, 'weft', 'posts'), await rowsIn(page, 'weft', 'users')]

    await postWithoutAltText(page)
    await expect(alert(page, 'Server Error try again')).toBeVisible()
    await expect(text).toHaveValue(long)
    await expect(button(page, 'Remove photo')).toBeVisible()
    expect([await rowsIn(page, 'weft', 'posts'), await rowsIn(page, 'weft', 'users')]).toEqual(before)
  },
)
