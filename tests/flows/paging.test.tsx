import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { TestBackend } from '../backend.ts'
import { deletePost } from '../store/rows.ts'
import {
  failEveryCall,
  holdDatabase,
  serverErrorMessage,
  openOtherTab,
  setLab,
  startApp,
  injectedFaultMessage,
} from './app.tsx'
import {
  button,
  findPost,
  expectLoggedErrors,
  suggestionsPanel,
  posts,
  postTexts,
  expectToasts,
  expectNoToasts,
} from './screen.ts'

/** Lists with several pages: the next page loads near the end of the list, without gaps and duplicates. */

const damage = ['Invalid time value', serverErrorMessage]
const all = Array.from({ length: 45 }, (_, index) => `Row ${45 - index}.`)

/** Starts the app as Ana with 45 posts, which are bookmarked if the page shows bookmarks. */
async function startWithMany(path: string) {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const ids: string[] = []
  for (let row = 1; row <= 45; row += 1) ids.push(await tab.post(ana, `Row ${row}.`))
  if (path === '/bookmarks') {
    for (const id of ids) await tab.rest('POST', `/users/bookmark/${id}`, { token: ana.token })
  }
  const user = await startApp(path, { as: ana })
  await waitFor(() => expect(posts()).toHaveLength(20))
  return { tab, ana, ids, user }
}

/** Scrolls to the end of the list repeatedly until it has this many posts. */
async function scrollToCount(count: number): Promise<void> {
  await waitFor(() => {
    if (posts().length < count) fireEvent.scroll(window)
    expect(posts()).toHaveLength(count)
  })
}

/** Damages the row of a post, so that every page of a list with this post fails. */
async function breakPost({ store }: TestBackend, id: string): Promise<{ mend: () => Promise<void> }> {
  const [row] = await store.read.posts.getMany([id])
  if (!row) throw new Error('No such post')
  const setDate = (createdAt: number) =>
    store.admin.transaction(async (tx) => {
      const bookmarks = await tx.rows('bookmarks', { limit: 1000 })
      await deletePost(tx, id, 0)
      await tx.posts.purge(id)
      await tx.posts.insert({ ...row, createdAt })
      await tx.insertMany(
        'bookmarks',
        bookmarks.flatMap((page) => (page.row.postId === id ? [page.row] : [])),
      )
    })
  await setDate(NaN)
  return { mend: () => setDate(row.createdAt) }
}

describe('45 posts', () => {
  it.each(['/home', '/explore', '/userprofile', '/bookmarks'])('load in three pages on %s', async (path) => {
    await startWithMany(path)
    expect(postTexts()).toEqual(all.slice(0, 20))
    await scrollToCount(40)
    await scrollToCount(45)
    expect(postTexts()).toEqual(all)
    expect(screen.queryByText('Loading more posts')).toBeNull()
  })

  it('are a feed that is busy while the next page loads', async () => {
    const { tab } = await startWithMany('/explore')
    const feed = screen.getByRole('feed')
    expect(feed.getAttribute('aria-busy')).toBe('false')
    const held = await holdDatabase(tab)
    await waitFor(() => {
      fireEvent.scroll(window)
      expect(feed.getAttribute('aria-busy')).toBe('true')
    })
    await held.release()
    await waitFor(() => expect(posts()).toHaveLength(40))
    expect(feed.getAttribute('aria-busy')).toBe('false')
  })

  it('load in Trending without gaps and duplicates when likes change between pages', async () => {
    const { tab, ana, ids, user } = await startWithMany('/explore')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort posts' }), 'Trending')
    await waitFor(() => expect(postTexts()).toEqual(all.slice(0, 20)))
    await tab.rest('POST', `/posts/like/${ids[44]}`, { token: ana.token })
    await tab.rest('DELETE', `/posts/${ids[10]}`, { token: ana.token })
    await scrollToCount(40)
    await scrollToCount(44)
    expect(postTexts()).toEqual(all.filter((text) => text !== 'Row 11.'))
  })

  it('load without gaps after posts were published and deleted in this tab', async () => {
    const { user } = await startWithMany('/home')
    await user.type(screen.getByRole('textbox', { name: 'New post' }), 'New')
    await user.click(button('Post'))
    await findPost('New')
    await user.click(button('Delete post', await findPost('Row 26.')))
    await user.click(button('Delete post', await findPost('Row 40.')))
    await waitFor(() => expect(posts()).toHaveLength(19))
    await scrollToCount(39)
    await scrollToCount(44)
    expect(postTexts()).toEqual(['New', ...all.filter((text) => !/ (26|40)\./.test(text))])
  })
})

describe('a long list', () => {
  it('shows a post once when it moves from a loaded page to one that is not loaded yet', async () => {
    const { tab, ana, ids, user } = await startWithMany('/explore')
    await tab.rest('POST', `/posts/like/${ids[0]}`, { token: ana.token })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort posts' }), 'Trending')
    await waitFor(() => expect(postTexts()).toEqual(['Row 1.', ...all.slice(0, 19)]))
    await tab.rest('POST', `/posts/dislike/${ids[0]}`, { token: ana.token })
    await scrollToCount(40)
    await scrollToCount(45)
    expect(postTexts()).toEqual(['Row 1.', ...all.slice(0, 44)])
  })

  it('keeps all loaded pages when the viewer follows a user, and inserts the posts of that user in order', async () => {
    const { user } = await startReadingOn()
    await user.click(button('Follow @ben', await suggestionsPanel()))
    await waitFor(() => expect(postTexts()).toEqual([...all.slice(0, 15), 'Linen', ...all.slice(15)]))
  })

  it('keeps all loaded pages and the text of a new post when the refresh after a follow fails', async () => {
    const { user } = await startReadingOn()
    const field = screen.getByRole('textbox', { name: 'New post' })
    await user.type(field, 'Nettle')
    await setLab({ kind: 'errorBefore', only: 'HomePage' })
    await user.click(button('Follow @ben', await suggestionsPanel()))
    // Of the requests for both pages.
    await expectLoggedErrors(injectedFaultMessage, injectedFaultMessage, serverErrorMessage)
    expect(postTexts()).toEqual(all.slice(0, 40))
    expect(field.isConnected).toBe(true)
    expect(field).toHaveProperty('value', 'Nettle')
  })

  /** Opens Home with two loaded pages of Ana's 45 posts. Ben, whom Ana does not follow, posted before her newest 15. */
  async function startReadingOn() {
    const tab = await openOtherTab({ samples: false })
    const [ana, ben] = [await tab.signUpUser('ana'), await tab.signUpUser('ben')]
    for (let row = 1; row <= 30; row += 1) await tab.post(ana, `Row ${row}.`)
    await tab.post(ben, 'Linen')
    for (let row = 31; row <= 45; row += 1) await tab.post(ana, `Row ${row}.`)
    const user = await startApp('/home', { as: ana })
    await waitFor(() => expect(posts()).toHaveLength(20))
    await scrollToCount(40)
    return { user }
  }
})

describe('a next page that fails', () => {
  it('is only logged, keeps the loaded posts, and loads on a retry', async () => {
    const { tab, ids, user } = await startWithMany('/explore')
    const broken = await breakPost(tab, ids[10] ?? '')
    await waitFor(() => {
      fireEvent.scroll(window)
      expect(screen.getByRole('alert').textContent).toBe('The next posts did not load.')
    })
    await expectLoggedErrors(...damage)
    expect(postTexts()).toEqual(all.slice(0, 20))
    await expectNoToasts(user)
    await broken.mend()
    await user.click(button('Try again'))
    await scrollToCount(40)
    expect(postTexts()).toEqual(all.slice(0, 40))
  })
})

describe('more than ten suggested users', () => {
  async function startAmongMany() {
    const tab = await openOtherTab({ samples: false })
    const ana = await tab.signUpUser('ana')
    for (let number = 1; number <= 12; number += 1) await tab.signUpUser(`m${number}`)
    const user = await startApp('/explore', { as: ana })
    const panel = await suggestionsPanel()
    const count = () => within(panel).queryAllByRole('button', { name: /^Follow @/ }).length
    await waitFor(() => expect(count()).toBe(10))
    return { tab, user, panel, count }
  }

  it('load with Show more, whose focus moves to the first of the last ones', async () => {
    const { user, panel, count } = await startAmongMany()
    await user.click(button('Show more', panel))
    await waitFor(() => expect(count()).toBe(12))
    await waitFor(() => expect(document.activeElement).toBe(within(panel).getAllByRole('listitem')[10]?.firstChild))
    expect(within(panel).queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('stay unchanged when loading more fails, which offers Try again', async () => {
    const { user, panel, count } = await startAmongMany()
    await failEveryCall()
    await user.click(button('Show more', panel))
    await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
    await expectToasts()
    expect(count()).toBe(10)
    expect((await within(panel).findByRole('alert')).textContent).toBe('More people did not load.')
    await waitFor(() => expect(button('Try again', panel).getAttribute('aria-busy')).toBeNull())
    await setLab()
    await user.click(button('Try again', panel))
    await waitFor(() => expect(count()).toBe(12))
    expect(within(panel).queryByRole('alert')).toBeNull()
  })
})

it('a feed that fails to load keeps the form for a new post and its text', async () => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const hemp = await tab.post(ana, 'Hemp')
  const user = await startApp('/nowhere', { as: ana })
  const broken = await breakPost(tab, hemp)
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await screen.findByRole('heading', { name: 'These posts did not load' })
  await expectLoggedErrors(...damage)
  const field = screen.getByRole('textbox', { name: 'New post' })
  await user.type(field, 'Nettle')
  await broken.mend()
  await user.click(button('Try again'))
  await findPost('Hemp')
  expect(field.isConnected).toBe(true)
  expect(field).toHaveProperty('value', 'Nettle')
})

describe('a page that fails', () => {
  it.each([
    ['/explore', 'These posts did not load'],
    ['/userprofile', 'This page did not load'],
    ['/bookmarks', 'This page did not load'],
    ['/post/', 'This page did not load'],
  ])('at %s shows and announces the failure, and loads on a retry', async (path, name) => {
    const tab = await openOtherTab({ samples: false })
    const ana = await tab.signUpUser('ana')
    const id = await tab.post(ana, 'Hemp')
    await tab.rest('POST', `/users/bookmark/${id}`, { token: ana.token })
    const user = await startApp('/nowhere', { as: ana })
    const broken = await breakPost(tab, id)
    history.pushState(null, '', path === '/post/' ? path + id : path)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
    await screen.findByRole('heading', { name })
    await expectLoggedErrors(...damage)
    await waitFor(() => expect(document.getElementById('announcement')?.textContent).toBe(name))
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
    await user.click(button('Try again'))
    await expectLoggedErrors(...damage)
    expect(screen.getByRole('heading', { name })).toBeTruthy()
    await broken.mend()
    await user.click(button('Try again'))
    await findPost('Hemp')
    await expectToasts()
  })
})

it('each failed retry of a page is announced', async () => {
  const tab = await openOtherTab({ samples: false })
  const user = await startApp('/explore', { as: await tab.signUpUser('ana') })
  await failEveryCall()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort posts' }), 'Trending')
  await screen.findByText('These posts did not load', { selector: '#announcement *' })
  const announced: (string | null)[] = []
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) announced.push(...Array.from(addedNodes, ({ textContent }) => textContent))
  })
  observer.observe(document.getElementById('announcement') ?? document, { childList: true, subtree: true })
  for (const count of [1, 2]) {
    await user.click(button('Try again'))
    await waitFor(() => expect(announced).toEqual(Array(count).fill('These posts did not load')))
  }
  observer.disconnect()
  await expectLoggedErrors(...[1, 2, 3].flatMap(() => [injectedFaultMessage, serverErrorMessage]))
})

it.each(['/explore', '/tag/hemp'])('an order that fails to load at %s can be changed back', async (path) => {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Some #hemp')
  const user = await startApp(path, { as: ana })
  await findPost('Some #hemp')
  await failEveryCall()
  const select = screen.getByRole('combobox', { name: 'Sort posts' })
  await user.selectOptions(select, 'Trending')
  await screen.findByRole('heading', { name: 'These posts did not load' })
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  expect(select.isConnected).toBe(true)
  await user.selectOptions(select, 'Latest Posts')
  await findPost('Some #hemp')
})
