import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  failEveryCall,
  serverErrorMessage,
  openOtherTab,
  deleteUserRow,
  setLab,
  startApp,
  injectedFaultMessage,
  waitForResponses,
} from './app.tsx'
import { loseResponses } from './lostResponses.ts'
import { listAt } from '../values.ts'
import { button, findPost, expectLoggedErrors, suggestionsPanel, expectToasts } from './screen.ts'

/** Spec §8, "Client reactions", for posts, bookmarks and follows. Another tab causes refusals by earlier changes. */

const notFound = 'Post not found. Not Found error.'

/** Starts the app as Ana. Ana and Ben have one post each. */
async function startWithPosts({ path = '/explore', following = false } = {}) {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const ben = await tab.signUpUser('ben')
  const own = await tab.post(ana, 'Hemp')
  const other = await tab.post(ben, 'Linen')
  const call = (target: string) => tab.rest('POST', target, { token: ana.token })
  if (following) await call(`/users/follow/${ben.id}`)
  const user = await startApp(path, { as: ana })
  return { tab, ana, ben, own, other, user, call }
}

describe('a new post', () => {
  it('shows the message on status 500, keeps the text and is sent again by Retry', async () => {
    const { user } = await startWithPosts({ path: '/home' })
    await findPost('Hemp')
    const field = screen.getByRole('textbox', { name: 'New post' })
    await user.type(field, 'Nettle')
    await failEveryCall()
    await user.click(button('Post'))
    await screen.findByText('Server Error try again')
    await expectLoggedErrors(injectedFaultMessage)
    expect(field).toHaveProperty('value', 'Nettle')
    expect(button('Post').getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByRole('article')).toHaveLength(1)

    await setLab()
    await user.click(button('Retry'))
    await findPost('Nettle')
    expect(field).toHaveProperty('value', '')
    expect(screen.queryByText('Server Error try again')).toBeNull()
  })
})

describe('a bookmark', () => {
  it('shows an error toast and stays added if another tab has already added it', async () => {
    const { user, other, call } = await startWithPosts()
    const post = await findPost('Linen')
    await call(`/users/bookmark/${other}`)
    await user.click(button('Bookmark', post))
    await expectToasts('error: This Post is already bookmarked')
    await waitFor(() => expect(button('Remove bookmark', post)).toBeTruthy())
  })

  it('shows an error toast and stays removed if another tab has already removed it', async () => {
    const { user, other, call } = await startWithPosts()
    const post = await findPost('Linen')
    await user.click(button('Bookmark', post))
    await expectToasts('success: Added to Bookmark')
    await call(`/users/remove-bookmark/${other}`)
    await user.click(button('Remove bookmark', post))
    await expectToasts('success: Added to Bookmark', 'error: Post not bookmarked yet')
    await waitFor(() => expect(button('Bookmark', post)).toBeTruthy())
    await user.click(screen.getByRole('link', { name: 'Bookmarks' }))
    await screen.findByRole('heading', { name: 'No Bookmarks' })
  })

  it('shows an error toast if the post was deleted', async () => {
    const { tab, user, ben, other } = await startWithPosts()
    const post = await findPost('Linen')
    await tab.rest('DELETE', `/posts/${other}`, { token: ben.token })
    await user.click(button('Bookmark', post))
    await expectToasts(`error: ${notFound}`)
  })
})

describe('following a user', () => {
  it.each([
    [400, '/users/follow/', 'Unfollow'],
    [404, undefined, 'Follow'],
  ])(
    'shows a warning with the status code, and the current state, if it is refused with status %i',
    async (status, path, shown) => {
      const { tab, user, ben, call } = await startWithPosts()
      const post = await findPost('Linen')
      if (path) await call(path + ben.id)
      else await deleteUserRow(ben.id)
      await user.click(button('Follow', post))
      await expectToasts(`warning: That did not work: the server answered with status code ${status}.`)
      await waitFor(() => expect(button(shown, post)).toBeTruthy())
      expect(tab.reportedErrors).toEqual([])
    },
  )

  it('shows a warning and the current state when unfollowing is refused with status 400', async () => {
    const { user, ben, call } = await startWithPosts({ following: true })
    const post = await findPost('Linen')
    await call(`/users/unfollow/${ben.id}`)
    await user.click(button('Unfollow', post))
    await expectToasts('warning: User already not following')
    await waitFor(() => expect(button('Follow', post)).toBeTruthy())
  })

  it('shows a warning and does not change when unfollowing is refused with status 404', async () => {
    const { user, ben } = await startWithPosts({ following: true })
    const post = await findPost('Linen')
    await deleteUserRow(ben.id)
    await user.click(button('Unfollow', post))
    await expectToasts('warning: User not found. Not Found error.')
    await waitFor(() => expect(button('Unfollow', post)).toBeTruthy())
  })

  it('is stored once and shows no error if its response was lost, as is a bookmark', async () => {
    const keys = loseResponses({ FollowUser: 2, AddBookmark: 2 })
    const { tab, ana, user } = await startWithPosts()
    const post = await findPost('Linen')
    await user.click(button('Follow', post))
    await user.click(button('Bookmark', post))
    await expectToasts('success: Added to Bookmark')
    await waitForResponses()
    expect(button('Unfollow', post)).toBeTruthy()
    expect(button('Remove bookmark', post)).toBeTruthy()
    expect([keys['FollowUser']?.length, keys['AddBookmark']?.length]).toEqual([3, 3])
    const { json } = await tab.rest('GET', `/users/${ana.id}`, { token: ana.token })
    expect([listAt(json, 'user.following').length, listAt(json, 'user.bookmarks').length]).toEqual([1, 1])
  })

  it('shows the error of a status 500, and then the follow if it was stored all the same', async () => {
    const { user } = await startWithPosts()
    const post = await findPost('Linen')
    await setLab({ kind: 'errorAfter', only: 'FollowUser' })
    await user.click(button('Follow', post))
    await expectToasts(`error: ${serverErrorMessage}`)
    await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
    await waitForResponses()
    expect(button('Unfollow', post)).toBeTruthy()
  })

  it.each(['Follow', 'Unfollow'])('shows an error toast and logs the error on status 500 (%s)', async (name) => {
    const { user } = await startWithPosts({ following: name === 'Unfollow' })
    const row = within(await suggestionsPanel())
    await setLab({ kind: 'errorBefore', only: `${name}User` })
    await user.click(await row.findByRole('button', { name: `${name} @ben` }))
    await expectToasts(`error: ${serverErrorMessage}`)
    await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  })
})
