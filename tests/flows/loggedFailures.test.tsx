import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  address,
  failEveryCall,
  serverErrorMessage,
  openOtherTab,
  deleteUserRow,
  startApp,
  injectedFaultMessage,
} from './app.tsx'
import { button, findPost, likeOf, expectLoggedErrors, posts, expectToasts, expectNoToasts } from './screen.ts'

/** Spec §8: failures that are only logged. They show no toast and lose nothing typed. */

const gone = 'Post not found. Not Found error.'

/** Starts the app as Ana with two posts; another tab has deleted one of them. */
async function startWithLostPost(path = '/explore') {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Hemp')
  const lostId = await tab.post(ana, 'Linen')
  const user = await startApp(path, { as: ana })
  const post = await findPost('Linen')
  await tab.rest('DELETE', `/posts/${lostId}`, { token: ana.token })
  return { tab, ana, user, post }
}

it('a like of a deleted post is only logged', async () => {
  const { user, post } = await startWithLostPost()
  await user.click(button('Like', post))
  await expectLoggedErrors(gone)
  expect(likeOf(post)).toBe('Like')
  await expectNoToasts(user)
})

it('a like that another tab has already given shows after the refused call', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const id = await tab.post(ana, 'Hemp')
  const user = await startApp('/explore', { as: ana })
  const post = await findPost('Hemp')
  await tab.rest('POST', `/posts/like/${id}`, { token: ana.token })
  await user.click(button('Like', post))
  await expectLoggedErrors('Cannot like a post that is already liked.')
  await waitFor(() => expect(likeOf(post)).toBe('Unlike 1'))
  await expectNoToasts(user)
})

it('a like that another tab has already removed disappears after the refused call', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const id = await tab.post(ana, 'Hemp')
  await tab.rest('POST', `/posts/like/${id}`, { token: ana.token })
  const user = await startApp('/explore', { as: ana })
  const post = await findPost('Hemp')
  await tab.rest('POST', `/posts/dislike/${id}`, { token: ana.token })
  await user.click(button('Unlike', post))
  await expectLoggedErrors('Cannot decrement like less than 0.')
  await waitFor(() => expect(likeOf(post)).toBe('Like'))
  await expectNoToasts(user)
})

it('a failed edit opens the form again with the text', async () => {
  const { user, post } = await startWithLostPost()
  await user.click(button('Edit post', post))
  await user.type(await screen.findByRole('textbox', { name: 'Post text' }), ' and silk')
  await user.click(button('Update', post))
  await expectLoggedErrors(gone)
  expect(await screen.findByRole('textbox', { name: 'Post text' })).toHaveProperty('value', 'Linen and silk')
  await within(post).findByText('This post was deleted. Your text is still here.')
  await user.click(button('Cancel', post))
  await user.click(button('Discard', post))
  expect(within(post).getByText('Linen')).toBeTruthy()
  await expectNoToasts(user)
})

it('the deletion of a post that does not exist leaves it out', async () => {
  const { user, post } = await startWithLostPost()
  await user.click(button('Delete post', post))
  await expectLoggedErrors(gone)
  await waitFor(() => expect(posts()).toHaveLength(1))
  await expectNoToasts(user)
})

it('a failed profile edit keeps the form open with the text', async () => {
  const { user } = await startWithLostPost('/userprofile')
  await user.click(button('Edit profile'))
  const bio = screen.getByRole('textbox', { name: 'Bio:' })
  await user.type(bio, 'Spins')
  await failEveryCall()
  await user.click(button('Update Profile'))
  // The second of each is the query that fetches the profile again.
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage, injectedFaultMessage, serverErrorMessage)
  await screen.findByText('Not saved. Your text is still here.')
  expect(bio.isConnected).toBe(true)
  expect(bio).toHaveProperty('value', 'Spins')
  await waitFor(() => expect(button('Update Profile').getAttribute('aria-busy')).toBeNull())
  expect(localStorage.getItem('curr_user')).toContain('"bio":""')
  await expectNoToasts(user)
})

it('a new post by a deleted user ends the session without a toast', async () => {
  const { ana, user } = await startWithLostPost('/home')
  await user.type(screen.getByRole('textbox', { name: 'New post' }), 'Nettle')
  await deleteUserRow(ana.id)
  await user.click(button('Post'))
  await expectLoggedErrors('The username you entered is not Registered. Not Found error')
  await waitFor(() => expect(address()).toBe('/login'))
  await screen.findByRole('heading', { name: 'Welcome back' })
  await user.click(button('Login'))
  await expectToasts('warning: Enter all Credentials!')
})
