import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { TestBackend, TestUser } from '../backend.ts'
import { listAt, textAt } from '../values.ts'
import {
  address,
  connectWithChanges,
  injectedFaultMessage,
  openOtherTab,
  reload,
  serverErrorMessage,
  setLab,
  startApp,
  waitForResponses,
} from './app.tsx'
import { button, expectLoggedErrors, expectToasts, findPost, postTexts } from './screen.ts'
import { draftIds } from './storedDrafts.ts'

/** Replies: the page of a post as a thread, its form, and where replies are shown. */

async function reply(tab: TestBackend, { token }: TestUser, to: string, content: string): Promise<string> {
  const mutation = `mutation ($to: ID!, $content: String!) {
    createPost(input: { inReplyTo: $to, content: $content }) { postEdge { node { id } } }
  }`
  return textAt(await tab.gql(mutation, { to, content }, token), 'data.createPost.postEdge.node.id')
}

async function posts(tab: TestBackend): Promise<unknown[]> {
  return listAt((await tab.rest('GET', '/posts')).json, 'posts')
}

/** The live updates of another tab, in which changes are made. */
function connectWithLiveUpdates() {
  const updates = connectWithChanges()
  const send = (changes: Record<string, unknown>) => act(async () => updates.next({ data: { changes } }))
  const sendCount = (postId: string, replyCount: number) => {
    const likedBy = { __typename: 'UserConnection', edges: [] }
    const content = { content: 'Hemp', mentions: [], media: null, editedAt: null }
    return send({
      __typename: 'PostChange',
      post: { __typename: 'Post', id: postId, likeCount: 0, replyCount, likedBy, ...content },
    })
  }
  return {
    sendCount,
    async remove(tab: TestBackend, { id, token }: TestUser, postId: string): Promise<void> {
      await tab.gql(`mutation { deletePost(input: { postId: "${postId}" }) { deletedPostId } }`, {}, token)
      const author = { __typename: 'User', id, postCount: 0 }
      await send({ __typename: 'PostDeletion', deletedPostId: postId, author })
    },
    async restore(tab: TestBackend, { id, token, username }: TestUser, postId: string, content: string): Promise<void> {
      await tab.gql(`mutation { restorePost(input: { postId: "${postId}" }) { viewer { id } } }`, {}, token)
      const name = { username, firstName: 'First', lastName: 'Last', avatarUrl: '' }
      const author = { __typename: 'User', id, ...name, isViewer: false, viewerIsFollowing: false, postCount: 1 }
      const counts = { likeCount: 0, replyCount: 0, viewerHasLiked: false, viewerHasBookmarked: false }
      const text = { content, mentions: [], media: null, editedAt: null, createdAt: new Date().toISOString() }
      const place = { isReply: false, parent: null, viewerCanEdit: false, author }
      const node = { __typename: 'Post', id: postId, ...text, ...counts, ...place }
      await send({ __typename: 'PostRestoration', postEdge: { __typename: 'PostEdge', node } })
    },
    async reply(tab: TestBackend, user: TestUser, to: string, content: string): Promise<void> {
      const id = await reply(tab, user, to, content)
      const parent = { __typename: 'Post', id: to }
      const node = { __typename: 'Post', id, author: { __typename: 'User', id: user.id }, parent }
      await send({ __typename: 'ReplyCreation', replyEdge: { __typename: 'ThreadEdge', node } })
    },
  }
}

/** Ana's post "Hemp", with Ben, who answers. */
async function openThread() {
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const ben = await tab.signUpUser('ben')
  const id = await tab.post(ana, 'Hemp')
  return { tab, ana, ben, id }
}

const field = (name = 'First Last') => screen.findByRole('textbox', { name: `Reply to ${name}` })
const replyLink = (post: HTMLElement, name = 'Reply') => within(post).getByRole('link', { name })

async function showsPosts(...texts: string[]): Promise<void> {
  await waitFor(() => expect(postTexts()).toEqual(texts))
}

it('a reply joins the replies and takes the focus, the form empties and folds, and the count goes up', async () => {
  const { ana, ben, tab, id } = await openThread()
  await reply(tab, ben, id, 'Nettle')
  const user = await startApp('/home', { as: ana })
  await user.click(replyLink(await findPost('Hemp'), 'Reply, 1 reply'))
  await waitFor(() => expect(address()).toBe(`/post/${id}`))
  const text = await field()
  await waitFor(() => expect(document.activeElement).toBe(text))
  await user.type(text, 'Ramie')
  await user.click(button('Post'))
  await showsPosts('Hemp', 'Nettle', 'Ramie')
  const sent = await findPost('Ramie')
  await waitFor(() => expect(document.activeElement).toBe(sent))
  expect(await field()).toHaveProperty('value', '')
  expect(await field()).toHaveProperty('rows', 1)
  await screen.findByRole('heading', { level: 2, name: 'Replies 2' })
  expect(replyLink(await findPost('Hemp'), 'Reply, 2 replies')).toBeTruthy()
  expect(draftIds()).toEqual([])
})

it('R on a post opens its reply form, with the focus', async () => {
  const { ana, id } = await openThread()
  const user = await startApp('/home', { as: ana })
  const post = await findPost('Hemp')
  post.focus()
  await user.keyboard('r')
  await waitFor(() => expect(address()).toBe(`/post/${id}`))
  const text = await field()
  await waitFor(() => expect(document.activeElement).toBe(text))
})

it('the draft of a reply is kept for each parent, over a log-out and a reload', async () => {
  const { tab, ana, id } = await openThread()
  const other = await tab.post(ana, 'Flax')
  const user = await startApp(`/post/${id}`, { as: ana })
  await user.type(await field(), 'Half a thought')
  expect(draftIds()).toEqual([`draft:${ana.id}:reply:${id}`])
  await user.click(button('Log out'))
  await screen.findByRole('heading', { name: 'Welcome back' })
  await reload(`/post/${other}`, ana)
  expect(await field()).toHaveProperty('value', '')
  await reload(`/post/${id}`, ana)
  expect(await field()).toHaveProperty('value', 'Half a thought')
})

it('a reply opens below the posts that it answers, of which the middle ones are folded', async () => {
  const { tab, ana, ben, id } = await openThread()
  let last = id
  for (const text of ['one', 'two', 'three', 'four', 'five']) last = await reply(tab, ben, last, text)
  const user = await startApp(`/post/${last}`, { as: ana })
  await showsPosts('Hemp', 'three', 'four', 'five')
  await user.click(button('Show 2 earlier posts'))
  await showsPosts('Hemp', 'one', 'two', 'three', 'four', 'five')
  const one = await findPost('one')
  await waitFor(() => expect(document.activeElement).toBe(one))
})

it('a deleted post above a reply, and a deleted reply with answers, stay as rows without content', async () => {
  const live = connectWithLiveUpdates()
  const { tab, ana, ben, id } = await openThread()
  const middle = await reply(tab, ben, id, 'Nettle')
  const leaf = await reply(tab, ana, middle, 'Ramie')
  const user = await startApp(`/post/${leaf}`, { as: ana })
  await showsPosts('Hemp', 'Nettle', 'Ramie')
  await waitForResponses()
  await live.remove(tab, ben, middle)
  await screen.findByText('This post was deleted')
  await showsPosts('Hemp', 'Ramie')
  await user.click(within(await findPost('Hemp')).getByRole('time'))
  await waitFor(() => expect(address()).toBe(`/post/${id}`))
  const answers = await screen.findByRole('list', { name: 'Replies to a deleted post' })
  expect(within(answers).getByText('Ramie')).toBeTruthy()
})

it('a reply shows two of its own, and more in place', async () => {
  const { tab, ana, ben, id } = await openThread()
  const first = await reply(tab, ben, id, 'Nettle')
  for (const text of ['one', 'two', 'three', 'four']) await reply(tab, ana, first, text)
  const user = await startApp(`/post/${id}`, { as: ana })
  await showsPosts('Hemp', 'Nettle', 'one', 'two')
  await setLab({ kind: 'errorBefore' })
  await user.click(button('Show 2 more replies'))
  await screen.findByRole('button', { name: 'These replies did not load. Try again' })
  await setLab()
  await user.click(button('These replies did not load. Try again'))
  await showsPosts('Hemp', 'Nettle', 'one', 'two', 'three', 'four')
  const three = await findPost('three')
  await waitFor(() => expect(document.activeElement).toBe(three))
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
})

it('a reply of somebody else is counted by a button at the end, and a deleted one leaves', async () => {
  const live = connectWithLiveUpdates()
  const { tab, ana, ben, id } = await openThread()
  const first = await reply(tab, ben, id, 'Nettle')
  const user = await startApp(`/post/${id}`, { as: ana })
  await showsPosts('Hemp', 'Nettle')
  await waitForResponses()
  await live.reply(tab, ben, id, 'Ramie')
  await live.sendCount(id, 2)
  const show = await screen.findByRole('button', { name: '1 new reply' })
  await screen.findByRole('heading', { name: 'Replies 2' })
  expect(postTexts()).toEqual(['Hemp', 'Nettle'])
  await user.click(show)
  await showsPosts('Hemp', 'Nettle', 'Ramie')
  const ramie = await findPost('Ramie')
  await waitFor(() => expect(document.activeElement).toBe(ramie))
  expect(screen.queryByRole('button', { name: '1 new reply' })).toBeNull()
  await live.remove(tab, ben, first)
  await live.sendCount(id, 1)
  await showsPosts('Hemp', 'Ramie')
  await screen.findByRole('heading', { name: 'Replies 1' })
})

it('Undo brings a deleted reply back to its place', async () => {
  const { tab, ana, ben, id } = await openThread()
  await reply(tab, ana, id, 'Nettle')
  await reply(tab, ben, id, 'Ramie')
  const user = await startApp(`/post/${id}`, { as: ana })
  await user.click(button('Delete post', await findPost('Nettle')))
  await showsPosts('Hemp', 'Ramie')
  await screen.findByRole('heading', { name: 'Replies 1' })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await showsPosts('Hemp', 'Nettle', 'Ramie')
  await screen.findByRole('heading', { name: 'Replies 2' })
})

it('what is typed stays if the answered post is deleted, and can be posted as a new post', async () => {
  const live = connectWithLiveUpdates()
  const { tab, ana, ben } = await openThread()
  const id = await tab.post(ben, 'Sisal')
  const user = await startApp(`/post/${id}`, { as: ana })
  const text = await field()
  await user.type(text, 'Half a thought')
  await waitForResponses()
  await live.remove(tab, ben, id)
  await screen.findByText('The post you were answering was deleted.')
  expect(document.activeElement).toBe(text)
  expect(text).toHaveProperty('value', 'Half a thought')
  expect(button('Post').getAttribute('aria-disabled')).toBe('true')
  await user.click(button('Post as new'))
  await expectToasts('success: Posted')
  expect(await posts(tab)).toMatchObject([{ content: 'Hemp' }, { content: 'Half a thought' }])
})

it('a reply can be sent again once the answered post is restored', async () => {
  const live = connectWithLiveUpdates()
  const { tab, ana, ben } = await openThread()
  const id = await tab.post(ben, 'Sisal')
  const user = await startApp(`/post/${id}`, { as: ana })
  await user.type(await field(), 'Half a thought')
  await waitForResponses()
  await live.remove(tab, ben, id)
  await screen.findByText('The post you were answering was deleted.')
  await live.restore(tab, ben, id, 'Sisal')
  await showsPosts('Sisal')
  await waitForResponses()
  expect(screen.queryByText('The post you were answering was deleted.')).toBeNull()
  await user.click(button('Post'))
  await showsPosts('Sisal', 'Half a thought')
})

it('an answered post that was deleted on its page and restored opens again', async () => {
  const { tab, ana, ben, id } = await openThread()
  await reply(tab, ben, id, 'Nettle')
  const user = await startApp(`/post/${id}`, { as: ana })
  await showsPosts('Hemp', 'Nettle')
  await user.click(button('Delete post', await findPost('Hemp')))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitForResponses()
  await user.click(await screen.findByRole('link', { name: 'Home' }))
  await user.click(within(await findPost('Hemp')).getByRole('time'))
  await waitFor(() => expect(address()).toBe(`/post/${id}`))
  await showsPosts('Hemp', 'Nettle')
})

it('the outbox names whom a waiting reply answers, but not on Home', async () => {
  const { tab, ana } = await openThread()
  // So that Home is in the cache.
  const user = await startApp('/home', { as: ana })
  await user.click(replyLink(await findPost('Hemp')))
  const text = await field()
  await waitForResponses()
  await setLab({ kind: 'offline' })
  await user.type(text, 'Ramie')
  await user.click(button('Post'))
  await screen.findByText('Waiting to send')
  expect(screen.getByRole('region', { name: 'Unsent posts' }).textContent).toContain('Reply to First Last: Ramie')
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await screen.findByRole('heading', { level: 1, name: 'Home' })
  expect(screen.queryByText('Waiting to send')).toBeNull()
  expect(await posts(tab)).toHaveLength(1)
})

it('a profile has the replies of its user, which name whom they answer, and their pictures', async () => {
  const { tab, ana, ben, id } = await openThread()
  await reply(tab, ben, id, 'Nettle')
  const media = { url: 'https://weft.example/a.png', type: 'IMAGE', alt: 'Six metres of cotton' }
  await tab.gql(
    'mutation ($media: MediaInput!) { createPost(input: { content: "Cotton", media: $media }) { viewer { id } } }',
    { media },
    ben.token,
  )
  const user = await startApp(`/userprofile/${ben.id}`, { as: ana })
  await showsPosts('Cotton')
  const tabs = await screen.findByRole('navigation', { name: 'Profile' })
  await user.click(within(tabs).getByRole('link', { name: 'Replies' }))
  const nettle = await findPost('Nettle')
  expect(within(nettle).getByRole('link', { name: 'Replying to First Last' })).toHaveProperty('pathname', `/post/${id}`)
  await user.click(
    within(await screen.findByRole('navigation', { name: 'Profile' })).getByRole('link', { name: 'Media' }),
  )
  await user.click(await screen.findByRole('link', { name: 'Six metres of cotton' }))
  await findPost('Cotton')
})

it('a bookmarked reply is a full card that names whom it answers, and Home and Explore have no replies', async () => {
  const { tab, ana, ben, id } = await openThread()
  const nettle = await reply(tab, ben, id, 'Nettle')
  await tab.rest('POST', `/users/bookmark/${nettle}`, { token: ana.token })
  const user = await startApp('/bookmarks', { as: ana })
  expect((await findPost('Nettle')).textContent).toContain('Replying to First Last')
  for (const page of ['Home', 'Explore']) {
    await user.click(screen.getByRole('link', { name: page }))
    await screen.findByRole('heading', { level: 1, name: page })
    await showsPosts('Hemp')
  }
})
