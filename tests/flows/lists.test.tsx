import { ApolloLink } from '@apollo/client'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { BehaviorSubject, delayWhen, filter, tap } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { sessionClient } from '../../src/apollo/client.ts'
import { AddBookmarkDocument } from '../../src/features/posts/card/BookmarkButton.generated.ts'
import { FollowUserDocument } from '../../src/features/people/FollowButton.generated.ts'
import { beginSession } from '../../src/session/session.ts'
import {
  connectNewBackend,
  connectWithChanges,
  connectWithoutChanges,
  holdDatabase,
  openOtherTab,
  reload,
  sessionOf,
  startApp,
  waitForResponses,
} from './app.tsx'
import { button, expectToasts, findPost, suggestionsPanel, postTexts } from './screen.ts'

/** Changes to posts and users show on every page at once, without a reload. */

/** Starts the app with Ana and three other users. Their posts have 3, 2, 1 and 1 likes, and Ana follows Ben. */
async function startAmongFour(path = '/home') {
  const tab = await openOtherTab({ samples: false })
  const [ana, ben, cai, dora] = await Promise.all(['ana', 'ben', 'cai', 'dora'].map((name) => tab.signUpUser(name)))
  if (!ana || !ben || !cai || !dora) throw new Error('Sign-up failed')
  const likes = [
    [await tab.post(ben, 'Linen'), [ana, ben, cai]],
    [await tab.post(cai, 'Silk'), [ana, ben]],
    [await tab.post(dora, 'Wool'), [ana]],
    [await tab.post(ana, 'Hemp'), [ana]],
  ] as const
  for (const [id, users] of likes) {
    for (const { token } of users) await tab.rest('POST', `/posts/like/${id}`, { token })
  }
  await tab.rest('POST', `/users/follow/${ben.id}`, { token: ana.token })
  return { tab, ana, ben, cai, dora, user: await startApp(path, { as: ana }) }
}

async function showsPosts(...texts: string[]): Promise<void> {
  await waitFor(() => expect(postTexts()).toEqual(texts))
}

async function visit(user: UserEvent, name: string | RegExp): Promise<void> {
  await user.click(screen.getByRole('link', { name }))
}

async function sortBy(user: UserEvent, label: string): Promise<void> {
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort posts' }), label)
}

async function publish(user: UserEvent, text: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: 'New post' })
  await user.type(field, text)
  await user.click(button('Post'))
  await waitFor(() => expect(field).toHaveProperty('value', ''))
}

describe('a new post', () => {
  it("comes first among the latest on Home, Explore and the author's profile, and last in Trending", async () => {
    const { user } = await startAmongFour()
    await showsPosts('Hemp', 'Linen')
    await visit(user, 'Explore')
    await showsPosts('Hemp', 'Wool', 'Silk', 'Linen')
    await visit(user, /@ana/)
    await showsPosts('Hemp')
    await visit(user, 'Home')
    await sortBy(user, 'Trending')
    await showsPosts('Linen', 'Hemp')
    await visit(user, 'Explore')
    await showsPosts('Hemp', 'Wool', 'Silk', 'Linen')
    await sortBy(user, 'Trending')
    await showsPosts('Linen', 'Silk', 'Hemp', 'Wool')
    await visit(user, 'Home')

    await publish(user, 'Nettle')
    await visit(user, 'Explore')
    await showsPosts('Linen', 'Silk', 'Hemp', 'Wool', 'Nettle')
    await sortBy(user, 'Latest Posts')
    await showsPosts('Nettle', 'Hemp', 'Wool', 'Silk', 'Linen')
    await visit(user, /@ana/)
    await showsPosts('Nettle', 'Hemp')
    expect(screen.getByText('Posts', { selector: 'dt' }).nextSibling?.textContent).toBe('2')
    await visit(user, 'Home')
    await showsPosts('Linen', 'Hemp', 'Nettle')
    await sortBy(user, 'Latest Posts')
    await showsPosts('Nettle', 'Hemp', 'Linen')
  })

  it('is announced with a link to it if it is not in view', async () => {
    const { tab, user } = await startAmongFour()
    const held = await holdDatabase(tab)
    await user.type(await screen.findByRole('textbox', { name: 'New post' }), 'Nettle')
    await user.click(button('Post'))
    await visit(user, 'Settings')
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
    await held.release()
    await expectToasts('success: Posted')
    await user.click(button('View'))
    await findPost('Nettle')
    expect(location.pathname).toMatch(/^\/post\//)
  })

  it('is created once by three quick presses', async () => {
    const { user } = await startAmongFour()
    await user.type(await screen.findByRole('textbox', { name: 'New post' }), 'Nettle')
    await user.tripleClick(button('Post'))
    await showsPosts('Nettle', 'Hemp', 'Linen')
  })
})

describe('a deleted post', () => {
  it('disappears from every page', async () => {
    const { user } = await startAmongFour('/explore')
    await user.click(button('Bookmark', await findPost('Hemp')))
    await visit(user, 'Bookmarks')
    await showsPosts('Hemp')
    await visit(user, /@ana/)
    await showsPosts('Hemp')
    await visit(user, 'Home')
    await showsPosts('Hemp', 'Linen')
    await user.click(button('Delete post', await findPost('Hemp')))
    await showsPosts('Linen')
    await visit(user, 'Explore')
    await showsPosts('Wool', 'Silk', 'Linen')
    await visit(user, 'Bookmarks')
    await screen.findByRole('heading', { name: 'No Bookmarks' })
    await visit(user, /@ana/)
    await screen.findByRole('heading', { name: 'No Posts Added' })
    expect(screen.getByText('Posts', { selector: 'dt' }).nextSibling?.textContent).toBe('0')
  })

  it('returns from its own page to the previous page', async () => {
    const { user } = await startAmongFour('/userprofile')
    await user.click((await screen.findAllByRole('link', { name: /2026|20\d\d/ }))[0] ?? document.body)
    const solo = await screen.findByRole('region', { name: 'Post' })
    await user.click(button('Delete post', solo))
    await screen.findByRole('heading', { name: 'No Posts Added' })
    expect(location.pathname).toBe('/userprofile')
  })
})

describe('the focus after a deletion by keyboard', () => {
  async function startWithOwn(path: string, texts: readonly string[]) {
    const tab = await openOtherTab({ samples: false })
    const ana = await tab.signUpUser('ana')
    const ids: string[] = []
    for (const text of texts) ids.push(await tab.post(ana, text))
    const user = await startApp(path, { as: ana })
    return { user, ids, main: screen.getByRole('main') }
  }

  async function deleteByKeyboard(user: UserEvent, text: string): Promise<void> {
    button('Delete post', await findPost(text)).focus()
    await user.keyboard('{Enter}')
  }

  it('moves to the next post, else to the previous one, else to the container of the list', async () => {
    const { user } = await startWithOwn('/home', ['Linen', 'Silk', 'Wool'])
    await deleteByKeyboard(user, 'Silk')
    expect(document.activeElement).toBe(await findPost('Linen'))
    await deleteByKeyboard(user, 'Linen')
    expect(document.activeElement).toBe(await findPost('Wool'))
    await deleteByKeyboard(user, 'Wool')
    await screen.findByRole('heading', { name: 'Your feed starts here' })
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'List of posts' }))
  })

  it('moves to the page that opens after the post page', async () => {
    const { user, main } = await startWithOwn('/explore', ['Linen', 'Silk'])
    await user.click(screen.getAllByRole('link', { name: /20\d\d/ })[0] ?? main)
    const solo = await screen.findByRole('region', { name: 'Post' })
    within(solo).getByRole('button', { name: 'Delete post' }).focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: 'Explore' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Explore' })))
  })
})

describe('a post that the viewer takes out of a list', () => {
  it('stays on Bookmarks with Undo until the page is left', async () => {
    const { user } = await startAmongFour('/explore')
    for (const text of ['Linen', 'Silk', 'Wool']) await user.click(button('Bookmark', await findPost(text)))
    await visit(user, 'Bookmarks')
    await showsPosts('Wool', 'Silk', 'Linen')
    for (const text of ['Silk', 'Linen']) await user.click(button('Remove bookmark', await findPost(text)))
    await waitForResponses()
    await showsPosts('Wool', 'Silk', 'Linen')
    within(await findPost('Silk')).getByText(/^Bookmark removed/)
    await user.click(button('Undo', await findPost('Linen')))
    await waitForResponses()
    await visit(user, 'Home')
    await screen.findByRole('heading', { name: 'Home' })
    await visit(user, 'Bookmarks')
    await showsPosts('Linen', 'Wool')
  })

  it('stays on Home with Undo until the page is left', async () => {
    const { user } = await startAmongFour()
    await showsPosts('Hemp', 'Linen')
    const linen = await findPost('Linen')
    await user.click(button('Unfollow', linen))
    await within(linen).findByText(/^Unfollowed/)
    await waitForResponses()
    await user.click(button('Undo', linen))
    await waitFor(() => button('Unfollow', linen))
    await waitForResponses()
    await user.click(button('Unfollow', linen))
    await waitForResponses()
    expect(linen.isConnected).toBe(true)
    await visit(user, 'Explore')
    await showsPosts('Hemp', 'Wool', 'Silk', 'Linen')
    await visit(user, 'Home')
    await showsPosts('Hemp')
  })
})

it('the focus moves to the content of the page if the post that is being edited is deleted in another tab', async () => {
  const deletions = connectWithChanges()
  const { tab, ana, user } = await startAmongFour()
  await user.click(button('Edit post', await findPost('Hemp')))
  const field = await screen.findByRole('textbox', { name: 'Post text' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  const [hemp] = await tab.store.read.posts.page('LATEST', { limit: 1 })
  const author = { __typename: 'User', id: ana.id, postCount: 0 }
  deletions.next({ data: { changes: { __typename: 'PostDeletion', deletedPostId: hemp?.row.id, author } } })
  await showsPosts('Linen')
  expect(document.activeElement?.id).toBe('main')
})

it('the posts of an unfollowed user have left the feed when it is opened again, before an event says so', async () => {
  connectWithoutChanges()
  const { tab, user } = await startAmongFour('/explore')
  await showsPosts('Hemp', 'Wool', 'Silk', 'Linen')
  await visit(user, 'Home')
  await showsPosts('Hemp', 'Linen')
  const held = await holdDatabase(tab)
  await user.click(button('Unfollow', await findPost('Linen')))
  await visit(user, 'Explore')
  await showsPosts('Hemp', 'Wool', 'Silk', 'Linen')
  await held.release()
  await waitForResponses()
  await visit(user, 'Home')
  await showsPosts('Hemp')
})

it('Tab leads to Undo also if the post that has taken the focus is deleted in another tab', async () => {
  const deletions = connectWithChanges()
  const { tab, ben, user } = await startAmongFour()
  button('Delete post', await findPost('Hemp')).focus()
  await user.keyboard('{Enter}')
  await expectToasts('info: Post deleted')
  expect(document.activeElement).toBe(await findPost('Linen'))
  const linen = (await tab.store.read.posts.page('LATEST', { limit: 4 })).find(({ row }) => row.authorId === ben.id)
  const author = { __typename: 'User', id: ben.id, postCount: 0 }
  deletions.next({ data: { changes: { __typename: 'PostDeletion', deletedPostId: linen?.row.id, author } } })
  await showsPosts()
  await user.keyboard('{Tab}')
  expect(document.activeElement).toBe(button('Undo'))
})

it('Page Up and Page Down pass over a post whose deletion waits for its response', async () => {
  const { tab, user } = await startAmongFour('/explore')
  await sortBy(user, 'Trending')
  await showsPosts('Linen', 'Silk', 'Hemp', 'Wool')
  const held = await holdDatabase(tab)
  button('Delete post', await findPost('Hemp')).focus()
  await user.keyboard('{Enter}')
  await showsPosts('Linen', 'Silk', 'Wool')
  await user.keyboard('{PageUp}')
  expect(document.activeElement).toBe(await findPost('Silk'))
  await user.keyboard('{PageDown}')
  expect(document.activeElement).toBe(await findPost('Wool'))
  await held.release()
})

it('the list of a tag that is not on screen is loaded again only when it is opened', async () => {
  const sent: (string | undefined)[] = []
  const changes = connectWithChanges(
    new ApolloLink((operation, forward) => {
      sent.push(operation.operationName)
      return forward(operation)
    }),
  )
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  await tab.post(ana, 'Some #hemp')
  const user = await startApp('/tag/hemp', { as: ana })
  await findPost('Some #hemp')
  await visit(user, 'Home')
  await screen.findByRole('heading', { name: 'Home' })
  await waitForResponses()
  await tab.post(ana, 'More #hemp')
  sent.length = 0
  const author = { __typename: 'User', id: ana.id, postCount: 2 }
  changes.next({ data: { changes: { __typename: 'PostDeletion', deletedPostId: 'another', author } } })
  await waitForResponses()
  // The number of unread notifications is fetched when the page is idle.
  expect(sent.filter((name) => name !== 'Changes' && name !== 'UnreadNotifications')).toEqual([])
  await user.click(within(await findPost('Some #hemp')).getByRole('link', { name: '#hemp' }))
  await showsPosts('More #hemp', 'Some #hemp')
})

describe('following', () => {
  it('adds the posts of the user to Home', async () => {
    const { user } = await startAmongFour()
    await showsPosts('Hemp', 'Linen')
    await user.click(button('Follow @cai', await suggestionsPanel()))
    await showsPosts('Hemp', 'Silk', 'Linen')
  })

  it.each([0, 1])('on a phone with %i posts keeps the focus on the button that the new posts move', async (own) => {
    innerWidth = 390
    const tab = await openOtherTab({ samples: false })
    const ana = await tab.signUpUser('ana')
    const ben = await tab.signUpUser('ben')
    for (const text of ['Linen', 'Silk', 'Wool']) await tab.post(ben, text)
    for (let post = 0; post < own; post += 1) await tab.post(ana, 'Hemp')
    const user = await startApp('/home', { as: ana })
    const follow = await screen.findByRole('button', { name: 'Follow @ben' })
    follow.focus()
    await user.keyboard('{Enter}')
    await findPost('Wool')
    await waitFor(() => expect(follow.isConnected).toBe(false))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Unfollow @ben' }))
  })

  it('on another page updates Home in both orders', async () => {
    const { user } = await startAmongFour()
    await showsPosts('Hemp', 'Linen')
    await sortBy(user, 'Trending')
    await showsPosts('Linen', 'Hemp')
    await visit(user, 'Explore')
    await user.click(button('Follow', await findPost('Wool')))
    await user.click(button('Unfollow', await findPost('Linen')))
    await waitForResponses()
    await visit(user, 'Home')
    await showsPosts('Hemp', 'Wool')
    await sortBy(user, 'Latest Posts')
    await showsPosts('Hemp', 'Wool')
  })

  it('on Home also updates the order that is not shown', async () => {
    const { user } = await startAmongFour()
    await showsPosts('Hemp', 'Linen')
    await sortBy(user, 'Trending')
    await showsPosts('Linen', 'Hemp')
    await user.click(button('Follow @cai', await suggestionsPanel()))
    await showsPosts('Linen', 'Silk', 'Hemp')
    await sortBy(user, 'Latest Posts')
    await showsPosts('Hemp', 'Silk', 'Linen')
  })
})

describe('the order of posts', () => {
  it('is kept by each page, also after a reload, and Home starts with the latest', async () => {
    const { ana, user } = await startAmongFour('/explore')
    await sortBy(user, 'Trending')
    await showsPosts('Linen', 'Silk', 'Hemp', 'Wool')
    await visit(user, 'Home')
    await showsPosts('Hemp', 'Linen')
    await visit(user, 'Explore')
    await showsPosts('Linen', 'Silk', 'Hemp', 'Wool')
    await reload('/home', ana)
    await showsPosts('Hemp', 'Linen')
    await reload('/explore', ana)
    await showsPosts('Linen', 'Silk', 'Hemp', 'Wool')
    expect(screen.getByRole('combobox', { name: 'Sort posts' })).toHaveProperty('value', 'TRENDING')
  })

  it('defaults to the latest first after another tab has cleared the storage', async () => {
    const { ana, user } = await startAmongFour()
    await sortBy(user, 'Trending')
    await showsPosts('Linen', 'Hemp')
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage'))
    await screen.findByRole('heading', { name: 'Welcome back' })
    await act(async () => beginSession(sessionOf(ana)))
    await showsPosts('Hemp', 'Linen')
  })

  it.each(['latest', '', '{', '__proto__'])('defaults to the latest first when storage holds %j', async (kept) => {
    localStorage.setItem('homeSort', kept)
    await startAmongFour()
    await showsPosts('Hemp', 'Linen')
  })
})

describe('a list that the backend read before a change, and whose result arrives after it', () => {
  /** Holds the results of a query, and all events, from the call of `hold` until `release`. */
  function holdResults(queryName: string) {
    const passes = { result: new BehaviorSubject(true), event: new BehaviorSubject(true) }
    const isHeld = (what: keyof typeof passes) => () => passes[what].pipe(filter(Boolean))
    let reads = 0
    connectNewBackend(
      new ApolloLink((operation, forward) => {
        const results = forward(operation)
        if (operation.operationName === 'Changes') return results.pipe(delayWhen(isHeld('event')))
        if (operation.operationName !== queryName) return results
        return results.pipe(
          tap(() => (reads += 1)),
          delayWhen(isHeld('result')),
        )
      }),
    )
    return {
      hold: () => {
        reads = 0
        for (const gate of Object.values(passes)) gate.next(false)
      },
      wasRead: () => waitFor(() => expect(reads).toBe(1)),
      release: (what: keyof typeof passes) => act(async () => passes[what].next(true)),
    }
  }

  async function start(path: string) {
    const tab = await openOtherTab({ samples: false })
    const ana = await tab.signUpUser('ana')
    const ben = await tab.signUpUser('ben')
    const linen = await tab.post(ben, 'Linen')
    const cai = await tab.signUpUser('cai')
    const silk = await tab.post(cai, 'Silk')
    await tab.rest('POST', `/users/follow/${ben.id}`, { token: ana.token })
    await tab.rest('POST', `/users/bookmark/${linen}`, { token: ana.token })
    return { cai, silk, user: await startApp(path, { as: ana }) }
  }

  const orders = [
    ['event', 'result'],
    ['result', 'event'],
  ] as const

  it.each(orders)("has the viewer's new post if the %s arrives before the %s", async (first, second) => {
    const { hold, wasRead, release } = holdResults('HomePage')
    const { user } = await start('/home')
    hold()
    await sortBy(user, 'Trending')
    await wasRead()
    await publish(user, 'Hemp')
    await release(first)
    await release(second)
    await showsPosts('Hemp', 'Linen')
  })

  it.each(orders)('has a bookmark made elsewhere if the %s arrives before the %s', async (first, second) => {
    const { hold, wasRead, release } = holdResults('BookmarksPage')
    const { user, silk } = await start('/explore')
    hold()
    await visit(user, 'Bookmarks')
    await wasRead()
    await sessionClient().mutate({ mutation: AddBookmarkDocument, variables: { input: { postId: silk } } })
    await release(first)
    await release(second)
    await showsPosts('Silk', 'Linen')
  })

  it('has the posts of a user whom the viewer has followed elsewhere meanwhile', async () => {
    const { hold, wasRead, release } = holdResults('HomePage')
    const { user, cai } = await start('/explore')
    hold()
    await visit(user, 'Home')
    await wasRead()
    await sessionClient().mutate({ mutation: FollowUserDocument, variables: { input: { userId: cai.id } } })
    await release('event')
    await release('result')
    await showsPosts('Silk', 'Linen')
  })
})
