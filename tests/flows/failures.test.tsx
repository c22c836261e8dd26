import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { failEveryCall, fault, openOtherTab, removeMember, startApp, reported } from './app.tsx'
import { button, findPost, logged, people, told } from './screen.ts'

/** Spec §8, "Client reactions", of everything that members do. Each refusal is real: another tab has been faster. */

const gone = 'Post not found. Not Found error.'

/** Ana before a post of Ben's and one of her own. */
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
  it('status 500 is told, and the text is kept', async () => {
    const { user } = await startWithPosts({ path: '/home' })
    await findPost('Hemp')
    const field = screen.getByRole('textbox', { name: 'New post' })
    await user.type(field, 'Nettle')
    await failEveryCall()
    await user.click(button('Post'))
    await told('error: Server Error try again')
    await logged(reported)
    expect(field).toHaveProperty('value', 'Nettle')
    expect(button('Post')).toHaveProperty('disabled', false)
    expect(screen.getAllByRole('article')).toHaveLength(1)
  })
})

describe('a bookmark', () => {
  it('refused because the post is bookmarked already shows the message as an error toast, and the bookmark', async () => {
    const { user, other, call } = await startWithPosts()
    const post = await findPost('Linen')
    await call(`/users/bookmark/${other}`)
    await user.click(button('Bookmark', post))
    await told('error: This Post is already bookmarked')
    await waitFor(() => expect(button('Remove bookmark', post).getAttribute('aria-pressed')).toBe('true'))
  })

  it('refused because the post is not bookmarked shows the message as an error toast, and no bookmark', async () => {
    const { user, other, call } = await startWithPosts()
    const post = await findPost('Linen')
    await user.click(button('Bookmark', post))
    await told('success: Added to Bookmark')
    await call(`/users/remove-bookmark/${other}`)
    await user.click(button('Remove bookmark', post))
    await told('success: Added to Bookmark', 'error: Post not bookmarked yet')
    await waitFor(() => expect(button('Bookmark', post).getAttribute('aria-pressed')).toBe('false'))
    await user.click(screen.getByRole('link', { name: 'Bookmarks' }))
    await screen.findByRole('heading', { name: 'No Bookmarks' })
  })

  it('of a post that is gone', async () => {
    const { tab, user, ben, other } = await startWithPosts()
    const post = await findPost('Linen')
    await tab.rest('DELETE', `/posts/${other}`, { token: ben.token })
    await user.click(button('Bookmark', post))
    await told(`error: ${gone}`)
  })
})

describe('following', () => {
  it.each([
    [400, '/users/follow/', 'Unfollow'],
    [404, undefined, 'Follow'],
  ])('refused with %i shows a warning with the status code, and the present state', async (status, path, shown) => {
    const { tab, user, ben, call } = await startWithPosts()
    const post = await findPost('Linen')
    if (path) await call(path + ben.id)
    else await removeMember(ben.id)
    await user.click(button('Follow', post))
    await told(`warning: That did not work: the server answered with status code ${status}.`)
    await waitFor(() => expect(button(shown, post)).toBeTruthy())
    expect(tab.reportedErrors).toEqual([])
  })

  it('taken back and refused with 400 shows each message as a warning, and the present state', async () => {
    const { user, ben, call } = await startWithPosts({ following: true })
    const post = await findPost('Linen')
    await call(`/users/unfollow/${ben.id}`)
    await user.click(button('Unfollow', post))
    await told('warning: User already not following')
    await waitFor(() => expect(button('Follow', post)).toBeTruthy())
  })

  it('taken back and refused with 404 shows each message as a warning', async () => {
    const { user, ben } = await startWithPosts({ following: true })
    const post = await findPost('Linen')
    await removeMember(ben.id)
    await user.click(button('Unfollow', post))
    await told('warning: User not found. Not Found error.')
    expect(button('Unfollow', post)).toBeTruthy()
  })

  it.each(['Follow', 'Unfollow'])('%s failing otherwise: logged, and its errors as error toasts', async (name) => {
    const { user } = await startWithPosts({ following: name === 'Unfollow' })
    const row = within(await people())
    await failEveryCall()
    await user.click(await row.findByRole('button', { name: `${name} @ben` }))
    await told(`error: ${fault}`)
    await logged(reported, fault)
  })
})
