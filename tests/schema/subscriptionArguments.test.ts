import { parse } from 'graphql'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'
import { MAX_LOGGED_EVENTS, MAX_REPLAYED_EVENTS, NEW_EVENTS, newEvent } from '../../resolvers/events/events.ts'
import { rotateTokenKey } from '../../resolvers/services/token.ts'
import { openBackend, type TestBackend, type TestUser } from '../backend.ts'
import { textAt } from '../values.ts'
import { interceptStore } from '../interceptStore.ts'
import { adapters } from '../store/adapters.ts'

describe.each(adapters)('arguments and queues of subscriptions ($name store)', ({ open }) => {
  let events: EventTarget
  let backend: TestBackend
  let mira: TestUser
  let noor: TestUser
  let postId: string
  beforeEach(async () => {
    events = new EventTarget()
    backend = await openBackend(open, { events })
    mira = await backend.signUpUser('mira')
    noor = await backend.signUpUser('noor')
    postId = await backend.post(mira)
  })
  const callAs = (user: TestUser, path: string, body?: unknown, method = 'POST') =>
    backend.rest(method, path, { token: user.token, body })

  /** Mira likes a new post of Noor. The responses of REST would have all posts, which takes long with hundreds of them. */
  async function likeNewPost(): Promise<void> {
    const created = await backend.gql('mutation { createPost(input: {}) { postEdge { node { id } } } }', {}, noor.token)
    const id = textAt(created, 'data.createPost.postEdge.node.id')
    const like = 'mutation ($id: ID!) { likePost(input: { postId: $id }) { post { likeCount } } }'
    expect(await backend.gql(like, { id }, mira.token)).toEqual({ data: { likePost: { post: { likeCount: 1 } } } })
  }

  /** Opens a backend over the same data and events. Returns it with its calls of the store. */
  async function openCounting(): Promise<{ counting: TestBackend; calls: string[] }> {
    const calls: string[] = []
    const wrap = (store: AdministeredStore) =>
      interceptStore(store, (call) => {
        if (!call.startsWith('events.')) calls.push(call)
      })
    return { counting: await openBackend(open, { events, store: backend.store, wrap }), calls }
  }

  /** Subscribes, likes a post of each author, and returns the authors of the posts in the first `count` events. */
  async function authorsOfChanges(args: string, count: number, token: string | null = null): Promise<string[]> {
    const posts = [postId, await backend.post(noor), await backend.post(await backend.signUpUser('third'))]
    const changed = await backend.subscribe(
      `subscription { changes${args} { ... on PostChange { post { author { username } } } } }`,
      token,
    )
    for (const id of posts) await callAs(mira, `/posts/like/${id}`)
    const authors: string[] = []
    for (let index = 0; index < count; index += 1) {
      authors.push(textAt(await changed.next(), 'data.changes.post.author.username'))
    }
    return authors
  }

  test('delivers only posts with the given ids and authors', async () => {
    expect(await authorsOfChanges(`(ids: ["${postId}", "none"])`, 1)).toEqual(['mira'])
    await callAs(mira, `/posts/dislike/${postId}`)
    const changed = await backend.subscribe(
      `subscription { changes(ids: ["${postId}"], authorIds: ["${noor.id}"]) { ... on PostChange { post { id } } } }`,
    )
    const next = changed.next()
    await callAs(mira, `/posts/like/${postId}`)
    await changed.end()
    expect(await next).toBeUndefined()
  })

  test('delivers only posts of the feed: those of the viewer and of the users they follow', async () => {
    await callAs(mira, `/users/follow/${noor.id}`)
    expect(await authorsOfChanges('(inFeed: true)', 2, mira.token)).toEqual(['mira', 'noor'])
  })

  test('finds out again whom the viewer follows after events were missed', async () => {
    const changed = await backend.subscribe(
      'subscription { changes(inFeed: true) { ... on PostCreation { postEdge { node { content } } } } }',
      noor.token,
    )
    const waiting = changed.next()
    await backend.post(mira, 'Not followed')
    // The event of the follow is among those that are missed.
    const other = await openBackend(open, { store: backend.store })
    await other.rest('POST', `/users/follow/${mira.id}`, { token: noor.token })
    await backend.publish('dataReplaced', {})
    expect(textAt(await waiting, 'errors.0.extensions.code')).toBe('EVENTS_MISSED')
    await backend.post(mira, 'Followed')
    expect(textAt(await changed.next(), 'data.changes.postEdge.node.content')).toBe('Followed')
  })

  test('delivers new posts of the given authors only', async () => {
    const created = await backend.subscribe(
      `subscription { changes(authorIds: ["${noor.id}"]) { ... on PostCreation { postEdge { node { content } } } } }`,
    )
    await backend.post(mira, 'By Mira')
    await backend.post(noor, 'By Noor')
    expect(await created.next()).toEqual({ data: { changes: { postEdge: { node: { content: 'By Noor' } } } } })
  })

  test('delivers deleted posts of the feed only', async () => {
    const deleted = await backend.subscribe(
      'subscription { changes(inFeed: true) { ... on PostDeletion { deletedPostId } } }',
      noor.token,
    )
    const own = await backend.post(noor)
    await callAs(mira, `/posts/${postId}`, undefined, 'DELETE')
    await callAs(noor, `/posts/${own}`, undefined, 'DELETE')
    expect(await deleted.next()).toEqual({ data: { changes: { deletedPostId: own } } })
  })

  test('delivers changes of the given users only', async () => {
    const changed = await backend.subscribe(
      `subscription { changes(ids: ["${noor.id}"]) { ... on UserChange { user { username } } } }`,
    )
    for (const user of [mira, noor]) await callAs(user, '/users/edit', { userData: { bio: 'Weaver' } })
    expect(await changed.next()).toEqual({ data: { changes: { user: { username: 'noor' } } } })
  })

  test('reads nothing for an event that does not match the arguments', async () => {
    const { counting, calls } = await openCounting()
    const changed = await counting.subscribe(
      `subscription { changes(authorIds: ["${noor.id}"]) { ... on PostChange { post { likeCount } } } }`,
    )
    const next = changed.next()
    await callAs(mira, `/posts/like/${postId}`)
    expect(calls).toEqual([])
    await callAs(mira, `/posts/like/${await backend.post(noor)}`)
    expect(await next).toEqual({ data: { changes: { post: { likeCount: 1 } } } })
    expect(calls).toEqual(['posts.getMany', 'users.getSummaries'])
  })

  test.each([
    ['changes(inFeed: true) { ... on PostChange { post { id } } }', 'TOKEN_INVALID'],
    [
      `changes(ids: ${JSON.stringify(Array.from({ length: 101 }, String))}) { ... on PostChange { post { id } } }`,
      'BAD_INPUT',
    ],
    [
      `changes(authorIds: ${JSON.stringify(Array.from({ length: 101 }, String))}) { ... on PostChange { post { id } } }`,
      'BAD_INPUT',
    ],
  ])('rejects a visitor who subscribes to %.40s… with %s', async (field, code) => {
    await expect(backend.subscribe(`subscription { ${field} }`)).rejects.toThrow(code)
  })

  test('tells a slow client that events were missed, and continues with the events after them', async () => {
    const changed = await backend.subscribe('subscription { changes { ... on PostChange { post { likeCount } } } }')
    const narrow = await backend.subscribe(
      `subscription { changes(ids: ["${postId}"]) { ... on PostChange { post { likeCount } } } }`,
    )
    const ids = Array.from({ length: MAX_LOGGED_EVENTS }, (_, index) => `post ${index}`)
    await backend.store.transaction((tx) =>
      tx.events.append([...ids, postId].map((id) => newEvent('postChanged', { postId: id, authorId: mira.id }, 0))),
    )
    events.dispatchEvent(new Event(NEW_EVENTS))
    for (const { next } of [changed, narrow])
      expect(await next()).toMatchObject({ data: null, errors: [{ extensions: { code: 'EVENTS_MISSED' } }] })
    await callAs(mira, `/posts/like/${postId}`)
    for (const { next } of [changed, narrow])
      expect(await next()).toEqual({ data: { changes: { post: { likeCount: 1 } } } })
  })

  test('tells every client that events were missed after all data was replaced', async () => {
    const changed = await backend.subscribe('subscription { changes { ... on PostChange { post { id } } } }')
    await callAs(mira, `/posts/like/${postId}`)
    await backend.publish('dataReplaced', {})
    expect(await changed.next()).toMatchObject({ errors: [{ extensions: { code: 'EVENTS_MISSED' } }] })
  })

  describe('with the id of the last event', () => {
    const document = parse('subscription { changes { ... on PostChange { post { likeCount } } } }')
    const subscribeAfter = async (lastEventId: string | null) => {
      const context = backend.backend.context({ authorization: null }, { lastEventId })
      const results = await backend.backend.subscribe({ document, context })
      if (!(Symbol.asyncIterator in results)) throw new Error(JSON.stringify(results))
      return { results, context, next: async () => JSON.parse(JSON.stringify((await results.next()).value)) }
    }

    test('delivers the changes since then', async () => {
      const before = backend.backend.lastEventId()
      await callAs(mira, `/posts/like/${postId}`)
      const first = await subscribeAfter(before)
      expect(await first.next()).toEqual({ data: { changes: { post: { likeCount: 1 } } } })
      await first.results.return()
      await callAs(noor, `/posts/like/${postId}`)
      const second = await subscribeAfter(first.context.lastEventId ?? '')
      expect(await second.next()).toEqual({ data: { changes: { post: { likeCount: 2 } } } })
    })

    test('delivers a limited number of changes, tells that others were missed, and continues after them', async () => {
      const before = backend.backend.lastEventId()
      for (let count = 0; count <= MAX_REPLAYED_EVENTS; count += 1) await likeNewPost()
      const { next, context } = await subscribeAfter(before)
      for (let count = 0; count < MAX_REPLAYED_EVENTS; count += 1)
        expect(await next()).toEqual({ data: { changes: { post: { likeCount: 1 } } } })
      expect(await next()).toMatchObject({ errors: [{ extensions: { code: 'EVENTS_MISSED' } }] })
      expect(context.lastEventId).toBe(backend.backend.lastEventId())
      // Changes after the subscription have no such limit.
      for (let count = 0; count <= MAX_REPLAYED_EVENTS; count += 1) {
        await likeNewPost()
        expect(await next()).toEqual({ data: { changes: { post: { likeCount: 1 } } } })
      }
    })

    test.each(['of another server/1', 'nonsense', ''])('%j tells that events were missed', async (id) => {
      const { next } = await subscribeAfter(id)
      expect(await next()).toMatchObject({ errors: [{ extensions: { code: 'EVENTS_MISSED' } }] })
      await callAs(mira, `/posts/like/${postId}`)
      expect(await next()).toEqual({ data: { changes: { post: { likeCount: 1 } } } })
    })
  })

  test('reads a change once for all who have subscribed to it', async () => {
    const { counting, calls } = await openCounting()
    const query = 'subscription { changes { ... on PostChange { post { likeCount author { username } } } } }'
    const subscriptions = await Promise.all(Array.from({ length: 20 }, () => counting.subscribe(query)))
    const results = Promise.all(subscriptions.map(({ next }) => next()))
    await callAs(mira, `/posts/like/${postId}`)
    const change = { post: { likeCount: 1, author: { username: 'mira' } } }
    expect(await results).toEqual(Array.from({ length: 20 }, () => ({ data: { changes: change } })))
    expect(calls).toEqual(['posts.getMany', 'users.getSummaries'])
  })

  test('reads a change once for many viewers, and none of them, however long they have subscribed', async () => {
    const { counting, calls } = await openCounting()
    const query = 'subscription { changes { ... on PostChange { post { likeCount } } } }'
    const users = [mira, noor, await backend.signUpUser('third')]
    const subscriptions = await Promise.all(users.map(({ token }) => counting.subscribe(query, token)))
    counting.setClock('2026-05-05T09:30:00Z')
    calls.length = 0
    const results = Promise.all(subscriptions.map(({ next }) => next()))
    await callAs(mira, `/posts/like/${postId}`)
    expect(await results).toEqual(users.map(() => ({ data: { changes: { post: { likeCount: 1 } } } })))
    // The keys of tokens, of which one may have been revoked, the post, and whether its author can be seen.
    expect(calls).toEqual(['meta.get', 'posts.getMany', 'users.getSummaries'])
  })

  test.each<[string, string, () => Promise<void>]>([
    ['the token has expired', '2026-06-03T09:30:00Z', async () => {}],
    [
      'the key of the token was revoked',
      '2026-05-04T09:30:30Z',
      () => rotateTokenKey(backend.store, () => Date.parse('2026-05-04T09:30:00Z'), { revoke: true }),
    ],
  ])('ends at the first event after %s', async (_event, now, revoke) => {
    const { counting } = await openCounting()
    const query = 'subscription { changes { ... on PostChange { post { likeCount } } } }'
    const { next } = await counting.subscribe(query, noor.token)
    await revoke()
    counting.setClock(now)
    const result = next()
    await callAs(mira, `/posts/like/${postId}`)
    expect(await result).toMatchObject({ errors: [{ extensions: { code: 'TOKEN_INVALID' } }] })
    expect(await next()).toBeUndefined()
  })

  test('delivers changes of every kind if only their types are selected', async () => {
    const { next } = await backend.subscribe('subscription { changes { __typename } }')
    await callAs(mira, `/posts/like/${postId}`)
    await callAs(mira, '/users/edit', { userData: { bio: 'Weaver' } })
    expect(await next()).toEqual({ data: { changes: { __typename: 'PostChange' } } })
    expect(await next()).toEqual({ data: { changes: { __typename: 'UserChange' } } })
  })

  test('reads nothing of a kind of change that is not selected', async () => {
    const { counting, calls } = await openCounting()
    const query = `subscription { changes { __typename ...OfUser } }
      fragment OfUser on Change { ... on UserChange { user { username } } }`
    const { next } = await counting.subscribe(query)
    const result = next()
    await callAs(mira, `/posts/like/${postId}`)
    expect(calls).toEqual([])
    await callAs(mira, '/users/edit', { userData: { bio: 'Weaver' } })
    expect(await result).toEqual({ data: { changes: { __typename: 'UserChange', user: { username: 'mira' } } } })
  })

  test('starts at once if the document has fragments that contain others twice', async () => {
    const fragments = Array.from({ length: 27 }, (_, at) => `fragment F${at} on Change { ...F${at + 1} ...F${at + 1} }`)
    const last = 'fragment F27 on Change { ... on UserChange { user { bio } } }'
    const { next, end } = await backend.subscribe(`subscription { changes { ...F0 } } ${fragments.join(' ')} ${last}`)
    await callAs(mira, '/users/edit', { userData: { bio: 'Weaver' } })
    expect(await next()).toEqual({ data: { changes: { user: { bio: 'Weaver' } } } })
    await end()
  })

  test('knows whom the viewer follows without a read for each event', async () => {
    const { counting, calls } = await openCounting()
    await callAs(noor, `/users/follow/${mira.id}`)
    const query = 'subscription { changes(inFeed: true) { ... on PostChange { post { likeCount } } } }'
    const { next } = await counting.subscribe(query, noor.token)
    for (const [kind, likeCount] of [
      ['like', 1],
      ['dislike', 0],
      ['like', 1],
    ] as const) {
      calls.length = 0
      await callAs(mira, `/posts/${kind}/${postId}`)
      expect(await next()).toEqual({ data: { changes: { post: { likeCount } } } })
    }
    expect(calls).toEqual(['posts.getMany', 'users.getSummaries'])
    // After the unfollow the first event is one of her own post.
    await callAs(noor, `/users/unfollow/${mira.id}`)
    await callAs(mira, `/posts/dislike/${postId}`)
    await callAs(mira, `/posts/like/${await backend.post(noor)}`)
    expect(await next()).toEqual({ data: { changes: { post: { likeCount: 1 } } } })
  })
})
