import { ApolloLink } from '@apollo/client'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type TestUser, type TestBackend } from '../backend.ts'
import { at, listAt } from '../values.ts'
import { connectNewBackend, countWrites, holdDatabase, openOtherTab, startApp, waitForResponses } from './app.tsx'
import {
  button,
  findPost,
  likeOf,
  expectLoggedErrors,
  suggestionsPanel,
  postTexts,
  expectToasts,
  expectNoToasts,
} from './screen.ts'

/** Optimistic updates: changes show at once, one call is in flight at a time, and the latest press wins. */

async function startWithPost() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const ben = await tab.signUpUser('ben')
  const id = await tab.post(ben, 'Linen')
  await tab.rest('POST', `/posts/like/${id}`, { token: ben.token })
  const user = await startApp('/explore', { as: ana })
  const post = await findPost('Linen')
  return { tab, ana, ben, id, user, post }
}

async function likesOf(tab: TestBackend, id: string): Promise<unknown> {
  const { json } = await tab.rest('GET', `/posts/${id}`)
  return {
    count: at(json, 'post.likes.likeCount'),
    by: listAt(json, 'post.likes.likedBy').map((user) => at(user, 'username')),
  }
}

async function stateOf(tab: TestBackend, { id, token }: TestUser) {
  const bookmarks = listAt((await tab.rest('GET', '/users/bookmark', { token })).json, 'bookmarks').length
  const following = listAt((await tab.rest('GET', `/users/${id}`)).json, 'user.following').length
  return { bookmarks, following }
}

it('a like and a follow show no count that nobody has chosen, in whatever order events and response arrive', async () => {
  let isLive = () => {}
  const live = new Promise<void>((resolve) => (isLive = resolve))
  connectNewBackend(
    new ApolloLink((operation, forward) => {
      if (operation.operationName === 'Changes') isLive()
      return forward(operation)
    }),
  )
  const tab = await openOtherTab({ samples: false })
  const [ana, ben] = [await tab.signUpUser('ana'), await tab.signUpUser('ben')]
  await tab.post(ben, 'Linen')
  const user = await startApp(`/userprofile/${ben.id}`, { as: ana })
  const post = await findPost('Linen')
  await live
  const shown = new Set<string>()
  const followers = () => screen.getByRole('link', { name: /Follower/ }).textContent
  const observer = new MutationObserver(() => shown.add(`${likeOf(post)}, ${followers()}`))
  await user.click(button('Like', post))
  await user.click(button('Follow', post))
  observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
  await waitForResponses()
  await waitFor(() => expect(shown.size).toBeGreaterThan(0))
  observer.disconnect()
  expect([...shown]).toEqual(['Unlike 1, 1'])
})

describe('before the response', () => {
  it('shows a like and its count', async () => {
    const { tab, user, post } = await startWithPost()
    const held = await holdDatabase(tab)
    expect(likeOf(post)).toBe('Like 1')
    await user.click(button('Like', post))
    expect(likeOf(post)).toBe('Unlike 2')
    await held.release()
  })

  it('shows a bookmark without a toast', async () => {
    const { tab, user, post } = await startWithPost()
    const held = await holdDatabase(tab)
    await user.click(button('Bookmark', post))
    expect(button('Remove bookmark', post).hasAttribute('aria-pressed')).toBe(false)
    await expectNoToasts(user)
    await held.release()
    await expectToasts('info: Link copied', 'success: Added to Bookmark')
  })

  it('shows a follow wherever the user appears, and the count of followers', async () => {
    const { tab, ben, user, post } = await startWithPost()
    await user.click(within(post).getAllByRole('link')[0] ?? post)
    await screen.findByRole('heading', { name: 'First Last' })
    expect(location.pathname).toBe(`/userprofile/${ben.id}`)
    const card = screen.getByRole('region', { name: 'Profile of First Last' })
    const held = await holdDatabase(tab)
    await user.click(button('Follow', card))
    expect(button('Unfollow', card)).toBeTruthy()
    expect(button('Unfollow @ben', await suggestionsPanel())).toBeTruthy()
    expect(button('Unfollow', await findPost('Linen'))).toBeTruthy()
    expect(screen.getByText('Follower').nextSibling?.textContent).toBe('1')
    await held.release()
  })

  it('hides a deleted post and shows the new text of an edited one', async () => {
    const { tab, ana, user } = await startWithPost()
    await tab.post(ana, 'Hemp')
    await tab.post(ana, 'Jute')
    await user.click(screen.getByRole('link', { name: 'Home' }))
    const post = await findPost('Hemp')
    const held = await holdDatabase(tab)
    await user.click(button('Edit post', post))
    await user.type(await screen.findByRole('textbox', { name: 'Post text' }), ' rope')
    await user.click(button('Update', post))
    await user.click(button('Delete post', await findPost('Jute')))
    expect(postTexts()).toEqual(['Hemp rope'])
    await held.release()
    await waitFor(async () => expect(listAt((await tab.rest('GET', '/posts')).json, 'posts')).toHaveLength(2))
    await expectToasts('info: Post deleted')
    expect(postTexts()).toEqual(['Hemp rope'])
  })
})

describe('the latest press wins', () => {
  it.each([
    [2, 'Like 1', { count: 1, by: ['ben'] }, 2],
    [3, 'Unlike 2', { count: 2, by: ['ben', 'ana'] }, 1],
    [6, 'Like 1', { count: 1, by: ['ben'] }, 2],
    [7, 'Unlike 2', { count: 2, by: ['ben', 'ana'] }, 1],
  ])('%i presses of Like end in %s with as few calls as possible', async (presses, shown, likes, calls) => {
    const { tab, id, user, post } = await startWithPost()
    const held = await holdDatabase(tab)
    const writes = countWrites()
    for (let press = 0; press < presses; press += 1)
      await user.click(within(post).getByRole('button', { name: /like/i }))
    expect(likeOf(post)).toBe(shown)
    await held.release()
    await waitFor(() => expect(writes()).toBe(calls))
    await waitFor(async () => expect(await likesOf(tab, id)).toEqual(likes))
    expect(likeOf(post)).toBe(shown)
    await expectNoToasts(user)
    expect(writes()).toBe(calls)
  })

  it.each([4, 5])('%i presses of Bookmark and Follow end in the state of the last one', async (presses) => {
    const { tab, ana, user, post } = await startWithPost()
    const held = await holdDatabase(tab)
    const on = presses % 2
    for (let press = 0; press < presses; press += 1) {
      await user.click(within(post).getByRole('button', { name: /bookmark/i }))
      await user.click(within(post).getByRole('button', { name: /follow/i }))
    }
    expect(button(on ? 'Remove bookmark' : 'Bookmark', post)).toBeTruthy()
    expect(button(on ? 'Unfollow' : 'Follow', post)).toBeTruthy()
    await held.release()
    await expectToasts('success: Added to Bookmark', ...(on ? [] : ['success: Removed from Bookmark']))
    await waitFor(async () => expect(await stateOf(tab, ana)).toEqual({ bookmarks: on, following: on }))
    expect(button(on ? 'Remove bookmark' : 'Bookmark', post)).toBeTruthy()
    expect(button(on ? 'Unfollow' : 'Follow', post)).toBeTruthy()
  })

  it('a conflict drops the pending press and shows the state of the backend', async () => {
    const { tab, ana, id, user, post } = await startWithPost()
    await tab.rest('POST', `/posts/like/${id}`, { token: ana.token })
    const held = await holdDatabase(tab)
    await user.click(button('Like', post))
    await user.click(button('Unlike', post))
    await user.click(button('Like', post))
    await user.click(button('Unlike', post))
    await held.release()
    await expectLoggedErrors('Cannot like a post that is already liked.')
    await waitFor(() => expect(likeOf(post)).toBe('Unlike 2'))
    await expectNoToasts(user)
    expect(await likesOf(tab, id)).toEqual({ count: 2, by: ['ben', 'ana'] })
  })
})
