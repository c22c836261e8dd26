import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { passwordInput } from '../backend.ts'
import { address, countWrites, openOtherTab, reload, startApp } from './app.tsx'
import { button, findPost, likeOf, suggestionsPanel, posts, postTexts, expectToasts } from './screen.ts'

/** Pages of missing records, visitors on public pages, and StrictMode. */

const notFound = 'Page not found'

describe('the not-found page', () => {
  it.each(['/post/unknown', '/userprofile/unknown', '/post/__proto__', '/nowhere', '/userprofile/%zz'])(
    'at %s links to Home for a user',
    async (path) => {
      const tab = await openOtherTab()
      const user = await startApp(path, { as: await tab.signUpUser('ana') })
      await screen.findByRole('heading', { name: notFound })
      await user.click(screen.getByRole('link', { name: 'Back to Home' }))
      await screen.findByRole('heading', { name: 'Home' })
    },
  )

  it('is shown for a post that was deleted in this or another tab', async () => {
    const tab = await openOtherTab({ samples: false })
    const ana = await tab.signUpUser('ana')
    const hemp = await tab.post(ana, 'Hemp')
    const user = await startApp(`/post/${hemp}`, { as: ana })
    await user.click(await screen.findByRole('link', { name: 'Explore' }))
    await screen.findByRole('heading', { name: 'Explore' })
    await user.click(button('Delete post', await findPost('Hemp')))
    await screen.findByRole('heading', { name: 'No Posts Added' })
    history.back()
    await screen.findByRole('heading', { name: notFound })

    const linen = await tab.post(ana, 'Linen')
    await tab.rest('DELETE', `/posts/${linen}`, { token: ana.token })
    await reload(`/post/${linen}`, ana)
    await screen.findByRole('heading', { name: notFound })
  })

  it('links to the landing page for a visitor', async () => {
    const user = await startApp('/post/unknown')
    await screen.findByRole('heading', { name: notFound })
    await user.click(screen.getByRole('link', { name: 'Back to Weft' }))
    await screen.findByRole('link', { name: 'Become a Member' })
  })
})

it('a post shows its day of creation in Sydney', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  tab.setClock('2026-05-04T14:00:00.000Z')
  await startApp(`/post/${await tab.post(ana, 'Hemp')}`)
  const time = (await findPost('Hemp')).querySelector('time')
  expect(time?.textContent).toBe('5 May 2026')
  expect(time?.dateTime).toBe('2026-05-04T14:00:00.000Z')
})

it.each([
  ['IMAGE', 'A loom', 'A loom'],
  ['IMAGE', '', 'Shared by First Last'],
  ['VIDEO', 'A loom', 'A loom'],
  ['VIDEO', '', 'Video by First Last'],
])('a post shows media of type %s with its size, and the description %j as %j', async (type, alt, name) => {
  const tab = await openOtherTab({ samples: false })
  const mira = await tab.signUpUser('mira')
  const document = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { viewer { id } } }'
  const media = { url: '/loom', type, width: 1200, height: 900, alt }
  await tab.gql(document, { input: { content: 'Hemp', media } }, mira.token)
  await startApp('/explore', { as: mira })
  const shown = (await findPost('Hemp')).querySelector('figure img, figure video')
  expect(shown?.getAttribute(type === 'IMAGE' ? 'alt' : 'aria-label')).toBe(name)
  expect([shown?.getAttribute('width'), shown?.getAttribute('height')]).toEqual(['1200', '900'])
})

it.each(['Like', 'Bookmark', 'Follow'])(
  'a visitor who presses %s on a public post returns to it after log-in',
  async (name) => {
    const tab = await openOtherTab({ samples: false })
    const ana = await tab.signUpUser('ana')
    await tab.signUpUser('ben')
    const path = `/post/${await tab.post(ana, 'Hemp')}`
    const user = await startApp(path)
    await user.click(button(name, await findPost('Hemp')))
    await user.type(await screen.findByLabelText('Username'), 'ben')
    await user.type(screen.getByLabelText('Password'), passwordInput('ben').password)
    await user.click(button('Login'))
    await expectToasts('success: Welcome back, ben!')
    await waitFor(() => expect(address()).toBe(path))
    expect(likeOf(await findPost('Hemp'))).toBe('Like')
    const writes = countWrites()
    await user.click(button(name, await findPost('Hemp')))
    await waitFor(() => expect(writes()).toBe(1))
  },
)

it('StrictMode doubles no call, toast or post', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.signUpUser('ben')
  const user = await startApp('/home', { as: ana, strict: true })
  await screen.findByRole('heading', { name: 'Your feed starts here' })
  const writes = countWrites()
  await user.type(screen.getByRole('textbox', { name: 'New post' }), 'Hemp')
  await user.click(button('Post'))
  const post = await findPost('Hemp')
  await user.click(button('Like', post))
  await waitFor(() => expect(writes()).toBe(2))
  await user.click(button('Bookmark', post))
  await expectToasts('success: Added to Bookmark')
  await user.click(button('Follow @ben', await suggestionsPanel()))
  await waitFor(() => expect(writes()).toBe(4))
  await user.click(button('Log out'))
  await expectToasts('success: Added to Bookmark', 'info: Logged out')
  expect(await tab.store.read.posts.page('LATEST', { limit: 10 })).toHaveLength(1)
  expect(writes()).toBe(4)
})

describe('a browser whose local storage is full', () => {
  it('still supports logging in, sorting and logging out until the page closes', async () => {
    const tab = await openOtherTab({ samples: false })
    const ana = await tab.signUpUser('ana')
    await tab.post(ana, 'Hemp')
    const user = await startApp('/login')
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    await user.type(await screen.findByLabelText('Username'), 'ana')
    await user.type(screen.getByLabelText('Password'), passwordInput('ana').password)
    await user.click(button('Login'))
    await expectToasts('success: Welcome back, ana!')
    await findPost('Hemp')
    const sort = screen.getByRole('combobox', { name: 'Sort posts' })
    await user.selectOptions(sort, 'Trending')
    await waitFor(() => expect(postTexts()).toEqual(['Hemp']))
    await user.click(button('Log out'))
    await screen.findByRole('heading', { name: 'Welcome back' })
    expect(posts()).toEqual([])
    expect(within(document.body).queryByRole('navigation', { name: 'Main' })).toBeNull()
  })
})
