import { beforeEach, describe, expect, test } from 'vitest'
import { openBackend, type TestUser, type TestBackend } from '../backend.ts'
import { at, listAt, textAt } from '../values.ts'
import { adapters } from '../store/adapters.ts'

describe.each(adapters)('dates ($name store)', ({ open }) => {
  let backend: TestBackend
  let mira: TestUser
  let noor: TestUser
  beforeEach(async () => {
    backend = await openBackend(open, { startAt: '2026-05-01T00:00:00Z' })
    mira = await backend.signUpUser('mira')
    noor = await backend.signUpUser('noor')
  })

  test.each([
    ['2026-05-04T13:59:59.999Z', '2026-05-04', '4 May 2026'],
    ['2026-05-04T14:00:00.000Z', '2026-05-04', '5 May 2026'],
    ['2026-05-04T23:59:59.999Z', '2026-05-04', '5 May 2026'],
    ['2026-05-05T00:00:00.000Z', '2026-05-05', '5 May 2026'],
    // Daylight saving: Sydney is eleven hours ahead, not ten.
    ['2026-10-10T13:00:00.000Z', '2026-10-10', '11 October 2026'],
    ['2026-12-31T13:30:00.000Z', '2026-12-31', '1 January 2027'],
  ])('dates a post created at %s as %s in UTC and as %s in Sydney', async (instant, day, words) => {
    backend.setClock(instant)
    const { token } = await backend.signUpUser('late')
    const { json } = await backend.rest('POST', '/posts', { token, body: { postData: { content: 'Hello' } } })
    expect(json).toMatchObject({ posts: [{ createdAt: day, updatedAt: day, createdAt_format: words }] })
    const times = 'createdAt updatedAt'
    expect(await backend.gql(`{ posts { edges { node { ${times} author { ${times} } } } } }`)).toEqual({
      data: {
        posts: {
          edges: [
            { node: { createdAt: instant, updatedAt: instant, author: { createdAt: instant, updatedAt: instant } } },
          ],
        },
      },
    })
  })

  test('derives all times of a post from one clock reading', async () => {
    const ticking = await openBackend(open, { tick: 1 })
    const author = await ticking.signUpUser('mira')
    for (let millisecond = 0; millisecond < 10; millisecond += 1) {
      ticking.setClock(`2026-05-04T23:59:59.99${millisecond}Z`)
      await ticking.post(author)
    }
    const response = await ticking.gql('{ posts { edges { node { createdAt updatedAt } } } }')
    const posts = listAt(response, 'data.posts.edges').map((edge) => at(edge, 'node'))
    expect(posts).toHaveLength(10)
    for (const post of posts) {
      expect(textAt(post, 'updatedAt')).toBe(textAt(post, 'createdAt'))
    }
  })

  /** Calls that change a post. */
  const postChanges: [string, (postId: string) => Promise<unknown>][] = [
    [
      'an edit',
      (id) => backend.rest('POST', `/posts/edit/${id}`, { token: mira.token, body: { postData: { content: 'New' } } }),
    ],
    ['a like', (id) => backend.rest('POST', `/posts/like/${id}`, { token: noor.token })],
    ['a dislike', (id) => backend.rest('POST', `/posts/dislike/${id}`, { token: mira.token })],
  ]

  test.each(postChanges)('%s sets updatedAt of the post and keeps its other dates', async (_call, change) => {
    const postId = await backend.post(mira)
    await backend.rest('POST', `/posts/like/${postId}`, { token: (await backend.signUpUser('third')).token })
    backend.setClock('2026-05-09T12:00:00Z')
    await change(postId)
    expect((await backend.rest('GET', `/posts/${postId}`)).json).toMatchObject({
      post: { createdAt: '2026-05-01', createdAt_format: '1 May 2026', updatedAt: '2026-05-09' },
    })
  })

  /** Calls that change users, with the usernames of those they change. */
  const userChanges: [string, (postId: string) => Promise<unknown>, string[]][] = [
    [
      'a profile edit',
      () => backend.rest('POST', '/users/edit', { token: mira.token, body: { userData: { bio: 'x' } } }),
      ['mira'],
    ],
    ['a bookmark', (id) => backend.rest('POST', `/users/bookmark/${id}`, { token: mira.token }), ['mira']],
    [
      'a removed bookmark',
      (id) => backend.rest('POST', `/users/remove-bookmark/${id}`, { token: noor.token }),
      ['noor'],
    ],
    ['a follow', () => backend.rest('POST', `/users/follow/${noor.id}`, { token: mira.token }), ['mira', 'noor']],
    ['an unfollow', () => backend.rest('POST', `/users/unfollow/${mira.id}`, { token: noor.token }), ['mira', 'noor']],
  ]

  test.each(userChanges)('%s sets updatedAt of the users that it changes', async (_call, change, changed) => {
    const postId = await backend.post(mira)
    await backend.rest('POST', `/users/follow/${mira.id}`, { token: noor.token })
    await backend.rest('POST', `/users/bookmark/${postId}`, { token: noor.token })
    backend.setClock('2026-05-09T12:00:00Z')
    await change(postId)
    const users = listAt((await backend.rest('GET', '/users')).json, 'users')
    expect(users.map((user) => [at(user, 'username'), at(user, 'createdAt'), at(user, 'updatedAt')])).toEqual(
      ['mira', 'noor'].map((name) => [name, '2026-05-01', changed.includes(name) ? '2026-05-09' : '2026-05-01']),
    )
  })

  test('keeps all dates when a call is rejected', async () => {
    const postId = await backend.post(mira)
    const before = [await backend.rest('GET', '/posts'), await backend.rest('GET', '/users')].map(({ json }) => json)
    backend.setClock('2026-05-09T12:00:00Z')
    await backend.rest('POST', `/posts/dislike/${postId}`, { token: noor.token })
    await backend.rest('POST', `/posts/edit/${postId}`, { token: noor.token, body: { postData: { content: 'x' } } })
    await backend.rest('POST', `/users/unfollow/${mira.id}`, { token: noor.token })
    await backend.rest('POST', '/users/edit', { token: noor.token, body: { userData: { username: 'x', bio: 'x' } } })
    expect([await backend.rest('GET', '/posts'), await backend.rest('GET', '/users')].map(({ json }) => json)).toEqual(
      before,
    )
  })

  test('lists a new post last although the clock was two days ahead, also in a new backend', async () => {
    backend.setClock('2026-05-06T12:00:00Z')
    const early = await backend.post(mira)
    const { store } = backend
    const restarted = await openBackend(open, { store, startAt: '2026-05-04T12:00:00Z' })
    const ids = [early, await restarted.post(mira), await restarted.post(mira)]
    const { json } = await restarted.rest('GET', '/posts')
    expect(listAt(json, 'posts').map((post) => textAt(post, '_id'))).toEqual(ids)
    expect(listAt(json, 'posts').map((post) => at(post, 'createdAt'))).toEqual([
      '2026-05-06',
      '2026-05-04',
      '2026-05-04',
    ])
  })

  test('lists posts in the order of creation when the clock steps back', async () => {
    const ids: string[] = []
    for (const instant of ['2026-05-04T12:00:00Z', '2026-05-04T11:00:00Z', '2026-05-04T11:30:00Z']) {
      backend.setClock(instant)
      ids.push(await backend.post(mira))
    }
    const { json } = await backend.rest('GET', '/posts')
    expect(listAt(json, 'posts').map((post) => textAt(post, '_id'))).toEqual(ids)
  })
})
