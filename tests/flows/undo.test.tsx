import { ApolloLink } from '@apollo/client'
import { screen, waitFor, within } from '@testing-library/react'
import { openDB } from 'idb'
import { delayWhen, ReplaySubject } from 'rxjs'
import { expect, it, onTestFinished } from 'vitest'
import {
  address,
  connectNewBackend,
  failEveryCall,
  holdDatabase,
  injectedFaultMessage,
  openOtherTab,
  serverErrorMessage,
  setLab,
  startApp,
  waitForResponses,
} from './app.tsx'
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
  expect(document.getElementById('announcement')?.textContent).toContain('Deleted: Silk')
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

it('Undo puts a post back to its place in Trending', async () => {
  localStorage.setItem('sort', 'TRENDING')
  const { user } = await deleteSilk('/explore')
  await showsPosts('Wool', 'Linen')
  await user.click(button('Undo'))
  await showsPosts('Silk', 'Wool', 'Linen')
})

it('a failed Undo says so and offers it again', async () => {
  const { user } = await deleteSilk()
  await failEveryCall()
  await user.click(button('Undo'))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('It is not certain'))
  expect(document.activeElement?.id).toBe('main')
  await expectLoggedErrors(injectedFaultMessage, injectedFaultMessage, serverErrorMessage, serverErrorMessage)
  await setLab()
  await user.click(button('Undo', screen.getByRole('alert')))
  await showsPosts('Wool', 'Silk', 'Linen')
})

it('Undo whose response was lost shows the post, and no message', async () => {
  const { user } = await deleteSilk()
  await setLab({ kind: 'errorAfter', only: 'RestorePost' })
  await user.click(button('Undo'))
  await showsPosts('Wool', 'Silk', 'Linen')
  await waitFor(() => expect(document.getElementById('announcement')?.textContent).toBe('Restored: Silk'))
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a deletion whose response was lost offers Undo', async () => {
  const { user, silk } = await startWithSilk()
  await setLab({ kind: 'errorAfter', only: 'DeletePost' })
  await user.click(button('Delete post', silk))
  await expectToasts('info: Post deleted')
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  await showsPosts('Wool', 'Linen')
  await user.click(button('Undo'))
  await showsPosts('Wool', 'Silk', 'Linen')
})

it('a deletion whose response was lost offers Undo even if the check fails', async () => {
  const { user, silk } = await startWithSilk()
  await setLab({ kind: 'errorAfter' })
  await user.click(button('Delete post', silk))
  await expectToasts('info: Post deleted')
  await setLab()
  await expectLoggedErrors(injectedFaultMessage, injectedFaultMessage, serverErrorMessage, serverErrorMessage)
  await user.click(button('Undo'))
  await showsPosts('Wool', 'Silk', 'Linen')
})

it.each([
  { lost: 'its response', fault: { only: 'DeletePost' }, logged: [injectedFaultMessage, serverErrorMessage] },
  {
    lost: 'every response',
    fault: {},
    logged: [injectedFaultMessage, injectedFaultMessage, serverErrorMessage, serverErrorMessage],
  },
])('a deletion on the page of the post shows no error page if $lost is lost', async ({ fault, logged }) => {
  const { user, silk } = await startWithSilk('/explore')
  await user.click(within(silk).getByRole('time'))
  await screen.findByRole('region', { name: 'Post' })
  const headings = new Set<string>()
  const observer = new MutationObserver(() => headings.add(screen.getByRole('heading', { level: 1 }).textContent))
  onTestFinished(() => observer.disconnect())
  observer.observe(document.body, { subtree: true, childList: true })
  await setLab({ kind: 'errorAfter', ...fault })
  await user.click(button('Delete post', await findPost('Silk')))
  await expectToasts('info: Post deleted')
  await waitForResponses()
  observer.disconnect()
  expect([...headings]).toEqual(['Post', 'Explore'])
  await expectLoggedErrors(...logged)
})

it('a deletion offers Undo and leaves the page of the post if its event arrives after the check has failed', async () => {
  const released = new ReplaySubject<void>()
  const holdDeletions = new ApolloLink((operation, forward) =>
    operation.operationName === 'PostDeleted' ? forward(operation).pipe(delayWhen(() => released)) : forward(operation),
  )
  connectNewBackend(holdDeletions)
  const { user, silk } = await startWithSilk('/explore')
  await user.click(within(silk).getByRole('time'))
  await screen.findByRole('region', { name: 'Post' })
  await setLab({ kind: 'errorAfter' })
  await user.click(button('Delete post', await findPost('Silk')))
  const announced = 'It is not certain that the post was deleted: Silk'
  await waitFor(() => expect(document.getElementById('announcement')?.textContent).toBe(announced))
  await findPost('Silk')
  await expectLoggedErrors(injectedFaultMessage, injectedFaultMessage, serverErrorMessage, serverErrorMessage)
  await setLab()
  released.next()
  await expectToasts('info: Post deleted')
  await screen.findByRole('heading', { level: 1, name: 'Explore' })
  await user.click(button('Undo'))
  await showsPosts('Wool', 'Silk', 'Linen')
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

it('a deletion that fails is announced, and the post is back', async () => {
  const { user, silk } = await startWithSilk()
  await setLab({ kind: 'errorBefore', only: 'DeletePost' })
  await user.click(button('Delete post', silk))
  await waitFor(() => expect(document.getElementById('announcement')?.textContent).toBe('Not deleted: Silk'))
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

it('a deletion whose result is unknown is announced as uncertain', async () => {
  const { user, silk } = await startWithSilk()
  await failEveryCall()
  await user.click(button('Delete post', silk))
  const announced = 'It is not certain that the post was deleted: Silk'
  await waitFor(() => expect(document.getElementById('announcement')?.textContent).toBe(announced))
  await showsPosts('Wool', 'Silk', 'Linen')
  await expectLoggedErrors(injectedFaultMessage, injectedFaultMessage, serverErrorMessage, serverErrorMessage)
})

it('log-out closes a toast that offers Undo', async () => {
  const { user } = await deleteSilk()
  await user.click(button('Log out'))
  await expectToasts('info: Logged out')
})

it('a post that can no longer be restored is not offered again', async () => {
  const { user } = await deleteSilk()
  const db = await openDB('weft')
  await db.clear('deletedPosts')
  db.close()
  await user.click(button('Undo'))
  const alert = await screen.findByRole('alert')
  expect(within(alert).queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(alert.textContent).toContain('This post can no longer be restored.')
  await showsPosts('Wool', 'Linen')
  await expectLoggedErrors('Post not found. Not Found error.')
})
