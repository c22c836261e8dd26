import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { passwordInput } from '../backend.ts'
import { address, failEveryCall, holdDatabase, openOtherTab, startApp } from './app.tsx'
import { button, findPost } from './screen.ts'

/** The back arrow of pages that have one. */

async function setUp() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const id = await tab.post(ana, 'Hemp #dye')
  return { ana, id }
}

it.each([
  ['a post', (id: string) => `/post/${id}`, '/home', 'Home'],
  ['its likes', (id: string) => `/post/${id}/likes`, '/post/', 'Post'],
  ['a tag', () => '/tag/dye', '/explore', 'Explore'],
  ['a search', () => '/search?q=hemp', '/home', 'Home'],
])('on the first page of the app, Back of %s opens another page of the app', async (_page, pathOf, parent, title) => {
  const { ana, id } = await setUp()
  const user = await startApp(pathOf(id), { as: ana })
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  await screen.findByRole('heading', { level: 1, name: title })
  expect(address()).toContain(parent)
})

it('Back on a page that replaced the first one opens Home', async () => {
  const { ana, id } = await setUp()
  const user = await startApp(`/post/${id}/likes`, { as: ana })
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  await findPost('Hemp')
  await user.click(button('Back'))
  await screen.findByRole('heading', { name: 'Home' })
})

it('Back leaves a page that log-in returned to', async () => {
  const { ana, id } = await setUp()
  const user = await startApp(`/post/${id}`)
  await user.click(await screen.findByRole('link', { name: 'Log In' }))
  await user.type(await screen.findByLabelText('Username'), ana.username)
  await user.type(screen.getByLabelText('Password'), passwordInput(ana.username).password)
  await user.click(button('Login'))
  await findPost('Hemp')
  await user.click(button('Back'))
  await screen.findByRole('heading', { name: 'Home' })
})

/** Opens a page as a link of the page does. */
function follow(path: string): void {
  history.pushState({ idx: 1, key: 'followed' }, '', path)
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
}

describe('opened from another page,', () => {
  const pages: [page: string, title: string | null, pathOf: (ids: { post: string; user: string }) => string][] = [
    ['a post', 'Post', ({ post }) => `/post/${post}`],
    ['its likes', 'Likes', ({ post }) => `/post/${post}/likes`],
    ['followers', null, ({ user }) => `/userprofile/${user}/followers`],
    ['following', null, ({ user }) => `/userprofile/${user}/following`],
    ['a tag', '#dye', () => '/tag/dye'],
    ['a search', 'Results for “hemp”', () => '/search?q=hemp'],
  ]

  it.each(pages)('%s has its back arrow while it loads', async (_page, title, pathOf) => {
    const tab = await openOtherTab({ samples: false })
    const ana = await tab.signUpUser('ana')
    const ben = await tab.signUpUser('ben')
    const id = await tab.post(ben, 'Hemp #dye')
    const user = await startApp('/settings', { as: ana })
    const held = await holdDatabase(tab)
    let back
    try {
      await act(async () => follow(pathOf({ post: id, user: ben.id })))
      back = await within(screen.getByRole('main')).findByRole('button', { name: 'Back' })
      expect(screen.getByRole('main').querySelector('output')).not.toBeNull()
      expect(screen.queryByRole('heading', { level: 1 })?.textContent ?? null).toBe(title)
    } finally {
      await act(held.release)
    }
    await waitFor(() => expect(screen.getByRole('main').querySelector('output')).toBeNull())
    await screen.findByRole('heading', { level: 1 })
    expect(back.isConnected).toBe(true)
    await user.click(back)
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
  })

  it.each(pages)('%s has its back arrow after it failed to load', async (_page, _title, pathOf) => {
    const tab = await openOtherTab({ samples: false })
    const ana = await tab.signUpUser('ana')
    const ben = await tab.signUpUser('ben')
    const id = await tab.post(ben, 'Hemp #dye')
    const user = await startApp('/settings', { as: ana })
    await failEveryCall()
    await act(async () => follow(pathOf({ post: id, user: ben.id })))
    await screen.findByRole('heading', { name: /did not load$/ })
    vi.mocked(console.error).mockClear()
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Back' }))
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
  })

  it.each(['/post/none', '/post/none/likes'])('%s says that it does not exist, and moves the focus', async (path) => {
    const { ana } = await setUp()
    await startApp('/settings', { as: ana })
    await act(async () => follow(path))
    await waitFor(() =>
      expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([
        'Page not found',
      ]),
    )
    expect(screen.getByRole('main').contains(document.activeElement)).toBe(true)
    expect(document.getElementById('announcement')?.textContent).toMatch(/not found/i)
  })
})
