import { beforeEach, describe, expect, test } from 'vitest'
import {
  at,
  listAt,
  openBackend,
  passwordInput,
  type TestUser,
  type RestResponse,
  type TestBackend,
} from '../backend.ts'
import { errorCatalogue, type ErrorCode } from '../errorCatalogue.ts'
import { adapters } from '../store/adapters.ts'
import { interceptStore } from '../interceptStore.ts'

describe.each(adapters)('changes at the same time over $name', ({ open }) => {
  let backend: TestBackend
  let mira: TestUser
  let postId: string
  beforeEach(async () => {
    backend = await openBackend(open)
    mira = await backend.signUpUser('mira')
    postId = await backend.post(mira)
  })
  const times = <T>(count: number, call: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => call(index)))
  const crowd = (count: number) => times(count, (index) => backend.signUpUser(`member ${index}`))
  const ask = (path: string, { token }: TestUser) => backend.rest('POST', path, { token })

  /** How many were answered with this status, and how many refused as said; all must be one or the other. */
  function expectOutcome(answers: RestResponse[], status: number, count: number, code: ErrorCode) {
    const [refusedStatus, message] = errorCatalogue[code]
    const refused = answers.filter(({ json }) => JSON.stringify(json) === JSON.stringify({ errors: [message] }))
    expect(answers.filter((answer) => answer.status === status)).toHaveLength(count)
    expect(refused).toHaveLength(answers.length - count)
    expect(refused.every((answer) => answer.status === refusedStatus)).toBe(true)
  }

  async function likeCount(): Promise<unknown> {
    return at((await backend.rest('GET', `/posts/${postId}`)).json, 'post.likes.likeCount')
  }

  test('lets one of 50 likes by one member through', async () => {
    expectOutcome(await times(50, () => ask(`/posts/like/${postId}`, mira)), 201, 1, 'ALREADY_LIKED')
    expect(await likeCount()).toBe(1)
  })

  test('counts 100 members who like at once as 100', async () => {
    const members = await crowd(100)
    const answers = await Promise.all(members.map((member) => ask(`/posts/like/${postId}`, member)))
    expectOutcome(answers, 201, 100, 'ALREADY_LIKED')
    const { json } = await backend.rest('GET', `/posts/${postId}`)
    expect(at(json, 'post.likes.likeCount')).toBe(100)
    expect(new Set(listAt(json, 'post.likes.likedBy').map((user) => at(user, 'username'))).size).toBe(100)
  })

  test('lets one of 20 members take the last like', async () => {
    const members = await crowd(20)
    await ask(`/posts/like/${postId}`, mira)
    const answers = await Promise.all(members.map((member) => ask(`/posts/dislike/${postId}`, member)))
    expectOutcome(answers, 201, 1, 'NO_LIKES_LEFT')
    expect(await likeCount()).toBe(0)
  })

  test('gives a username to one of those who ask for it at once', async () => {
    const answers = await times(10, (index) =>
      backend.rest('POST', '/auth/signup', { body: { username: 'noor', ...passwordInput(String(index)) } }),
    )
    expectOutcome(answers, 201, 1, 'USERNAME_TAKEN')
    expect(listAt((await backend.rest('GET', '/users')).json, 'users')).toHaveLength(2)
  })

  test('keeps one of 20 bookmarks of one post', async () => {
    expectOutcome(await times(20, () => ask(`/users/bookmark/${postId}`, mira)), 200, 1, 'ALREADY_BOOKMARKED')
    expectOutcome(await times(20, () => ask(`/users/remove-bookmark/${postId}`, mira)), 200, 1, 'NOT_BOOKMARKED')
  })

  test('counts follows exactly', async () => {
    const members = await crowd(20)
    const answers = await Promise.all(
      members.flatMap((member) => [1, 2].map(() => ask(`/users/follow/${mira.id}`, member))),
    )
    expectOutcome(answers, 200, 20, 'ALREADY_FOLLOWING')
    const document = 'query ($id: ID!) { user(id: $id) { followerCount followers(first: 100) { edges { cursor } } } }'
    const answer = await backend.gql(document, { id: mira.id })
    expect(at(answer, 'data.user.followerCount')).toBe(20)
    expect(listAt(answer, 'data.user.followers.edges')).toHaveLength(20)
  })

  test('deletes a post once', async () => {
    const answers = await times(5, () => backend.rest('DELETE', `/posts/${postId}`, { token: mira.token }))
    expectOutcome(answers, 201, 1, 'POST_NOT_FOUND')
    expect(await backend.gql('{ viewer { postCount } }', {}, mira.token)).toEqual({
      data: { viewer: { postCount: 0 } },
    })
  })

  test.each([
    ['POST', () => '/posts', 'users.put'],
    ['DELETE', () => `/posts/${postId}`, 'bookmarks.removeOfPost'],
    ['POST', () => `/posts/like/${postId}`, 'reactions.put'],
    ['POST', () => `/users/bookmark/${postId}`, 'users.put'],
  ])('%s changes nothing when the store fails half-way', async (method, pathOf, failing) => {
    const fault = new Error('The disk is full')
    const broken = await openBackend(open, {
      store: backend.store,
      wrap: (store) =>
        interceptStore(store, (call) => {
          if (call === failing) throw fault
        }),
    })
    const state = async () =>
      JSON.stringify([
        await backend.rest('GET', '/posts'),
        await backend.gql('{ users { edges { node { username postCount updatedAt } } } }'),
        await backend.rest('GET', '/users/bookmark', { token: mira.token }),
      ])
    const before = await state()
    const body = method === 'POST' ? { body: { postData: {} } } : {}
    expect(await broken.rest(method, pathOf(), { token: mira.token, ...body })).toMatchObject({ status: 500 })
    expect(broken.reportedErrors).toEqual([fault])
    expect(await state()).toBe(before)
  })
})
