import { beforeEach, describe, expect, test } from 'vitest'
import { MAX_QUEUED_EVENTS } from '../../resolvers/events/events.ts'
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

  /** Subscribes, likes a post of each author, and returns the authors of the posts in the first `count` events. */
  async function authorsOfChanges(args: string, count: number, token: string | null = null): Promise<string[]> {
    const posts = [postId, await backend.post(noor), await backend.post(await backend.signUpUser('third'))]
    const changed = await backend.subscribe(`subscription { postChanged${args} { author { username } } }`, token)
    for (const id of posts) await callAs(mira, `/posts/like/${id}`)
    const authors: string[] = []
    for (let index = 0; index < count; index += 1) {
      authors.push(textAt(await changed.next(), 'data.postChanged.author.username'))
    }
    return authors
  }

  test('delivers only posts with the given ids and authors', async () => {
    expect(await authorsOfChanges(`(ids: ["${postId}", "none"])`, 1)).toEqual(['mira'])
    await callAs(mira, `/posts/dislike/${postId}`)
    const changed = await backend.subscribe(
      `subscription { postChanged(ids: ["${postId}"], authorIds: ["${noor.id}"]) { id } }`,
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

  test('delivers new posts of the given authors only', async () => {
    const created = await backend.subscribe(
      `subscription { postCreated(authorIds: ["${noor.id}"]) { node { content } } }`,
    )
    await backend.post(mira, 'By Mira')
    await backend.post(noor, 'By Noor')
    expect(await created.next()).toEqual({ data: { postCreated: { node: { content: 'By Noor' } } } })
  })

  test('delivers deleted posts of the feed only', async () => {
    const deleted = await backend.subscribe('subscription { postDeleted(inFeed: true) { deletedPostId } }', noor.token)
    const own = await backend.post(noor)
    await callAs(mira, `/posts/${postId}`, undefined, 'DELETE')
    await callAs(noor, `/posts/${own}`, undefined, 'DELETE')
    expect(await deleted.next()).toEqual({ data: { postDeleted: { deletedPostId: own } } })
  })

  test('delivers changes of the given users only', async () => {
    const changed = await backend.subscribe(`subscription { userChanged(ids: ["${noor.id}"]) { username } }`)
    for (const user of [mira, noor]) await callAs(user, '/users/edit', { userData: { bio: 'Weaver' } })
    expect(await changed.next()).toEqual({ data: { userChanged: { username: 'noor' } } })
  })

  test('reads nothing for an event that does not match the arguments', async () => {
    const calls: string[] = []
    const counting = await openBackend(open, {
      events,
      store: backend.store,
      wrap: (store) => interceptStore(store, (call) => calls.push(call)),
    })
    const changed = await counting.subscribe(`subscription { postChanged(authorIds: ["${noor.id}"]) { likeCount } }`)
    const next = changed.next()
    await callAs(mira, `/posts/like/${postId}`)
    expect(calls).toEqual([])
    await callAs(mira, `/posts/like/${await backend.post(noor)}`)
    expect(await next).toEqual({ data: { postChanged: { likeCount: 1 } } })
    expect(calls).toEqual(['posts.getMany'])
  })

  test.each([
    ['postChanged(inFeed: true) { id }', 'TOKEN_INVALID'],
    [`postChanged(ids: ${JSON.stringify(Array.from({ length: 101 }, String))}) { id }`, 'BAD_INPUT'],
    [`userChanged(ids: ${JSON.stringify(Array.from({ length: 101 }, String))}) { id }`, 'BAD_INPUT'],
  ])('rejects a visitor who subscribes to %.40s… with %s', async (field, code) => {
    await expect(backend.subscribe(`subscription { ${field} }`)).rejects.toThrow(code)
  })

  test('tells a slow client that events were missed, and continues with the events after them', async () => {
    const changed = await backend.subscribe('subscription { postChanged { likeCount } }')
    const narrow = await backend.subscribe(`subscription { postChanged(ids: ["${postId}"]) { likeCount } }`)
    const publish = (id: string) =>
      events.dispatchEvent(new CustomEvent('postChanged', { detail: { postId: id, authorId: mira.id } }))
    for (let count = 0; count < MAX_QUEUED_EVENTS; count += 1) publish(`post ${count}`)
    publish(postId)
    expect(await changed.next()).toMatchObject({ data: null, errors: [{ extensions: { code: 'EVENTS_MISSED' } }] })
    expect(await changed.next()).toEqual({ data: { postChanged: { likeCount: 0 } } })
    await callAs(mira, `/posts/like/${postId}`)
    expect(await changed.next()).toEqual({ data: { postChanged: { likeCount: 1 } } })
    expect(await narrow.next()).toEqual({ data: { postChanged: { likeCount: 1 } } })
  })
})
