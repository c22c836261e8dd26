import { beforeEach, describe, expect, test } from 'vitest'
import { openBackend, passwordInput, type TestUser, type RestResponse, type TestBackend } from '../backend.ts'
import { at, listAt } from '../values.ts'
import { errorCatalogue, type ErrorCode } from '../errorCatalogue.ts'
import { adapters } from '../store/adapters.ts'
import { interceptStore } from '../interceptStore.ts'

describe.each(adapters)('concurrent calls ($name store)', ({ open }) => {
  let backend: TestBackend
  let mira: TestUser
  let postId: string
  beforeEach(async () => {
    backend = await openBackend(open)
    mira = await backend.signUpUser('mira')
    postId = await backend.post(mira)
  })
  const inParallel = <T>(count: number, call: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => call(index)))
  const signUpUsers = (count: number) => inParallel(count, (index) => backend.signUpUser(`user ${index}`))
  const post = (path: string, { token }: TestUser) => backend.rest('POST', path, { token })

  /** Expects `count` responses with this status and all the others to be this error. */
  function expectOutcome(responses: RestResponse[], status: number, count: number, code: ErrorCode) {
    const [errorStatus, message] = errorCatalogue[code]
    const failed = responses.filter(({ json }) => JSON.stringify(json) === JSON.stringify({ errors: [message] }))
    expect(responses.filter((response) => response.status === status)).toHaveLength(count)
    expect(failed).toHaveLength(responses.length - count)
    expect(failed.every((response) => response.status === errorStatus)).toBe(true)
  }

  async function likeCount(): Promise<unknown> {
    return at((await backend.rest('GET', `/posts/${postId}`)).json, 'post.likes.likeCount')
  }

  test('accepts one of 50 likes by the same user', async () => {
    expectOutcome(await inParallel(50, () => post(`/posts/like/${postId}`, mira)), 201, 1, 'ALREADY_LIKED')
    expect(await likeCount()).toBe(1)
  })

  test('counts 100 likes by 100 users exactly', async () => {
    const users = await signUpUsers(100)
    const responses = await Promise.all(users.map((user) => post(`/posts/like/${postId}`, user)))
    expectOutcome(responses, 201, 100, 'ALREADY_LIKED')
    const { json } = await backend.rest('GET', `/posts/${postId}`)
    expect(at(json, 'post.likes.likeCount')).toBe(100)
    expect(new Set(listAt(json, 'post.likes.likedBy').map((user) => at(user, 'username'))).size).toBe(100)
  })

  test('accepts one of 20 dislikes when one like is left', async () => {
    const users = await signUpUsers(20)
    await post(`/posts/like/${postId}`, mira)
    const responses = await Promise.all(users.map((user) => post(`/posts/dislike/${postId}`, user)))
    expectOutcome(responses, 201, 1, 'NO_LIKES_LEFT')
    expect(await likeCount()).toBe(0)
  })

  test('accepts one of 10 sign-ups with the same username', async () => {
    const responses = await inParallel(10, (index) =>
      backend.rest('POST', '/auth/signup', { body: { username: 'noor', ...passwordInput(String(index)) } }),
    )
    expectOutcome(responses, 201, 1, 'USERNAME_TAKEN')
    expect(listAt((await backend.rest('GET', '/users')).json, 'users')).toHaveLength(2)
  })

  test('accepts one of 20 bookmarks, and one of 20 removals, of the same post by the same user', async () => {
    expectOutcome(await inParallel(20, () => post(`/users/bookmark/${postId}`, mira)), 200, 1, 'ALREADY_BOOKMARKED')
    expectOutcome(await inParallel(20, () => post(`/users/remove-bookmark/${postId}`, mira)), 200, 1, 'NOT_BOOKMARKED')
  })

  test('counts 20 likes exactly when each user likes twice', async () => {
    const users = await signUpUsers(20)
    const responses = await Promise.all(users.flatMap((user) => [1, 2].map(() => post(`/posts/like/${postId}`, user))))
    expectOutcome(responses, 201, 20, 'ALREADY_LIKED')
    expect(at(await backend.gql(`{ post(id: "${postId}") { likeCount } }`), 'data.post.likeCount')).toBe(20)
  })

  test('counts 20 followers exactly when each follows twice', async () => {
    const users = await signUpUsers(20)
    const responses = await Promise.all(
      users.flatMap((user) => [1, 2].map(() => post(`/users/follow/${mira.id}`, user))),
    )
    expectOutcome(responses, 200, 20, 'ALREADY_FOLLOWING')
    const document = 'query ($id: ID!) { user(id: $id) { followerCount followers(first: 100) { edges { cursor } } } }'
    const response = await backend.gql(document, { id: mira.id })
    expect(at(response, 'data.user.followerCount')).toBe(20)
    expect(listAt(response, 'data.user.followers.edges')).toHaveLength(20)
  })

  test('accepts one of 5 deletions of the same post', async () => {
    const responses = await inParallel(5, () => backend.rest('DELETE', `/posts/${postId}`, { token: mira.token }))
    expectOutcome(responses, 201, 1, 'POST_NOT_FOUND')
    expect(await backend.gql('{ viewer { postCount } }', {}, mira.token)).toEqual({
      data: { viewer: { postCount: 0 } },
    })
  })

  test.each([
    ['POST', '/posts', 'users.patch'],
    ['DELETE', '/posts/{postId}', 'users.patch'],
    ['POST', '/posts/like/{postId}', 'posts.patch'],
    ['POST', '/users/bookmark/{postId}', 'users.patch'],
  ])('changes nothing when %s %s fails at the store call %s', async (method, path, failingCall) => {
    const error = new Error('The disk is full')
    const broken = await openBackend(open, {
      store: backend.store,
      wrap: (store) =>
        interceptStore(store, (call) => {
          if (call === failingCall) throw error
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
    expect(await broken.rest(method, path.replace('{postId}', postId), { token: mira.token, ...body })).toMatchObject({
      status: 500,
    })
    expect(broken.reportedErrors).toEqual([error])
    expect(await state()).toBe(before)
  })
})
