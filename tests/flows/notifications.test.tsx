import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { TestBackend, TestUser } from '../backend.ts'
import { at, textAt } from '../values.ts'
import {
  address,
  connectWithChanges,
  injectedFaultMessage,
  openOtherTab,
  serverErrorMessage,
  setLab,
  startApp,
} from './app.tsx'
import { button, expectLoggedErrors } from './screen.ts'

/** What the viewer is told: the page of the notifications, the number of unread ones, and the settings. */

async function write(tab: TestBackend, { token }: TestUser, content: string, inReplyTo?: string): Promise<string> {
  const mutation = `mutation ($input: CreatePostInput!) { createPost(input: $input) { postEdge { node { id } } } }`
  const response = await tab.gql(mutation, { input: { content, inReplyTo } }, token)
  return textAt(response, 'data.createPost.postEdge.node.id')
}

/** Ben has answered Ana's post "Hemp", Cem has liked it, and Ben follows Ana. */
async function tellAna() {
  const start = Date.now()
  const tab = await openOtherTab({ samples: false })
  const ana = await tab.signUpUser('ana')
  const ben = await tab.signUpUser('ben', { firstname: 'Ben' })
  const cem = await tab.signUpUser('cem', { firstname: 'Cem' })
  const postId = await tab.post(ana, 'Hemp')
  const replyId = await write(tab, ben, 'Is that Nettle?', postId)
  // They are listed by their time.
  const later = (seconds: number) => tab.setClock(new Date(start + 1000 * seconds).toISOString())
  later(1)
  await tab.rest('POST', `/posts/like/${postId}`, { token: cem.token })
  later(2)
  await tab.rest('POST', `/users/follow/${ana.id}`, { token: ben.token })
  await tab.backend.updateNotifications()
  return { tab, ana, ben, cem, postId, replyId }
}

const rows = async () => {
  const feed = await screen.findByRole('feed', { name: 'Notifications' })
  return within(feed).findAllByRole('article')
}
const names = async () => (await rows()).map((row) => within(row).getAllByRole('link')[0]?.textContent)
const navigation = (name: string) => screen.findByRole('link', { name })

it('lists what others did, the latest first; an opened one is read, in the navigation and the title, too', async () => {
  const { ana, replyId } = await tellAna()
  const user = await startApp('/notifications', { as: ana })
  expect(await names()).toEqual([
    'Unread: Ben Last followed you',
    'Unread: Cem Last liked your post',
    'Unread: Ben Last replied to your post',
  ])
  await navigation('Notifications, 3 unread')
  await waitFor(() => expect(document.title).toBe('(3) Notifications · Weft'))
  const [, , reply] = await rows()
  expect(reply?.textContent).toContain('Is that Nettle?')
  await user.click(await screen.findByRole('link', { name: /replied to your post$/ }))
  await waitFor(() => expect(address()).toBe(`/post/${replyId}`))
  await navigation('Notifications, 2 unread')
  await user.click(await navigation('Notifications, 2 unread'))
  await waitFor(async () => expect((await names())[2]).toBe('Ben Last replied to your post'))
})

it('the number of unread ones is in the navigation and the title of the first page', async () => {
  const { ana } = await tellAna()
  await startApp('/home', { as: ana })
  await navigation('Notifications, 3 unread')
  await waitFor(() => expect(document.title).toBe('(3) Home · Weft'))
})

it('Mark all as read leaves no unread one, and goes itself', async () => {
  const { ana } = await tellAna()
  const user = await startApp('/notifications', { as: ana })
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await waitFor(async () =>
    expect(await names()).toEqual([
      'Ben Last followed you',
      'Cem Last liked your post',
      'Ben Last replied to your post',
    ]),
  )
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBe(null)
  await navigation('Notifications')
  await waitFor(() => expect(document.title).toBe('Notifications · Weft'))
})

it('what could not be marked as read stays unread', async () => {
  const { ana, postId } = await tellAna()
  const user = await startApp('/notifications', { as: ana })
  await rows()
  await setLab({ kind: 'errorBefore', only: 'MarkNotificationsRead' })
  await user.click(screen.getByRole('link', { name: /liked your post$/ }))
  await waitFor(() => expect(address()).toBe(`/post/${postId}`))
  await expectLoggedErrors(injectedFaultMessage, serverErrorMessage)
  await navigation('Notifications, 3 unread')
})

it('the tab Mentions has only mentions, and an address of its own', async () => {
  const { tab, ana, ben } = await tellAna()
  await write(tab, ben, 'Ask @ana')
  await tab.backend.updateNotifications()
  const user = await startApp('/notifications', { as: ana })
  expect(await rows()).toHaveLength(4)
  await user.click(await screen.findByRole('link', { name: 'Mentions' }))
  await waitFor(async () => expect(await names()).toEqual(['Unread: Ben Last mentioned you']))
  expect(address()).toBe('/notifications?tab=mentions')
})

it('is empty at first', async () => {
  const tab = await openOtherTab({ samples: false })
  const user = await startApp('/notifications', { as: await tab.signUpUser('ana') })
  await screen.findByRole('heading', { name: 'Nothing new yet' })
  await user.click(screen.getByRole('link', { name: 'Mentions' }))
  await screen.findByRole('heading', { name: 'No one has mentioned you yet' })
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBe(null)
})

it('a new one waits above the list until it is asked for', async () => {
  const changes = connectWithChanges()
  const { tab, ana, ben } = await tellAna()
  const user = await startApp('/notifications', { as: ana })
  expect(await rows()).toHaveLength(3)
  await write(tab, ben, 'Ask @ana')
  await tab.backend.updateNotifications()
  const [notification] = await latestOf(tab, ana)
  await act(async () =>
    changes.next({
      data: { changes: { __typename: 'NotificationChange', unreadNotificationCount: 4, notification } },
    }),
  )
  await navigation('Notifications, 4 unread')
  expect(await rows()).toHaveLength(3)
  await user.click(await screen.findByRole('button', { name: '1 new notification' }))
  await waitFor(async () => expect((await names())[0]).toBe('Unread: Ben Last mentioned you'))
  expect(screen.queryByRole('button', { name: '1 new notification' })).toBe(null)
})

it('one that is taken back is not counted as new', async () => {
  const changes = connectWithChanges()
  const { tab, ana, ben } = await tellAna()
  const user = await startApp('/notifications', { as: ana })
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await navigation('Notifications')
  await write(tab, ben, 'Ask @ana')
  await tab.backend.updateNotifications()
  const [notification] = await latestOf(tab, ana)
  const send = (unreadNotificationCount: number, latest: unknown) => {
    const change = { __typename: 'NotificationChange', unreadNotificationCount, notification: latest }
    return act(async () => changes.next({ data: { changes: change } }))
  }
  await send(1, notification)
  await screen.findByRole('button', { name: '1 new notification' })
  await send(0, null)
  await waitFor(() => expect(screen.queryByRole('button', { name: '1 new notification' })).toBeNull())
})

async function latestOf(tab: TestBackend, { token }: TestUser): Promise<unknown[]> {
  const user = '__typename id username firstName lastName avatarUrl bio isViewer viewerIsFollowing'
  const document = `{ notifications(first: 1) { edges { node {
    __typename id kind updatedAt isRead actorCount actors { ${user} }
    post { __typename id isReply content media { __typename url type alt } likeCount viewerHasLiked replyCount }
  } } } }`
  return [at(await tab.gql(document, {}, token), 'data.notifications.edges.0.node')]
}

it('J and K move between them, Enter opens one, L likes and R answers its post', async () => {
  const { ana, replyId } = await tellAna()
  const user = await startApp('/notifications', { as: ana })
  const [follow, , reply] = await rows()
  act(() => follow?.focus())
  await user.keyboard('jj')
  expect(document.activeElement).toBe(reply)
  await user.keyboard('l')
  await within(reply ?? document.body).findByRole('button', { name: 'Unlike' })
  await user.keyboard('k')
  await user.keyboard('j{Enter}')
  await waitFor(() => expect(address()).toBe(`/post/${replyId}`))
  await user.click(await navigation('Notifications, 2 unread'))
  const [, , again] = await rows()
  act(() => again?.focus())
  await user.keyboard('r')
  const field = await screen.findByRole('textbox', { name: 'Reply to Ben Last' })
  await waitFor(() => expect(document.activeElement).toBe(field))
})

it('a kind that is switched off in Settings is not told', async () => {
  const { tab, ana, ben, postId } = await tellAna()
  const user = await startApp('/settings', { as: ana })
  const likes = await screen.findByRole('switch', { name: /^Likes/ })
  await waitFor(() => expect(likes).toHaveProperty('checked', true))
  await user.click(likes)
  await waitFor(() => expect(likes).toHaveProperty('checked', false))
  await waitFor(async () =>
    expect(at(await tab.gql('{ notificationKinds }', {}, ana.token), 'data.notificationKinds')).not.toContain('LIKE'),
  )
  const other = await tab.post(ana, 'Flax')
  await tab.rest('POST', `/posts/like/${other}`, { token: ben.token })
  await write(tab, ben, 'Good', postId)
  await tab.backend.updateNotifications()
  await user.click(screen.getByRole('link', { name: /^Notifications/ }))
  await waitFor(async () => expect((await names())[0]).toBe('Unread: Ben Last replied to your post'))
  expect(button('Mark all as read')).toBeTruthy()
})
