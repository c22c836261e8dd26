import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { passwordInput } from '../backend.ts'
import {
  address,
  closeApp,
  connectNewBackend,
  countWrites,
  failEveryCall,
  holdDatabase,
  openOtherTab,
  reload,
  startApp,
} from './app.tsx'
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

it('the frame stays the same from page to page, whether they need a session or not', async () => {
  const tab = await openOtherTab()
  const user = await startApp('/home', { as: await tab.signUpUser('ana') })
  await suggestionsPanel()
  const frame = ['banner', 'navigation', 'complementary'].map((role) => screen.getByRole(role))
  const isSameFrame = () => frame.every((part) => part.isConnected)
  await user.click(screen.getByRole('link', { name: 'Explore' }))
  await user.click(within(await findPost('@kenjimori')).getByRole('link', { name: /\d{4}/ }))
  await screen.findByRole('heading', { name: 'Post' })
  expect(isSameFrame()).toBe(true)
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await screen.findByRole('heading', { name: 'Home' })
  expect(isSameFrame()).toBe(true)
})

it.each([
  ['page', '', 'Post', /: Hemp$/],
  ['likes', '/likes', 'Likes', /^People who like/],
])('the %s of a post renders one document title at a time', async (_name, part, waiting, title) => {
  const titles = () =>
    [...document.querySelectorAll('head title')].map((element) => element.textContent).filter(Boolean)
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const post = await tab.post(ana, 'Hemp')
  await startApp('/settings', { as: ana })
  const held = await holdDatabase(tab)
  history.pushState({ idx: 1, key: 'followed' }, '', `/post/${post}${part}`)
  await act(async () => void dispatchEvent(new PopStateEvent('popstate', { state: history.state })))
  await waitFor(() => expect(titles()).toEqual([`${waiting} · Weft`]))
  await held.release()
  await waitFor(() => expect(titles()).toEqual([expect.stringMatching(title)]))
})

it('the settings link to the lab and GraphiQL', async () => {
  const tab = await openOtherTab({ samples: false })
  await startApp('/settings', { as: await tab.signUpUser('ana') })
  const section = within(await screen.findByRole('region', { name: 'For developers' }))
  expect(section.getByRole('link', { name: 'Lab' }).getAttribute('href')).toBe('/lab')
  expect(section.getByRole('link', { name: 'GraphiQL' }).getAttribute('href')).toBe('/graphiql')
})

it('the landing page does not link to the lab and GraphiQL', async () => {
  await startApp('/')
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Become a Member', 'Log In'])
})

it('a post is followed by the three latest other posts of its author, in a list that links to the profile', async () => {
  const tab = await openOtherTab({ samples: false })
  const [ana, ben] = [await tab.signUpUser('ana'), await tab.signUpUser('ben', { firstname: 'Ben' })]
  const texts = ['Hemp', 'Linen', 'Wool', 'Silk', 'Jute']
  const ids: string[] = []
  for (const text of texts) ids.push(await tab.post(ben, text))
  await tab.rest('POST', `/posts/like/${ids[0]}`, { token: ana.token })
  const user = await startApp(`/post/${ids[3]}`, { as: ana })
  await screen.findByRole('region', { name: 'More from Ben' })
  expect(postTexts()).toEqual(['Silk', 'Jute', 'Wool', 'Linen'])
  await user.click(within(screen.getByRole('heading', { name: 'More from Ben' })).getByRole('link'))
  await screen.findByRole('region', { name: /^Profile of Ben/ })
  expect(address()).toBe(`/userprofile/${ben.id}`)
})

it("the page of a post leaves the list of posts on its author's profile as it is", async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  for (let post = 1; post <= 6; post += 1) await tab.post(ana, `Post ${post}`)
  const user = await startApp('/userprofile', { as: ana })
  await user.click(await within(await findPost('Post 6')).findByRole('link', { name: /20/ }))
  await screen.findByRole('region', { name: /^More from/ })
  await failEveryCall()
  history.back()
  await screen.findByRole('region', { name: /^Profile of/ })
  await waitFor(() => expect(postTexts()).toHaveLength(6))
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

it.each([
  ['Like', 'Log in to like posts.'],
  ['Bookmark', 'Log in to bookmark posts.'],
  ['Follow', 'Log in to follow people.'],
])(
  'log-in says why a visitor who presses %s on a public post sees it, and returns to the post',
  async (name, reason) => {
    const tab = await openOtherTab({ samples: false })
    const ana = await tab.signUpUser('ana')
    await tab.signUpUser('ben')
    const path = `/post/${await tab.post(ana, 'Hemp')}`
    const user = await startApp(path)
    await user.click(button(name, await findPost('Hemp')))
    await screen.findByText(reason)
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

it('log-in gives no reason when it is opened again after a visitor has pressed Like', async () => {
  const tab = await openOtherTab({ samples: false })
  const path = `/post/${await tab.post(await tab.signUpUser('ana'), 'Hemp')}`
  const user = await startApp(path)
  await user.click(button('Like', await findPost('Hemp')))
  await screen.findByText('Log in to like posts.')
  const { usr: state } = history.state
  await closeApp()
  connectNewBackend()
  // A browser keeps the state of an entry whose address is entered again. The document is another one.
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(performance.timeOrigin + 1)
  await startApp('/login', { state })
  await screen.findByText('Pick up the thread where you left it.')
})

it('a page that a link opens starts at its top', async () => {
  const tab = await openOtherTab()
  const user = await startApp('/explore', { as: await tab.signUpUser('ana') })
  const scrollTo = vi.spyOn(window, 'scrollTo')
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await screen.findByRole('heading', { name: 'Home' })
  expect(scrollTo.mock.calls).toEqual([[0, 0]])
})

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
  await expectToasts('info: Logged out')
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
