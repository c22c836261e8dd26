import { setAsideNotice, expectAuthors, expectRows, post, testLogin, writePost } from './app.ts'
import { databases, openElsewhere, putRaw } from './databases.ts'
import { expect, userTest } from './fixtures.ts'

/** Makes opening a database fail, as Safari does when a page returns from the background. Runs in the page. */
function failOpening(times: number): void {
  const open = IDBFactory.prototype.open
  let left = times
  IDBFactory.prototype.open = function openOrFail(...request) {
    if (left === 0) return open.apply(this, request)
    left -= 1
    throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
  }
}

userTest(
  'an open page switches to the new database when another tab sets the old one aside',
  async ({ page, context }) => {
    await page.goto('/home')
    await writePost(page, 'Soon set aside')
    const other = await context.newPage()
    await openElsewhere(other)
    await putRaw(other, 'posts', { id: '0', note: 'not a post' })
    await other.goto('/post/nowhere')
    await expect(other.getByText(setAsideNotice)).toBeVisible()

    await page.bringToFront()
    await testLogin(page)
    await expectAuthors(page, ['@asharao', '@kenjimori', '@tomasvela'])
    await writePost(page, 'In the new one')
    await expectRows(page, 'posts', ({ content }) => content === 'In the new one', 1, 'weft-2')
    await other.goto('/explore')
    await expect(post(other, 'In the new one')).toBeVisible()
  },
)

userTest('a temporary failure sets nothing aside and does not disturb other tabs', async ({ page, context }) => {
  await page.goto('/home')
  await writePost(page, 'Still here')
  await expectRows(page, 'posts', ({ content }) => content === 'Still here')
  const other = await context.newPage()
  await other.addInitScript(failOpening, 4)
  await other.goto('/home')
  await expect(post(other, 'Still here')).toBeVisible()
  await expect(other.getByText(setAsideNotice)).toBeHidden()
  expect(await databases(page)).toEqual(['weft'])
  await page.bringToFront()
  await writePost(page, 'And so am I')
})
