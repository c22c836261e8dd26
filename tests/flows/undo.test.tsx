import { screen, waitFor, within } from '@testing-library/react'
import { openDB } from 'idb'
import { expect, it, onTestFinished } from 'vitest'
import {
  address,
  holdDatabase,
  injectedFaultMessage,
  openOtherTab,
  reload,
  serverErrorMessage,
  setLab,
  startApp,
  waitForResponses,
} from './app.tsx'
import { loseResponses } from './lostResponses.ts'
import { button, expectLoggedErrors, expectToasts, findPost, likeOf, postTexts } from './screen.ts'

/** Starts the app as Ana, who likes and has bookmarked her post "Silk" between two others. */
async function startWithSilk(path = '/home') {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const ids: string[] = []
  for (const text of ['Linen', 'Silk', 'Wool']) ids.push(await tab.post(ana, text))
  await tab.rest('POST', `/posts/like/${ids[1]}`, { token: ana.token })
  await tab.rest('POST', `/users/bookmark/${ids[1]}`, { token: ana.token })
  const user = await startApp(path, { as: ana })
  return { user, tab, ana, id: ids[1], silk: await findPost('Silk') }
}

/** Starts the app in the same way, and deletes "Silk". */
async function deleteSilk(path?: string) {
  const { user, silk, ...others } = await startWithSilk(path)
  await user.click(button('Delete post', silk))
  await expectToasts('info: Post deleted')
  return { user, ...others }
}

async function showsPosts(...texts: string[]): Promise<void> {
  await waitFor(() => expect(postTexts()).toEqual(texts))
}

it('Undo brings the very post back to its place, and focuses it', async () => {
  const { user, id } = await deleteSilk()
  // What announces loads when the page is idle.
  await waitFor(() => expect(document.getElementById('announcement')?.textContent).toContain('Deleted: Silk'))
  await showsPosts('Wool', 'Linen')
  await user.click(button('Undo'))
  await showsPosts('Wool', 'Silk', 'Linen')
  const silk = await findPost('Silk')
  await waitFor(() => expect(document.activeElement).toBe(silk))
  expect(likeOf(silk)).toBe('Unlike 1')
  expect(button('Remove bookmark', silk)).toBeTruthy()
  expect(within(silk).getByRole('time').closest('a')?.pathname).toBe(`/post/${id}`)
  await user.click(screen.getByRole('link', { name: 'Bookmarks' }))
  await showsPosts('Silk')
  expect(postTexts()).toEqual(['Silk'])
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('Tab leads to the action of the latest toast', async () => {
  const { user, silk } = await startWithSilk()
  await user.click(button('Remove bookmark', silk))
  await expectToasts('success: Removed from Bookmark')
  await user.click(button('Bookmark', silk))
  await expectToasts('success: Removed from Bookmark', 'success: Added to Bookmark')
  await user.click(button('Delete post', silk))
  const deleted = await screen.findByText('Post deleted')
  await user.keyboard('{Tab}')
  const toast = deleted.closest<HTMLElement>('[role=status]')
  expect(document.activeElement).toBe(button('Undo', toast ?? undefined))
})

it('the deletion of a post that is being edited shows no other message, and Undo brings the edit back', async () => {
  const { user, silk } = await startWithSilk()
  await user.click(button('Edit post', silk))
  await user.type(await screen.findByRole('textbox', { name: 'Post text' }), ' and hemp')
  await user.click(button('Delete post', silk))
  await expectToasts('info: Post deleted')
  await waitForResponses()
  expect(screen.queryByText('The post you were editing was deleted.')).toBeNull()
  await user.click(button('Undo'))
  expect(await screen.findByRole('textbox', { name: 'Post text' })).toHaveProperty('value', 'Silk and hemp')
})

it('a page that opens after a deletion does not mention the edit of the post', async () => {
  const { user, silk, ana } = await startWithSilk()
  await user.click(button('Edit post', silk))
  await user.type(await screen.findByRole('textbox', { name: 'Post text' }), ' and hemp')
  await user.click(button('Delete post', silk))
  await expectToasts('info: Post deleted')
  await reload('/home', ana)
  await showsPosts('Wool', 'Linen')
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]))
  expect(screen.queryByText('The post you were editing was deleted.')).toBeNull()
})

it.each([
  ['another page if it is pressed after the user has left', 'after'],
  ['a page that the user leaves after pressing it, and opens again', 'before'],
])('Undo takes no focus on %s', async (_page, order) => {
  const { user, tab } = await deleteSilk()
  const held = await holdDatabase(tab)
  if (order === 'before') await user.click(button('Undo'))
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  const settings = await screen.findByRole('heading', { level: 1, name: 'Settings' })
  if (order === 'after') await user.click(button('Undo'))
  await held.release()
  await waitForResponses()
  expect(settings.isConnected).toBe(true)
  const focused: string[] = []
  const record = () => focused.push(document.activeElement?.localName ?? '')
  document.addEventListener('focusin', record)
  onTestFinished(() => document.removeEventListener('focusin', record))
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await showsPosts('Wool', 'Silk', 'Linen')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Home' })))
  expect(focused).toEqual(['a', 'h1'])
})

it('Undo puts a post back to its place in Trending', async () => {
  localStorage.setItem('exploreSort', 'TRENDING')
  const { user } = await deleteSilk('/explore')
  await showsPosts('Wool', 'Linen')
  await user.click(button('Undo'))
  await showsPosts('Silk', 'Wool', 'Linen')
})

it('a failed Undo says so and offers it again', async () => {
  const { user } = await deleteSilk()
  await setLab({ kind: 'errorBefore', only: 'RestorePost' })
  await user.click(button('Undo'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The post could not be restored.'))
  expect(document.activeElement?.id).toBe('main')
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  await setLab()
  await user.click(button('Undo', screen.getByRole('alert')))
  await showsPosts('Wool', 'Silk', 'Linen')
})

it('a deletion and its Undo are done once although their responses are lost', async () => {
  const keys = loseResponses({ DeletePost: 2, RestorePost: 2 })
  const { user } = await deleteSilk()
  await showsPosts('Wool', 'Linen')
  expect(keys['DeletePost']).toHaveLength(3)
  await user.click(button('Undo'))
  await showsPosts('Wool', 'Silk', 'Linen')
  await waitFor(() => expect(document.getElementById('announcement')?.textContent).toBe('Restored: Silk'))
  expect(keys['RestorePost']).toHaveLength(3)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('an Undo that was carried out despite a status 500 succeeds when it is pressed again', async () => {
  const { user } = await deleteSilk()
  await setLab({ kind: 'errorAfter', only: 'RestorePost', when: 'once' })
  await user.click(button('Undo'))
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(document.getElementById('announcement')?.textContent).toBe('Restored: Silk'))
  await showsPosts('Wool', 'Silk', 'Linen')
})

it('a deletion that was carried out despite a status 500 leaves the post out and closes its page', async () => {
  const { user, silk } = await startWithSilk('/explore')
  await user.click(within(silk).getByRole('time'))
  await screen.findByRole('region', { name: 'Post' })
  const headings = new Set<string>()
  const observer = new MutationObserver(() => headings.add(screen.getByRole('heading', { level: 1 }).textContent))
  onTestFinished(() => observer.disconnect())
  observer.observe(document.body, { subtree: true, childList: true })
  await setLab({ kind: 'errorAfter', only: 'DeletePost' })
  await user.click(button('Delete post', await findPost('Silk')))
  await showsPosts('Wool', 'Linen')
  await waitForResponses()
  observer.disconnect()
  headings.delete('Post')
  expect([...headings]).toEqual(['Explore'])
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
})

it('a deletion that completes after the user has left the page of the post leaves the new page open', async () => {
  const { user, tab, silk } = await startWithSilk('/explore')
  await user.click(within(silk).getByRole('time'))
  await screen.findByRole('region', { name: 'Post' })
  const held = await holdDatabase(tab)
  await user.click(button('Delete post', await findPost('Silk')))
  await user.click(screen.getByRole('link', { name: 'Explore' }))
  await screen.findByRole('heading', { level: 1, name: 'Explore' })
  await held.release()
  await expectToasts('info: Post deleted')
  await waitForResponses()
  expect(address()).toBe('/explore')
})

it('a deletion that fails says so, and the post is back', async () => {
  const { user, silk } = await startWithSilk()
  await setLab({ kind: 'errorBefore', only: 'DeletePost' })
  await user.click(button('Delete post', silk))
  await expectToasts('error: Not deleted: Silk')
  await showsPosts('Wool', 'Silk', 'Linen')
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
})

it('the deletion of a post that was already deleted leaves it out and announces no failure', async () => {
  const { user, silk } = await startWithSilk()
  const db = await openDB('weft')
  await db.clear('posts')
  db.close()
  const announced = document.getElementById('announcement')?.textContent
  await user.click(button('Delete post', silk))
  await expectLoggedErrors('Post not found. Not Found error.')
  await showsPosts('Wool', 'Linen')
  expect(document.getElementById('announcement')?.textContent).toBe(announced)
})

it('log-out closes a toast that offers Undo', async () => {
  const { user } = await deleteSilk()
  await user.click(button('Log out'))
  await expectToasts('info: Logged out')
})

it('a post that can no longer be restored is not offered again', async () => {
  const { user } = await deleteSilk()
  const db = await openDB('weft')
  await db.clear('posts')
  db.close()
  await user.click(button('Undo'))
  const alert = await screen.findByRole('alert')
  expect(within(alert).queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(alert.textContent).toContain('This post can no longer be restored.')
  await showsPosts('Wool', 'Linen')
  await expectLoggedErrors('Post not found. Not Found error.')
})

it('Undo is the next stop of Tab after a deletion, and leads back to where the focus was', async () => {
  const { user, silk } = await startWithSilk()
  const remove = button('Delete post', silk)
  remove.focus()
  await user.keyboard('{Enter}')
  await expectToasts('info: Post deleted')
  const next = document.activeElement
  expect(next).toBe(await findPost('Linen'))
  const toast = button('Undo').closest('[data-waits]')
  expect(toast).not.toBeNull()
  await user.tab()
  expect(document.activeElement).toBe(button('Undo'))
  expect(toast?.matches('[data-waits]')).toBe(false)
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(next)
  await user.tab()
  expect(document.activeElement).not.toBe(button('Undo'))
  button('Undo').focus()
  await user.tab()
  await user.tab()
  expect(document.activeElement).not.toBe(next)
})

it('Tab goes on from where the user has moved the focus since the deletion', async () => {
  const { user } = await deleteSilk()
  const heading = screen.getByRole('link', { name: 'Settings' })
  heading.focus()
  await user.tab()
  expect(document.activeElement).not.toBe(button('Undo'))
})
