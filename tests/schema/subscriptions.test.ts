import { beforeEach, describe, expect, test } from 'vitest'
import { broadcastTarget } from '../../resolvers/index.ts'
import type { Topic } from '../../resolvers/events/events.ts'
import { openBackend, passwordInput, type TestUser, type TestBackend } from '../backend.ts'
import { adapters } from '../store/adapters.ts'
import { interceptStore } from '../interceptStore.ts'

const topics = [
  'postCreated',
  'postChanged',
  'postDeleted',
  'userChanged',
  'bookmarkChanged',
  'followingChanged',
] satisfies Topic[]

/** Everything that is announced, as `topic` and ids. */
function hear(events: EventTarget): unknown[] {
  const heard: unknown[] = []
  for (const topic of topics) {
    events.addEventListener(topic, (event: CustomEventInit<object>) => heard.push({ topic, ...event.detail }))
  }
  return heard
}

describe.each(adapters)('what happens is announced, over $name', ({ open }) => {
  let bus: EventTarget
  let backend: TestBackend
  let mira: TestUser
  let noor: TestUser
  let postId: string
  let heard: unknown[]
  beforeEach(async () => {
    bus = new EventTarget()
    backend = await openBackend(open, { events: bus })
    mira = await backend.signUpUser('mira')
    noor = await backend.signUpUser('noor')
    postId = await backend.post(mira)
    heard = hear(bus)
  })
  const as = (member: TestUser, path: string, body?: unknown, method = 'POST') =>
    backend.rest(method, path, { token: member.token, body })

  test('each change, by the ids of what it touched', async () => {
    const said = async (change: () => Promise<unknown>) => {
      heard.length = 0
      await change()
      return [...heard]
    }
    const author = { topic: 'userChanged', userId: mira.id }
    const both = [
      { topic: 'followingChanged', followerId: noor.id, followeeId: mira.id },
      { topic: 'userChanged', userId: noor.id },
      author,
    ]
    const bookmarked = [{ topic: 'bookmarkChanged', userId: noor.id, postId }]
    const changed = { topic: 'postChanged', postId }
    expect(await said(() => as(mira, '/posts', { postData: { content: 'New' } }))).toEqual([
      { topic: 'postCreated', postId: expect.any(String) },
      author,
    ])
    expect(await said(() => as(noor, `/posts/like/${postId}`))).toEqual([changed])
    expect(await said(() => as(noor, `/posts/dislike/${postId}`))).toEqual([changed])
    expect(await said(() => as(mira, `/posts/edit/${postId}`, { postData: { content: 'Better' } }))).toEqual([changed])
    expect(await said(() => as(noor, `/users/bookmark/${postId}`))).toEqual(bookmarked)
    expect(await said(() => as(noor, `/users/remove-bookmark/${postId}`))).toEqual(bookmarked)
    expect(await said(() => as(noor, `/users/follow/${mira.id}`))).toEqual(both)
    expect(await said(() => as(noor, `/users/unfollow/${mira.id}`))).toEqual(both)
    expect(await said(() => as(mira, '/users/edit', { userData: { bio: 'Weaver' } }))).toEqual([author])
    expect(await said(() => as(mira, `/posts/${postId}`, undefined, 'DELETE'))).toEqual([
      { topic: 'postDeleted', postId, authorId: mira.id },
      author,
    ])
    expect(await said(() => backend.signUpUser('ana'))).toEqual([{ topic: 'userChanged', userId: expect.any(String) }])
    expect(
      await said(() => backend.rest('POST', '/auth/login', { body: { username: 'ana', ...passwordInput('ana') } })),
    ).toEqual([])
  })

  test('nothing that was refused', async () => {
    for (const path of [
      '/posts/edit/',
      '/posts/like/',
      '/posts/dislike/',
      '/users/remove-bookmark/',
      '/users/unfollow/',
    ]) {
      expect((await as(noor, `${path}${path.includes('like') ? 'none' : postId}`)).status).toBeGreaterThan(399)
    }
    expect((await as(noor, `/posts/${postId}`, undefined, 'DELETE')).status).toBe(400)
    expect(heard).toEqual([])
  })

  test('nothing that failed to be committed', async () => {
    const fragile = await openBackend(open, {
      events: bus,
      store: backend.store,
      wrap: (store) =>
        interceptStore(store, (call) => {
          if (call === 'reactions.put') throw new Error('No disk')
        }),
    })
    expect((await fragile.rest('POST', `/posts/like/${postId}`, { token: noor.token })).status).toBe(500)
    expect(heard).toEqual([])
  })

  test('and answered as the one who listens may see it', async () => {
    const document = 'subscription { userChanged { username email viewerCanEdit viewerIsFollowing } }'
    const listeners = await Promise.all([
      backend.subscribe(document, mira.token),
      backend.subscribe(document, noor.token),
      backend.subscribe(document),
    ])
    await as(mira, '/users/edit', { userData: { bio: 'Weaver' } })
    const [own, other, visitor] = await Promise.all(listeners.map((listener) => listener.next()))
    const seen = { username: 'mira', email: null, viewerCanEdit: false, viewerIsFollowing: false }
    expect(own).toEqual({ data: { userChanged: { ...seen, email: 'mira@mail.example', viewerCanEdit: true } } })
    expect(other).toEqual({ data: { userChanged: seen } })
    expect(visitor).toEqual({ data: { userChanged: seen } })
  })

  test('with bookmarks and follows known to whose they are alone', async () => {
    const bookmarks =
      'subscription { bookmarkChanged { post { viewerHasBookmarked } bookmarkEdge { cursor node { id } } } }'
    const following = 'subscription { followingChanged { username viewerIsFollowing } }'
    const heardBy = ({ token }: TestUser) =>
      Promise.all([backend.subscribe(bookmarks, token), backend.subscribe(following, token)])
    const [[own, ownFollows], [others, othersFollows]] = await Promise.all([heardBy(noor), heardBy(mira)])
    await as(noor, `/users/bookmark/${postId}`)
    expect(await own.next()).toEqual({
      data: {
        bookmarkChanged: {
          post: { viewerHasBookmarked: true },
          bookmarkEdge: { cursor: expect.any(String), node: { id: postId } },
        },
      },
    })
    await as(noor, `/users/remove-bookmark/${postId}`)
    expect(await own.next()).toEqual({
      data: { bookmarkChanged: { post: { viewerHasBookmarked: false }, bookmarkEdge: null } },
    })
    await as(noor, `/users/follow/${mira.id}`)
    expect(await ownFollows.next()).toEqual({
      data: { followingChanged: { username: 'mira', viewerIsFollowing: true } },
    })
    // What Mira hears first is her own.
    await as(mira, `/users/bookmark/${postId}`)
    await as(mira, `/users/follow/${noor.id}`)
    expect(await others.next()).toMatchObject({ data: { bookmarkChanged: { post: { viewerHasBookmarked: true } } } })
    expect(await othersFollows.next()).toMatchObject({ data: { followingChanged: { username: 'noor' } } })
  })

  test.each(['bookmarkChanged { post { id } }', 'followingChanged { id }'])('to members only: %s', async (field) => {
    for (const token of [null, 'nonsense']) {
      await expect(backend.subscribe(`subscription { ${field} }`, token)).rejects.toThrow('TOKEN_INVALID')
    }
  })

  test('a new post as an edge that a list can take in, a deleted one by its id', async () => {
    const created = await backend.subscribe(
      'subscription { postCreated { cursor node { id content author { username } } } }',
    )
    const deleted = await backend.subscribe(
      'subscription { postDeleted { deletedPostId author { username postCount } } }',
    )
    const id = await backend.post(mira, 'Fresh')
    const answer = await created.next()
    expect(answer).toEqual({
      data: {
        postCreated: { cursor: expect.any(String), node: { id, content: 'Fresh', author: { username: 'mira' } } },
      },
    })
    await as(mira, `/posts/${id}`, undefined, 'DELETE')
    expect(await deleted.next()).toEqual({
      data: { postDeleted: { deletedPostId: id, author: { username: 'mira', postCount: 1 } } },
    })
  })

  test('without what is gone before it could be read', async () => {
    const created = await backend.subscribe('subscription { postCreated { node { content } } }')
    const gone = await backend.post(mira, 'Gone at once')
    await as(mira, `/posts/${gone}`, undefined, 'DELETE')
    await backend.post(mira, 'Stays')
    expect(await created.next()).toEqual({ data: { postCreated: { node: { content: 'Stays' } } } })
  })

  test('even where reading one event fails: the next one is heard', async () => {
    let broken = false
    const fragile = await openBackend(open, {
      events: bus,
      store: backend.store,
      wrap: (store) =>
        interceptStore(store, (call) => {
          if (broken && call === 'posts.getMany') throw new Error('No disk')
        }),
    })
    const changed = await fragile.subscribe('subscription { postChanged { likeCount } }')
    broken = true
    const next = changed.next()
    await as(mira, `/posts/like/${postId}`)
    await expect.poll(() => fragile.reportedErrors).toEqual([new Error('No disk')])
    broken = false
    await as(noor, `/posts/like/${postId}`)
    expect(await next).toEqual({ data: { postChanged: { likeCount: 2 } } })
  })

  test('once for what has changed again before it was read, as it is now', async () => {
    const changed = await backend.subscribe('subscription { postChanged { id likeCount } }')
    const other = await backend.post(mira)
    await as(mira, `/posts/like/${postId}`)
    await as(mira, `/posts/like/${other}`)
    await as(noor, `/posts/like/${postId}`)
    expect(await changed.next()).toEqual({ data: { postChanged: { id: other, likeCount: 1 } } })
    expect(await changed.next()).toEqual({ data: { postChanged: { id: postId, likeCount: 2 } } })
    await as(mira, `/posts/dislike/${postId}`)
    expect(await changed.next()).toEqual({ data: { postChanged: { id: postId, likeCount: 1 } } })
  })

  test('until one stops listening', async () => {
    const changed = await backend.subscribe('subscription { postChanged { likeCount } }')
    const next = changed.next()
    await changed.end()
    await as(mira, `/posts/like/${postId}`)
    expect(await next).toBeUndefined()
  })

  test('in every tab and worker', async () => {
    const start = () => openBackend(open, { events: broadcastTarget('test'), store: backend.store })
    const [here, there] = await Promise.all([start(), start()])
    const document = 'subscription { postChanged { likeCount } }'
    const [atHome, elsewhere] = await Promise.all([here.subscribe(document), there.subscribe(document)])
    await here.rest('POST', `/posts/like/${postId}`, { token: mira.token })
    const event = { data: { postChanged: { likeCount: 1 } } }
    expect(await Promise.all([atHome.next(), elsewhere.next()])).toEqual([event, event])
  })
})
