import { beforeEach, describe, expect, test } from 'vitest'
import { broadcastTarget } from '../../resolvers/browser/index.ts'
import type { Topic } from '../../resolvers/events/events.ts'
import { openBackend, passwordInput, type TestUser, type TestBackend } from '../backend.ts'
import { UnavailableError } from '../../resolvers/store/errors.ts'
import { adapters } from '../store/adapters.ts'
import { at } from '../values.ts'
import { interceptStore, type OnCall } from '../interceptStore.ts'

const topics: string[] = [
  'postCreated',
  'postChanged',
  'postDeleted',
  'userChanged',
  'bookmarkChanged',
  'followingChanged',
] satisfies Topic[]

describe.each(adapters)('events and subscriptions ($name store)', ({ open }) => {
  let events: EventTarget
  let backend: TestBackend
  let mira: TestUser
  let noor: TestUser
  let postId: string
  let publishedBefore: number
  beforeEach(async () => {
    events = new EventTarget()
    backend = await openBackend(open, { events })
    mira = await backend.signUpUser('mira')
    noor = await backend.signUpUser('noor')
    postId = await backend.post(mira)
    publishedBefore = (await backend.published()).length
  })
  const callAs = (user: TestUser, path: string, body?: unknown, method = 'POST') =>
    backend.rest(method, path, { token: user.token, body })

  /** Opens another backend with the same store and events. `onCall` runs before each of its store calls. */
  const openIntercepted = (onCall: OnCall) =>
    openBackend(open, { events, store: backend.store, wrap: (store) => interceptStore(store, onCall) })

  test('publishes each change with the ids of the changed data', async () => {
    const eventsOf = async (change: () => Promise<unknown>) => {
      const { length } = await backend.published()
      await change()
      return (await backend.published()).slice(length).filter(({ topic }) => topics.includes(topic))
    }
    const authorChanged = { topic: 'userChanged', userId: mira.id }
    const followEvents = [
      { topic: 'followingChanged', followerId: noor.id, followeeId: mira.id },
      { topic: 'userChanged', userId: noor.id },
      authorChanged,
    ]
    const bookmarkEvents = [{ topic: 'bookmarkChanged', userId: noor.id, postId }]
    const postChanged = { topic: 'postChanged', postId, authorId: mira.id }
    expect(await eventsOf(() => callAs(mira, '/posts', { postData: { content: 'New' } }))).toEqual([
      { topic: 'postCreated', postId: expect.any(String), authorId: mira.id },
      authorChanged,
    ])
    expect(await eventsOf(() => callAs(noor, `/posts/like/${postId}`))).toEqual([postChanged])
    expect(await eventsOf(() => callAs(noor, `/posts/dislike/${postId}`))).toEqual([postChanged])
    expect(await eventsOf(() => callAs(mira, `/posts/edit/${postId}`, { postData: { content: 'Better' } }))).toEqual([
      postChanged,
    ])
    expect(await eventsOf(() => callAs(noor, `/users/bookmark/${postId}`))).toEqual(bookmarkEvents)
    expect(await eventsOf(() => callAs(noor, `/users/remove-bookmark/${postId}`))).toEqual(bookmarkEvents)
    expect(await eventsOf(() => callAs(noor, `/users/follow/${mira.id}`))).toEqual(followEvents)
    expect(await eventsOf(() => callAs(noor, `/users/unfollow/${mira.id}`))).toEqual(followEvents)
    expect(await eventsOf(() => callAs(mira, '/users/edit', { userData: { bio: 'Weaver' } }))).toEqual([authorChanged])
    expect(await eventsOf(() => callAs(mira, `/posts/${postId}`, undefined, 'DELETE'))).toEqual([
      { topic: 'postDeleted', postId, authorId: mira.id },
      authorChanged,
    ])
    expect(await eventsOf(() => backend.signUpUser('ana'))).toEqual([
      { topic: 'userChanged', userId: expect.any(String) },
    ])
    expect(
      await eventsOf(() => backend.rest('POST', '/auth/login', { body: { username: 'ana', ...passwordInput('ana') } })),
    ).toEqual([])
  })

  test('publishes nothing for a rejected call', async () => {
    for (const path of [
      '/posts/edit/',
      '/posts/like/',
      '/posts/dislike/',
      '/users/remove-bookmark/',
      '/users/unfollow/',
    ]) {
      expect((await callAs(noor, `${path}${path.includes('like') ? 'none' : postId}`)).status).toBeGreaterThan(399)
    }
    expect((await callAs(noor, `/posts/${postId}`, undefined, 'DELETE')).status).toBe(400)
    expect(await backend.published()).toHaveLength(publishedBefore)
  })

  test('publishes nothing for a change that is not committed', async () => {
    const broken = await openIntercepted((call) => {
      if (call === 'reactions.put') throw new Error('No disk')
    })
    expect((await broken.rest('POST', `/posts/like/${postId}`, { token: noor.token })).status).toBe(500)
    expect(await backend.published()).toHaveLength(publishedBefore)
  })

  test('resolves an event for the viewer who has subscribed', async () => {
    const document =
      'subscription { changes { ... on UserChange { user { username email isViewer viewerIsFollowing } } } }'
    const subscriptions = await Promise.all([
      backend.subscribe(document, mira.token),
      backend.subscribe(document, noor.token),
      backend.subscribe(document),
    ])
    await callAs(mira, '/users/edit', { userData: { bio: 'Weaver' } })
    const [own, other, visitor] = await Promise.all(subscriptions.map((subscription) => subscription.next()))
    const publicFields = { username: 'mira', email: null, isViewer: false, viewerIsFollowing: false }
    expect(own).toEqual({
      data: { changes: { user: { ...publicFields, email: 'mira@mail.example', isViewer: true } } },
    })
    expect(other).toEqual({ data: { changes: { user: publicFields } } })
    expect(visitor).toEqual({ data: { changes: { user: publicFields } } })
  })

  test('delivers bookmarks and follows to the user who made them only', async () => {
    const bookmarks =
      'subscription { changes { ... on BookmarkChange { post { viewerHasLiked viewerHasBookmarked } bookmarkEdge { cursor } } } }'
    const following = 'subscription { changes { ... on FollowingChange { user { username viewerIsFollowing } } } }'
    const subscribeAs = ({ token }: TestUser) =>
      Promise.all([backend.subscribe(bookmarks, token), backend.subscribe(following, token)])
    const [[own, ownFollows], [others, othersFollows]] = await Promise.all([subscribeAs(noor), subscribeAs(mira)])
    await callAs(noor, `/users/bookmark/${postId}`)
    expect(await own.next()).toEqual({
      data: {
        changes: {
          post: { viewerHasLiked: false, viewerHasBookmarked: true },
          bookmarkEdge: { cursor: expect.any(String) },
        },
      },
    })
    await callAs(noor, `/users/remove-bookmark/${postId}`)
    expect(await own.next()).toEqual({
      data: { changes: { post: { viewerHasLiked: false, viewerHasBookmarked: false }, bookmarkEdge: null } },
    })
    await callAs(noor, `/users/follow/${mira.id}`)
    expect(await ownFollows.next()).toEqual({
      data: { changes: { user: { username: 'mira', viewerIsFollowing: true } } },
    })
    // The first event that Mira receives is her own.
    await callAs(mira, `/users/bookmark/${postId}`)
    await callAs(mira, `/users/follow/${noor.id}`)
    expect(await others.next()).toMatchObject({ data: { changes: { post: { viewerHasBookmarked: true } } } })
    expect(await othersFollows.next()).toMatchObject({ data: { changes: { user: { username: 'noor' } } } })
  })

  test.each([
    'changes { ... on BookmarkChange { post { id } } }',
    'changes { ... on FollowingChange { user { id } } }',
  ])('rejects a visitor who subscribes to %s', async (field) => {
    for (const token of [null, 'nonsense']) {
      await expect(backend.subscribe(`subscription { ${field} }`, token)).rejects.toThrow('TOKEN_INVALID')
    }
  })

  test('delivers a new post as an edge and a deleted post as its id', async () => {
    const created = await backend.subscribe(
      'subscription { changes { ... on PostCreation { postEdge { cursor node { id content author { username } } } } } }',
    )
    const deleted = await backend.subscribe(
      'subscription { changes { ... on PostDeletion { deletedPostId author { username postCount } } } }',
    )
    const id = await backend.post(mira, 'Fresh')
    const response = await created.next()
    expect(response).toEqual({
      data: {
        changes: {
          postEdge: { cursor: expect.any(String), node: { id, content: 'Fresh', author: { username: 'mira' } } },
        },
      },
    })
    await callAs(mira, `/posts/${id}`, undefined, 'DELETE')
    expect(await deleted.next()).toEqual({
      data: { changes: { deletedPostId: id, author: { username: 'mira', postCount: 1 } } },
    })
  })

  test('skips a post that is deleted before its event is read', async () => {
    const created = await backend.subscribe(
      'subscription { changes { ... on PostCreation { postEdge { node { content } } } } }',
    )
    const deletedId = await backend.post(mira, 'Gone at once')
    await callAs(mira, `/posts/${deletedId}`, undefined, 'DELETE')
    await backend.post(mira, 'Stays')
    expect(await created.next()).toEqual({ data: { changes: { postEdge: { node: { content: 'Stays' } } } } })
  })

  test('tells that an event was missed that could not be read, and delivers the next one', async () => {
    let failing = false
    const broken = await openIntercepted((call) => {
      if (failing && call === 'posts.getMany') throw new Error('No disk')
    })
    const changed = await broken.subscribe('subscription { changes { ... on PostChange { post { likeCount } } } }')
    failing = true
    const next = changed.next()
    await callAs(mira, `/posts/like/${postId}`)
    await expect.poll(() => broken.reportedErrors).toEqual([new Error('No disk')])
    failing = false
    expect(at(await next, 'errors.0.extensions.code')).toBe('EVENTS_MISSED')
    await callAs(noor, `/posts/like/${postId}`)
    expect(await changed.next()).toEqual({ data: { changes: { post: { likeCount: 2 } } } })
  })

  test('does not report that the database was busy when an event was read', async () => {
    const busy = await openIntercepted((call) => {
      if (call === 'posts.getMany') throw new UnavailableError(new Error('Busy'))
    })
    const changed = await busy.subscribe('subscription { changes { ... on PostChange { post { likeCount } } } }')
    const next = changed.next()
    await callAs(mira, `/posts/like/${postId}`)
    expect(at(await next, 'errors.0.extensions.code')).toBe('EVENTS_MISSED')
    expect(busy.reportedErrors).toEqual([])
  })

  test('tells that an event was missed if a field of it could not be read, and delivers the next one', async () => {
    let failing = true
    const broken = await openIntercepted((call) => {
      if (failing && call === 'users.getSummaries') throw new UnavailableError(new Error('Busy'))
    })
    const changed = await broken.subscribe(
      'subscription { changes { ... on PostChange { post { likeCount author { username } } } } }',
    )
    await callAs(mira, `/posts/like/${postId}`)
    const missed = { path: ['changes'], extensions: { code: 'EVENTS_MISSED' } }
    expect(await changed.next()).toMatchObject({ data: null, errors: [missed] })
    failing = false
    await callAs(noor, `/posts/like/${postId}`)
    expect(await changed.next()).toEqual({
      data: { changes: { post: { likeCount: 2, author: { username: 'mira' } } } },
    })
    expect(broken.reportedErrors).toEqual([])
  })

  test('delivers reactions to the user who made them only', async () => {
    const document = 'subscription { changes { ... on ReactionChange { post { viewerHasLiked } } } }'
    const [own, others] = await Promise.all([
      backend.subscribe(document, noor.token),
      backend.subscribe(document, mira.token),
    ])
    for (const [path, viewerHasLiked] of [
      ['like', true],
      ['dislike', false],
    ] as const) {
      await callAs(noor, `/posts/${path}/${postId}`)
      expect(await own.next()).toEqual({ data: { changes: { post: { viewerHasLiked } } } })
    }
    await callAs(mira, `/posts/like/${postId}`)
    expect(await others.next()).toEqual({ data: { changes: { post: { viewerHasLiked: true } } } })
  })

  test('delivers what the viewer changed together with its count, before the count alone', async () => {
    const document = `subscription { changes {
      ... on PostChange { post { likeCount } }
      ... on ReactionChange { post { likeCount viewerHasLiked } }
      ... on FollowingChange { user { followerCount viewerIsFollowing } }
      ... on UserChange { user { username followerCount } }
    } }`
    const changed = await backend.subscribe(document, noor.token)
    await callAs(noor, `/posts/like/${postId}`)
    expect(await changed.next()).toEqual({ data: { changes: { post: { likeCount: 1, viewerHasLiked: true } } } })
    expect(await changed.next()).toEqual({ data: { changes: { post: { likeCount: 1 } } } })
    await callAs(noor, `/users/follow/${mira.id}`)
    const user = { followerCount: 1, viewerIsFollowing: true }
    expect(await changed.next()).toEqual({ data: { changes: { user } } })
  })

  test('delivers the id of a user whose account was deleted, and ends their own subscription', async () => {
    const document = 'subscription { changes { ... on UserDeletion { deletedUserId } } }'
    const [own, others] = await Promise.all([
      backend.subscribe(document, noor.token),
      backend.subscribe(document, mira.token),
    ])
    await backend.gql('mutation { deleteAccount(input: { username: "noor" }) { deletedUserId } }', {}, noor.token)
    expect(await others.next()).toEqual({ data: { changes: { deletedUserId: noor.id } } })
    expect(at(await own.next(), 'errors.0.extensions.code')).toBe('NOT_REGISTERED')
    expect(await own.next()).toBeUndefined()
  })

  test('merges unread changes of a post into one event with the current values', async () => {
    const changed = await backend.subscribe('subscription { changes { ... on PostChange { post { id likeCount } } } }')
    const other = await backend.post(mira)
    await callAs(mira, `/posts/like/${postId}`)
    await callAs(mira, `/posts/like/${other}`)
    await callAs(noor, `/posts/like/${postId}`)
    expect(await changed.next()).toEqual({ data: { changes: { post: { id: other, likeCount: 1 } } } })
    expect(await changed.next()).toEqual({ data: { changes: { post: { id: postId, likeCount: 2 } } } })
    await callAs(mira, `/posts/dislike/${postId}`)
    expect(await changed.next()).toEqual({ data: { changes: { post: { id: postId, likeCount: 1 } } } })
  })

  test('delivers a post that changes whenever it is read, and then its last state', async () => {
    let reads = 0
    const busy = await openIntercepted(async (call) => {
      if (call !== 'posts.getMany') return
      reads += 1
      if (reads < 10) await backend.publish('postChanged', { postId, authorId: mira.id })
    })
    const changed = await busy.subscribe('subscription { changes { ... on PostChange { post { likeCount } } } }')
    await backend.publish('postChanged', { postId, authorId: mira.id })
    expect(await changed.next()).toEqual({ data: { changes: { post: { likeCount: 0 } } } })
    expect(reads).toBe(2)
    reads = 10
    await callAs(mira, `/posts/like/${postId}`)
    expect(await changed.next()).toEqual({ data: { changes: { post: { likeCount: 1 } } } })
  })

  test('delivers nothing after a subscription ends', async () => {
    const changed = await backend.subscribe('subscription { changes { ... on PostChange { post { likeCount } } } }')
    const next = changed.next()
    await changed.end()
    await callAs(mira, `/posts/like/${postId}`)
    expect(await next).toBeUndefined()
  })

  test('delivers an event to the subscriptions of every backend with the same broadcast channel', async () => {
    const start = () => openBackend(open, { events: broadcastTarget('test'), store: backend.store })
    const [here, there] = await Promise.all([start(), start()])
    const document = 'subscription { changes { ... on PostChange { post { likeCount } } } }'
    const [local, remote] = await Promise.all([here.subscribe(document), there.subscribe(document)])
    await here.rest('POST', `/posts/like/${postId}`, { token: mira.token })
    const event = { data: { changes: { post: { likeCount: 1 } } } }
    expect(await Promise.all([local.next(), remote.next()])).toEqual([event, event])
  })
})
