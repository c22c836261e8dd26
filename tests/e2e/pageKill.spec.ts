/** Kills the page at each step of a change: the data must be as before the change or as after it. */

import type { BrowserContext, Page } from '@playwright/test'
import { button, demo, expectRows, people, png, post, remindOfAltText } from './app.ts'
import { allRows, type Rows } from './databases.ts'
import { inconsistenciesIn } from './inconsistencies.ts'
import { expect, userTest } from './fixtures.ts'
import { addBackend } from './inPage/bundle.ts'

// Each step opens a new page.
userTest.describe.configure({ timeout: 180_000 })

/**
 * Counts the steps of write transactions of the data: each completed request, and the commit. Blocks the page at the step `last`
 * with a synchronous request that gets no response. Runs in the page.
 */
function blockAt(last: number): void {
  let step = 0
  const reached = (what: string) => {
    step += 1
    if (step !== last) return
    const request = new XMLHttpRequest()
    request.open('POST', '/blocked', false)
    request.send(what)
  }
  const watch = (request: IDBRequest, what: string) => {
    request.addEventListener('success', () => reached(what))
  }
  const { add, put, delete: remove } = IDBObjectStore.prototype
  IDBObjectStore.prototype.add = function (...given) {
    const request = add.apply(this, given)
    if (this.transaction.db.name === 'weft') watch(request, `add to ${this.name}`)
    return request
  }
  IDBObjectStore.prototype.put = function (...given) {
    const request = put.apply(this, given)
    if (this.transaction.db.name === 'weft') watch(request, `put into ${this.name}`)
    return request
  }
  IDBObjectStore.prototype.delete = function (...given) {
    const request = remove.apply(this, given)
    if (this.transaction.db.name === 'weft') watch(request, `delete from ${this.name}`)
    return request
  }
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...given) {
    const tx = transaction.apply(this, given)
    if (tx.mode === 'readwrite' && this.name === 'weft') tx.addEventListener('complete', () => reached('committed'))
    return tx
  }
}

interface Mutation {
  /** Prepares the page for the press that sends the mutation. */
  prepare?: (page: Page) => Promise<void>
  press: (page: Page) => Promise<void>
  /** Checks the rows after the commit. */
  expectDone: (before: Rows, after: Rows) => void
}

async function openHome(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/home')
  await expect(page.getByRole('article')).not.toHaveCount(0)
  return page
}

/** Sends the mutation, and kills the page's process at a step. Returns the name of the step. */
async function killAt(page: Page, step: number, press: Mutation['press']): Promise<string> {
  const devtools = await page.context().newCDPSession(page)
  const blocked = page.waitForRequest('**/blocked')
  await page.route('**/blocked', () => {})
  await page.evaluate(blockAt, step)
  // The promise stays pending in a blocked page and rejects in a killed one.
  press(page).catch(() => {})
  const what = (await blocked).postData() ?? ''
  const crashed = page.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => {})
  await crashed
  await page.close()
  return what
}

/**
 * Kills one page at the first step, another at the second, and so on. Expects no change before the commit, and the
 * complete change after it. Returns the names of the steps.
 */
async function killEverywhere(context: BrowserContext, { prepare, press, expectDone }: Mutation): Promise<string[]> {
  // The next page would send a draft again that was not answered.
  await context.addInitScript(() => {
    if (origin === 'null') return
    for (const key of Object.keys(localStorage)) if (key.startsWith('draft:')) localStorage.removeItem(key)
  })
  const steps: string[] = []
  let page = await openHome(context)
  while (steps.at(-1) !== 'committed') {
    await prepare?.(page)
    const before = await allRows(page)
    const step = await killAt(page, steps.length + 1, press)
    steps.push(step)
    page = await openHome(context)
    const after = await allRows(page)
    expect(inconsistenciesIn(after)).toEqual([])
    if (step === 'committed') expectDone(before, after)
    else expect(after, step).toEqual(before)
  }
  return steps
}

/** Expects these steps and those that store a number of events in any order, and then the commit. */
function expectSteps(steps: readonly string[], expected: readonly string[], events: number): void {
  const all = [...expected, 'put into meta', ...Array.from({ length: events }, () => 'add to events')]
  expect(steps.at(-1)).toBe('committed')
  expect(steps.slice(0, -1).toSorted()).toEqual(all.toSorted())
}

async function preparePicture(page: Page): Promise<void> {
  await page.locator('input[type=file][accept^=image]').setInputFiles(png)
  await page.getByRole('textbox', { name: 'New post' }).fill('Whole or not at all')
  await expect(button(page, 'Remove photo')).toBeVisible()
  await remindOfAltText(page)
}

userTest('killing the page leaves a new post with its picture complete or absent', async ({ context }) => {
  const steps = await killEverywhere(context, {
    prepare: preparePicture,
    press: (page) => button(page, 'Post').click(),
    expectDone: (before, after) => {
      expect(after.posts).toHaveLength(before.posts.length + 1)
      const { id = '', mediaUrl } = after.posts.at(-1) ?? {}
      expect(after.fileUses.filter(({ usedBy }) => usedBy === id).map(({ fileId }) => `/media/${fileId}`)).toEqual([
        mediaUrl,
      ])
    },
  })
  expectSteps(steps, ['add to idempotencyKeys', 'add to posts', 'add to fileUses', 'put into users'], 2)
})

userTest('a new post whose page is killed before the answer is posted once by the next page', async ({ context }) => {
  let page = await openHome(context)
  for (const [step, reached] of [
    [1, 'add to idempotencyKeys'],
    [7, 'committed'],
  ] as const) {
    const text = `Killed at step ${step}`
    await page.getByRole('textbox', { name: 'New post' }).fill(text)
    expect(await killAt(page, step, (tab) => button(tab, 'Post').click())).toBe(reached)
    page = await openHome(context)
    await expect(page.getByRole('textbox', { name: 'New post' })).toHaveValue('')
    await expect(post(page, text)).toHaveCount(1)
    await expectRows(page, 'posts', ({ content }) => content === text)
  }
})

userTest(
  'killing the page leaves the deletion of a liked and bookmarked post complete or undone',
  async ({ context }) => {
    const page = await openHome(context)
    await preparePicture(page)
    await button(page, 'Post').click()
    await expect(post(page, 'Whole or not at all')).toBeVisible()
    await likeAndBookmark(page, 'Whole or not at all', ['kenjimori', 'tomasvela'])
    await page.close()
    const steps = await killEverywhere(context, {
      press: (tab) => button(post(tab, 'Whole or not at all'), 'Delete post').click(),
      expectDone: (before, after) => {
        expect([before.reactions, before.bookmarks, before.files]).toMatchObject([
          { length: 2 },
          { length: 2 },
          { length: 1 },
        ])
        expect([after.reactions, after.bookmarks]).toEqual([before.reactions, before.bookmarks])
        expect(after.deletedPosts).toMatchObject([{ content: 'Whole or not at all' }])
        expect([after.files, after.fileUses]).toEqual([before.files, before.fileUses])
        expect(after.posts).toHaveLength(before.posts.length - 1)
      },
    })
    expect(steps.at(-1)).toBe('committed')
    expect(new Set(steps.slice(0, -1))).toEqual(
      new Set(['add to idempotencyKeys', 'put into posts', 'put into users', 'add to events', 'put into meta']),
    )
  },
)

userTest('killing the page leaves a follow and its counts consistent', async ({ context }) => {
  const steps = await killEverywhere(context, {
    press: (page) => button(people(page), 'Follow @ines_weaves').click(),
    expectDone: (before, after) => expect(after.follows).toHaveLength(before.follows.length + 1),
  })
  expectSteps(steps, ['add to idempotencyKeys', 'add to follows', 'put into users', 'put into users'], 3)
})

userTest('killing the page leaves a like and its count consistent', async ({ context }) => {
  const likes = ({ posts }: Rows) => posts.reduce((sum, { likeCount }) => sum + likeCount, 0)
  const steps = await killEverywhere(context, {
    press: (page) => button(post(page, '@kenjimori'), 'Like').click(),
    expectDone: (before, after) => {
      expect(likes(after)).toBe(likes(before) + 1)
      expect(after.reactions).toMatchObject([{ kind: 'like' }])
    },
  })
  expectSteps(steps, ['add to idempotencyKeys', 'put into reactions', 'put into posts'], 2)
})

userTest('a post that is shown survives killing the page right after', async ({ context }) => {
  const page = await openHome(context)
  const devtools = await context.newCDPSession(page)
  await page.getByRole('textbox', { name: 'New post' }).fill('Said and done')
  const acknowledged = page.waitForFunction(() =>
    document.querySelector('article')?.textContent.includes('Said and done'),
  )
  await button(page, 'Post').click()
  await acknowledged
  const crashed = page.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => {})
  await crashed
  await expect(post(await openHome(context), 'Said and done')).toBeVisible()
})

async function likeAndBookmark(page: Page, content: string, usernames: string[]): Promise<void> {
  await addBackend(page)
  const { posts } = await allRows(page)
  const input = { postId: posts.find((row) => row.content === content)?.id }
  await page.evaluate(
    async ({ variables, names, password }) => {
      const { logIn, execute } = await backendInPage
      for (const name of names) {
        const { token } = await logIn(name, password)
        await execute('mutation ($input: LikePostInput!) { likePost(input: $input) { post { id } } }', variables, token)
        await execute(
          'mutation ($input: AddBookmarkInput!) { addBookmark(input: $input) { post { id } } }',
          variables,
          token,
        )
      }
    },
    { variables: { input }, names: usernames, password: demo.password },
  )
}
