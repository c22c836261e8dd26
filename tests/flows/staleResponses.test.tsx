import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { beginSession } from '../../src/session/session.ts'
import { type TestUser } from '../backend.ts'
import { at, listAt } from '../values.ts'
import {
  address,
  countWrites,
  holdDatabase,
  injectedFaultMessage,
  openOtherTab,
  deleteUserRow,
  serverErrorMessage,
  sessionOf,
  setLab,
  startApp,
  waitForResponses,
} from './app.tsx'
import { button, findPost, expectLoggedErrors, suggestionsPanel, toasts, expectToasts } from './screen.ts'

/** Responses that arrive after the session of their request has ended. */

/** The toasts of logging out and of the empty log-in form, with none in between. */
const expectedToasts = ['info: Logged out', 'warning: Enter all Credentials!']

async function start(path = '/explore') {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const ben = await tab.signUpUser('ben')
  const cai = await tab.signUpUser('cai')
  const linen = await tab.post(cai, 'Linen')
  await tab.rest('POST', `/posts/like/${linen}`, { token: cai.token })
  const hemp = await tab.post(ana, 'Hemp')
  const user = await startApp(path, { as: ana })
  await findPost('Hemp')
  return { tab, ana, ben, cai, linen, hemp, user }
}

/** Signs another user in before the calls under way are answered. */
function signIn(testUser: TestUser): void {
  beginSession(sessionOf(testUser))
}

/** Runs `press`, and holds the request that follows the one it sends. Returns the function that releases it. */
async function holdNextRequest(tab: Awaited<ReturnType<typeof openOtherTab>>, press: () => Promise<void>) {
  const held = await holdDatabase(tab)
  const writes = countWrites()
  await press()
  await waitFor(() => expect(writes()).toBe(1))
  const heldAgain = holdDatabase(tab)
  await held.release()
  return (await heldAgain).release
}

describe('logging out during a call', () => {
  it.each([
    ['Like', 'Linen'],
    ['Bookmark', 'Linen'],
    ['Follow', 'Linen'],
    ['Delete post', 'Hemp'],
  ])('%s is completed without a toast', async (name, text) => {
    // Loaded before, so that its toast would show before the check.
    await import('../../src/features/postChanges/deletion/undoDeletion.ts')
    const { tab, user } = await start()
    const held = await holdDatabase(tab)
    const writes = countWrites()
    await user.click(button(name, await findPost(text)))
    await user.click(button('Log out'))
    await screen.findByRole('heading', { name: 'Welcome back' })
    await held.release()
    await waitFor(() => expect(writes()).toBe(1))
    await waitForResponses()
    await user.click(button('Login'))
    await waitFor(() =>
      expect(toasts().filter((toast) => toast !== 'success: Added to Bookmark')).toEqual(expectedToasts),
    )
    expect(address()).toBe('/login')
    expect(localStorage).toHaveLength(0)
  })

  it('drops the waiting press', async () => {
    const { tab, linen, user } = await start()
    const held = await holdDatabase(tab)
    const post = await findPost('Linen')
    await user.click(button('Like', post))
    await user.click(button('Unlike', post))
    await user.click(button('Log out'))
    await screen.findByRole('heading', { name: 'Welcome back' })
    await held.release()
    await waitFor(async () =>
      expect(at((await tab.rest('GET', `/posts/${linen}`)).json, 'post.likes.likeCount')).toBe(2),
    )
    await user.click(button('Login'))
    await expectToasts(...expectedToasts)
    expect(at((await tab.rest('GET', `/posts/${linen}`)).json, 'post.likes.likeCount')).toBe(2)
  })
})

describe('another user who logs in during a call', () => {
  it('keeps their own session when a response for the previous user arrives', async () => {
    const { tab, ana, ben, cai, user } = await start()
    const held = await holdDatabase(tab)
    await user.click(button('Follow', await findPost('Linen')))
    await user.click(button('Log out'))
    signIn(ben)
    await held.release()
    await waitFor(async () =>
      expect(listAt((await tab.rest('GET', `/users/${cai.id}`)).json, 'user.followers')).toHaveLength(1),
    )
    await waitFor(() => expect(address()).toBe('/home'))
    expect(at((await tab.rest('GET', `/users/${ana.id}`)).json, 'user.following.0.username')).toBe('cai')
    expect(localStorage.getItem('curr_user')).toContain('"username":"ben"')
    expect(localStorage.getItem('data')).toBe(ben.token)
    await user.click(await screen.findByRole('link', { name: 'Explore' }))
    expect(button('Follow', await findPost('Linen'))).toBeTruthy()
  })

  it("stays signed in when the previous user's token is refused", async () => {
    const { tab, ana, ben, user } = await start()
    const held = await holdDatabase(tab)
    const writes = countWrites()
    const removed = deleteUserRow(ana.id)
    // The like comes after the deletion.
    await waitFor(() => expect(writes()).toBe(1))
    await user.click(button('Like', await findPost('Linen')))
    await user.click(button('Log out'))
    signIn(ben)
    await held.release()
    await removed
    await expectLoggedErrors('The username you entered is not Registered. Not Found error')
    await waitFor(() => expect(address()).toBe('/home'))
    expect(localStorage.getItem('data')).toBe(ben.token)
  })

  it('ends no request of the previous user with an error', async () => {
    const { tab, ana, ben, cai, user } = await start()
    await tab.rest('POST', `/users/follow/${cai.id}`, { token: ana.token })
    // The next request reads the author again after the refusal.
    const post = await findPost('Linen')
    const release = await holdNextRequest(tab, () => user.click(button('Follow', post)))
    await waitFor(() => expect(toasts()).toEqual([expect.stringContaining('400')]))
    await user.click(button('Log out'))
    signIn(ben)
    await waitFor(() => expect(address()).toBe('/home'))
    await release()
    await screen.findByRole('heading', { name: 'Your feed starts here' })
  })

  it('sees no message about a change of the previous user whose response was lost', async () => {
    const { tab, ben, user } = await start()
    await setLab({ kind: 'errorAfter', only: 'AddBookmark' })
    // The next request reads the post again.
    const post = await findPost('Linen')
    const release = await holdNextRequest(tab, () => user.click(button('Bookmark', post)))
    await user.click(button('Log out'))
    signIn(ben)
    await waitFor(() => expect(address()).toBe('/home'))
    await release()
    await waitForResponses()
    await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
    await expectToasts('info: Logged out')
  })

  it('sees no error of a page that the previous user opened', async () => {
    const { tab, ben, user } = await start('/home')
    const panel = await suggestionsPanel()
    const release = await holdNextRequest(tab, () => user.click(button('Follow @ben', panel)))
    await user.click(button('Log out'))
    signIn(ben)
    await waitFor(() => expect(address()).toBe('/home'))
    await release()
    await screen.findByRole('heading', { name: 'Your feed starts here' })
    await user.click(screen.getByRole('link', { name: 'Explore' }))
    await findPost('Linen')
    await user.click(button('Share', await findPost('Linen')))
    await expectToasts('info: Logged out', 'info: Link copied')
  })
})
