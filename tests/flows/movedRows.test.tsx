import { createEvent, fireEvent, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { connectWithChanges, openOtherTab, startApp, waitForResponses } from './app.tsx'
import { button, expectToasts, findPost, likeOf, postTexts } from './screen.ts'

/** A press where a change of the list has just moved the rows does nothing. */

/** Starts the app as Ana with three posts, of which Linen may be another user's. The rows are one below the other. */
async function start({ path = '/home', authorOfLinen = 'ana' } = {}) {
  const layout = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
  layout.mockImplementation(function (this: HTMLElement) {
    const rows = [...(this.closest('[role=feed]')?.querySelectorAll('[data-list-page] > *') ?? [])].filter(
      (row) => !row.querySelector('[hidden]'),
    )
    return rows.includes(this) ? new DOMRect(0, 100 + 100 * rows.indexOf(this), 100, 100) : new DOMRect()
  })
  onTestFinished(() => layout.mockRestore())
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const ids: string[] = []
  const linenAuthor = authorOfLinen === 'ana' ? ana : await tab.signUpUser(authorOfLinen)
  for (const text of ['Linen', 'Silk', 'Wool']) ids.push(await tab.post(text === 'Linen' ? linenAuthor : ana, text))
  await startApp(path, { as: ana })
  const [, silkId] = ids
  const rows = { wool: await findPost('Wool'), silk: await findPost('Silk'), linen: await findPost('Linen') }
  return { ana, silkId, ...rows }
}

/** Presses a button as a pointer does. */
function press(element: HTMLElement, { detail = 1 } = {}): void {
  const down = createEvent.pointerDown(element)
  // As in a browser. jsdom reads another clock.
  Object.defineProperty(down, 'timeStamp', { value: performance.now() })
  fireEvent(element, down)
  fireEvent.click(element, { detail })
}

/**
 * Stops the clock for the presses of this test: how long the app takes between them does not matter. Returns a function
 * that advances it by this many milliseconds.
 */
function stopClock(): (by: number) => void {
  // A whole number, so that sums of it are exact.
  let time = Math.ceil(performance.now())
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => time)
  onTestFinished(() => clock.mockRestore())
  return (by) => void (time += by)
}

const likeButton = (post: HTMLElement) => within(post).getByRole('button', { name: /^(Like|Unlike)$/ })

it('a double-click on Delete deletes only one post, although the next one moves under the pointer', async () => {
  const { silk, linen } = await start()
  const advance = stopClock()
  press(button('Delete post', silk))
  await waitFor(() => expect(postTexts()).toEqual(['Wool', 'Linen']))
  advance(499)
  press(button('Delete post', linen), { detail: 2 })
  await expectToasts('info: Post deleted')
  expect(postTexts()).toEqual(['Wool', 'Linen'])
  expect(likeOf(linen)).toBe('Like')
  // Keys act at once.
  fireEvent.click(button('Like', linen), { detail: 0 })
  await waitFor(() => expect(likeOf(linen)).toBe('Unlike 1'))
})

it('a double-click on Delete does not follow the author of the next post, which moves under the pointer', async () => {
  const { silk, linen } = await start({ path: '/explore', authorOfLinen: 'ben' })
  const advance = stopClock()
  press(button('Delete post', silk))
  await waitFor(() => expect(postTexts()).toEqual(['Wool', 'Linen']))
  advance(499)
  press(button('Follow', linen), { detail: 2 })
  await expectToasts('info: Post deleted')
  await waitForResponses()
  // Still not followed.
  button('Follow', linen)
  advance(500)
  press(button('Follow', linen))
  await waitFor(() => button('Unfollow', linen))
})

it('a later press on Delete in the same place deletes the next post', async () => {
  const { silk, linen } = await start()
  const advance = stopClock()
  press(button('Delete post', silk))
  // jsdom does not report the change of height before.
  await waitFor(() => expect(silk.isConnected).toBe(false))
  advance(500)
  press(button('Delete post', linen))
  await waitFor(() => expect(postTexts()).toEqual(['Wool']))
})

it('a press on a post does nothing for half a second after a deletion in another tab has moved it', async () => {
  const deletions = connectWithChanges()
  const { ana, silkId, wool, linen } = await start()
  const advance = stopClock()
  const author = { __typename: 'User', id: ana.id, postCount: 2 }
  deletions.next({ data: { changes: { __typename: 'PostDeletion', deletedPostId: silkId, author } } })
  await waitFor(() => expect(postTexts()).toEqual(['Wool', 'Linen']))
  press(likeButton(wool))
  await waitFor(() => expect(likeOf(wool)).toBe('Unlike 1'))
  advance(499)
  press(likeButton(linen))
  await waitForResponses()
  expect(likeOf(linen)).toBe('Like')
  advance(1)
  press(likeButton(linen))
  await waitFor(() => expect(likeOf(linen)).toBe('Unlike 1'))
})

it('two quick presses of one button count', async () => {
  const { silk } = await start()
  stopClock()
  press(likeButton(silk))
  await waitFor(() => expect(likeOf(silk)).toBe('Unlike 1'))
  press(likeButton(silk), { detail: 2 })
  await waitFor(() => expect(likeOf(silk)).toBe('Like'))
})
