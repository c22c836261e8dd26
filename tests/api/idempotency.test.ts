import { describe, expect, test } from 'vitest'
import { openBackend, type TestBackend, type TestUser } from '../backend.ts'
import { at, listAt, textAt } from '../values.ts'
import { adapters } from '../store/adapters.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The calls that take a key, with the selection of their payload. `target` is a post or a user. */
const calls = [
  { call: 'editPost', input: ({ own }: Ids) => ({ postId: own, content: 'Edited' }), payload: 'post { id content }' },
  { call: 'deletePost', input: ({ own }: Ids) => ({ postId: own }), payload: 'deletedPostId viewer { postCount }' },
  { call: 'likePost', input: ({ other }: Ids) => ({ postId: other }), payload: 'post { id likeCount viewerHasLiked }' },
  { call: 'dislikePost', input: ({ liked }: Ids) => ({ postId: liked }), payload: 'post { id likeCount }' },
  {
    call: 'addBookmark',
    input: ({ other }: Ids) => ({ postId: other }),
    payload: 'bookmarkEdge { cursor node { id } }',
  },
  { call: 'removeBookmark', input: ({ liked }: Ids) => ({ postId: liked }), payload: 'post { viewerHasBookmarked }' },
  { call: 'followUser', input: ({ mira }: Ids) => ({ userId: mira }), payload: 'user { followerCount } viewer { id }' },
  {
    call: 'unfollowUser',
    input: ({ noor }: Ids) => ({ userId: noor }),
    payload: 'user { followerCount } viewer { id }',
  },
  { call: 'editProfile', input: () => ({ bio: 'New' }), payload: 'viewer { bio }' },
  { call: 'deleteAccount', input: () => ({ username: 'ada' }), payload: 'deletedUserId' },
]

interface Ids {
  own: string
  other: string
  liked: string
  mira: string
  noor: string
}

/** Ada has a post, likes and bookmarks one by Mira, and follows Noor. */
async function openFixture(open: (typeof adapters)[number]['open']) {
  const backend = await openBackend(open)
  const [ada, mira, noor] = [
    await backend.signUpUser('ada'),
    await backend.signUpUser('mira'),
    await backend.signUpUser('noor'),
  ]
  const ids: Ids = {
    own: await backend.post(ada),
    other: await backend.post(mira),
    liked: await backend.post(mira),
    mira: mira.id,
    noor: noor.id,
  }
  for (const path of [`/posts/like/${ids.liked}`, `/users/bookmark/${ids.liked}`, `/users/follow/${noor.id}`])
    await backend.rest('POST', path, { token: ada.token })
  return { backend, ada, mira, ids }
}

/** Sends a mutation with an input of its own type. */
const mutate = ({ gql }: TestBackend, call: string, payload: string, input: object, { token }: TestUser) => {
  const type = `${call.charAt(0).toUpperCase()}${call.slice(1)}Input!`
  return gql(`mutation ($input: ${type}) { ${call}(input: $input) { ${payload} } }`, { input }, token)
}

const create = (backend: TestBackend, user: TestUser, input: object) =>
  mutate(backend, 'createPost', 'postEdge { node { id content } } viewer { postCount }', input, user)

const contents = async ({ rest }: TestBackend) =>
  listAt((await rest('GET', '/posts')).json, 'posts').map((post) => textAt(post, 'content'))

describe.each(adapters)('a request with an idempotency key ($name store)', ({ open }) => {
  test('creates one post when the same request is sent three times', async () => {
    const { backend, ada } = await openFixture(open)
    const input = { content: 'Once', idempotencyKey: 'press 1' }
    const responses = await Promise.all([create(backend, ada, input), create(backend, ada, input)])
    responses.push(await create(backend, ada, input))
    const [first] = responses
    expect(at(first, 'data.createPost')).toMatchObject({
      postEdge: { node: { content: 'Once' } },
      viewer: { postCount: 2 },
    })
    for (const response of responses) expect(response).toEqual(first)
    expect((await contents(backend)).filter((content) => content === 'Once')).toHaveLength(1)
  })

  test.each(calls)(
    'is carried out once and answered in the same way again: $call',
    async ({ call, input, payload }) => {
      const { backend, ada, ids } = await openFixture(open)
      const withKey = { ...input(ids), idempotencyKey: 'k'.repeat(200) }
      const first = await mutate(backend, call, payload, withKey, ada)
      expect(at(first, 'errors')).toBeUndefined()
      expect(await mutate(backend, call, payload, withKey, ada)).toEqual(first)
    },
  )

  test('shows the present state of what it has changed', async () => {
    const { backend, ada, mira, ids } = await openFixture(open)
    const like = { postId: ids.other, idempotencyKey: 'press 1' }
    const send = () => mutate(backend, 'likePost', 'post { likeCount }', like, ada)
    expect(await send()).toEqual({ data: { likePost: { post: { likeCount: 1 } } } })
    await backend.rest('POST', `/posts/like/${ids.other}`, { token: mira.token })
    expect(await send()).toEqual({ data: { likePost: { post: { likeCount: 2 } } } })
    await backend.rest('DELETE', `/posts/${ids.other}`, { token: mira.token })
    expect(at(await send(), 'errors.0.extensions.code')).toBe('POST_NOT_FOUND')
  })

  test('publishes no second event', async () => {
    const { backend, ada } = await openFixture(open)
    const { length } = await backend.published()
    for (let times = 0; times < 2; times += 1)
      await create(backend, ada, { content: 'Once', idempotencyKey: 'press 1' })
    const topics = (await backend.published()).slice(length).map(({ topic }) => topic)
    expect(topics).toEqual(['postCreated', 'userChanged'])
  })

  test.each([
    ['another input', 'createPost', { content: 'Two' }],
    ['another call', 'likePost', { postId: 'any' }],
  ])('is refused with %s', async (_what, call, input) => {
    const { backend, ada } = await openFixture(open)
    await create(backend, ada, { content: 'One', idempotencyKey: 'press 1' })
    const payload = call === 'likePost' ? 'post { id }' : 'viewer { id }'
    const response = await mutate(backend, call, payload, { ...input, idempotencyKey: 'press 1' }, ada)
    expect(at(response, 'errors.0')).toMatchObject({
      message: 'idempotencyKey was already used for another request.',
      extensions: { code: 'BAD_INPUT' },
    })
    expect(await contents(backend)).not.toContain('Two')
  })

  test.each([
    ['', 'must not be empty'],
    ['k'.repeat(201), 'must not be longer than 200 characters'],
  ])('is refused if the key is empty or too long', async (idempotencyKey, problem) => {
    const { backend, ada } = await openFixture(open)
    const response = await create(backend, ada, { content: 'Never', idempotencyKey })
    expect(at(response, 'errors.0.message')).toBe(`idempotencyKey ${problem}.`)
  })

  test('does not share its key with other users', async () => {
    const { backend, ada, mira } = await openFixture(open)
    for (const user of [ada, mira]) await create(backend, user, { content: 'Each', idempotencyKey: 'press 1' })
    expect((await contents(backend)).filter((content) => content === 'Each')).toHaveLength(2)
  })

  test('can be sent again after a refusal', async () => {
    const { backend, ada, ids } = await openFixture(open)
    const like = { postId: ids.liked, idempotencyKey: 'press 1' }
    expect(at(await mutate(backend, 'likePost', 'post { id }', like, ada), 'errors.0.extensions.code')).toBe(
      'ALREADY_LIKED',
    )
    await backend.rest('POST', `/posts/dislike/${ids.liked}`, { token: ada.token })
    expect(at(await mutate(backend, 'likePost', 'post { id }', like, ada), 'errors')).toBeUndefined()
  })

  test('treats a key as new after a day, and housekeeping removes expired keys', async () => {
    const { backend, ada } = await openFixture(open)
    const start = Date.parse('2026-05-04T09:30:00Z')
    const send = (content: string, key: string) => create(backend, ada, { content, idempotencyKey: key })
    await send('One', 'press 1')
    await send('Two', 'press 2')
    backend.setClock(new Date(start + DAY_MS - 1).toISOString())
    expect(at(await send('Other', 'press 1'), 'errors.0.extensions.code')).toBe('BAD_INPUT')
    backend.setClock(new Date(start + DAY_MS + 1).toISOString())
    expect(at(await send('Other', 'press 1'), 'errors')).toBeUndefined()
    await backend.backend.runHousekeeping()
    const rows = await backend.store.transaction((tx) =>
      Promise.all(['press 1', 'press 2'].map((key) => tx.idempotencyKeys.get([ada.id, key]))),
    )
    expect(rows).toEqual([expect.objectContaining({ usedAt: start + DAY_MS + 1 }), undefined])
  })
})

describe.each(adapters)('a sign-up with an idempotency key ($name store)', ({ open }) => {
  const input = { username: 'ada', password: 'loom', firstName: 'Ada', idempotencyKey: 'press 1' }
  const signUp = ({ gql }: TestBackend, changes: object = {}) =>
    gql('mutation ($input: SignUpInput!) { signUp(input: $input) { user { id } token } }', {
      input: { ...input, ...changes },
    })
  const users = ({ store }: TestBackend) => store.read.users.page('byId', { direction: 'ascending', limit: 10 })

  test('creates one account when it is sent three times, and each response has a session of it', async () => {
    const backend = await openBackend(open)
    const responses = await Promise.all([signUp(backend), signUp(backend)])
    responses.push(await signUp(backend))
    expect(await users(backend)).toHaveLength(1)
    for (const response of responses) {
      expect(at(response, 'data.signUp.user')).toEqual(at(responses[0], 'data.signUp.user'))
      const viewer = await backend.gql('{ viewer { username } }', {}, textAt(response, 'data.signUp.token'))
      expect(viewer).toEqual({ data: { viewer: { username: 'ada' } } })
    }
  })

  test('is refused with another input', async () => {
    const backend = await openBackend(open)
    await signUp(backend)
    const response = await signUp(backend, { firstName: 'Ada Maria' })
    expect(at(response, 'errors.0')).toMatchObject({
      message: 'idempotencyKey was already used for another request.',
      extensions: { code: 'BAD_INPUT' },
    })
  })

  test.each([
    ['another key', { idempotencyKey: 'press 2' }],
    ['no key', { idempotencyKey: null }],
    ['another password', { password: 'shuttle' }],
  ])('is refused with %s, because the username is taken', async (_what, changes) => {
    const backend = await openBackend(open)
    await signUp(backend)
    const response = await signUp(backend, changes)
    expect(at(response, 'errors.0.extensions.code')).toBe('USERNAME_TAKEN')
  })

  test('stores neither the password nor the token with the key', async () => {
    const backend = await openBackend(open)
    const response = await signUp(backend)
    const id = textAt(response, 'data.signUp.user.id')
    const row = await backend.store.transaction((tx) => tx.idempotencyKeys.get([id, 'press 1']))
    expect(row).toEqual({ userId: id, key: 'press 1', request: expect.any(String), resultId: id, usedAt: row?.usedAt })
    const other = await openBackend(open)
    const otherId = textAt(await signUp(other, { password: 'shuttle' }), 'data.signUp.user.id')
    const otherRow = await other.store.transaction((tx) => tx.idempotencyKeys.get([otherId, 'press 1']))
    expect(otherRow?.request).toBe(row?.request)
  })

  test('is repeated over REST as well', async () => {
    const backend = await openBackend(open)
    const body = { username: 'ada', password: 'loom', motto: 'Slowly' }
    const send = () => backend.rest('POST', '/auth/signup', { body, headers: { 'Idempotency-Key': 'press 1' } })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(at(second.json, 'createdUser')).toEqual(at(first.json, 'createdUser'))
  })
})

describe.each(adapters)('a sign-out everywhere with an idempotency key ($name store)', ({ open }) => {
  const document =
    'mutation ($input: SignOutEverywhereInput!) { signOutEverywhere(input: $input) { token viewer { username } } }'

  test('is carried out once when it is sent again with the token that it has made invalid', async () => {
    const { backend, ada } = await openFixture(open)
    const send = (idempotencyKey: string) => backend.gql(document, { input: { idempotencyKey } }, ada.token)
    const responses = [await send('press 1'), await send('press 1')]
    for (const response of responses) {
      const viewer = await backend.gql('{ viewer { id } }', {}, textAt(response, 'data.signOutEverywhere.token'))
      expect(viewer).toEqual({ data: { viewer: { id: ada.id } } })
    }
    expect(at(await send('press 2'), 'errors.0.extensions.code')).toBe('TOKEN_INVALID')
  })

  test('is refused when it is sent again after a later one', async () => {
    const { backend, ada } = await openFixture(open)
    const send = (token: string, idempotencyKey: string) => backend.gql(document, { input: { idempotencyKey } }, token)
    const first = await send(ada.token, 'press 1')
    await send(textAt(first, 'data.signOutEverywhere.token'), 'press 2')
    expect(at(await send(ada.token, 'press 1'), 'errors.0.extensions.code')).toBe('TOKEN_INVALID')
  })

  test('is not repeated with the token that it returned, after a later one has revoked that token', async () => {
    const { backend, ada } = await openFixture(open)
    const send = (token: string, idempotencyKey: string) => backend.gql(document, { input: { idempotencyKey } }, token)
    const stolen = textAt(await send(ada.token, 'press 1'), 'data.signOutEverywhere.token')
    await send(stolen, 'press 2')
    expect(at(await send(stolen, 'press 1'), 'errors.0.extensions.code')).toBe('BAD_INPUT')
  })
})

test.each(adapters)(
  'a deleted account is refused without a key, or for another username ($name store)',
  async ({ open }) => {
    const backend = await openBackend(open)
    const ada = await backend.signUpUser('ada')
    const send = (input: object) => mutate(backend, 'deleteAccount', 'deletedUserId', input, ada)
    expect(at(await send({ username: 'ada' }), 'errors')).toBeUndefined()
    for (const input of [{ username: 'ada' }, { username: 'mira', idempotencyKey: 'press 1' }])
      expect(at(await send(input), 'errors.0.extensions.code')).toBe('NOT_REGISTERED')
  },
)

describe.each(adapters)('an Idempotency-Key header ($name store)', ({ open }) => {
  test.each([
    ['POST', () => '/posts', { postData: { content: 'Once' } }],
    ['POST', ({ own }: Ids) => `/posts/edit/${own}`, { postData: { content: 'Edited' } }],
    ['DELETE', ({ own }: Ids) => `/posts/${own}`, undefined],
    ['POST', ({ other }: Ids) => `/posts/like/${other}`, undefined],
    ['POST', ({ liked }: Ids) => `/posts/dislike/${liked}`, undefined],
    ['POST', () => '/users/edit', { userData: { bio: 'New' } }],
    ['POST', ({ other }: Ids) => `/users/bookmark/${other}`, undefined],
    ['POST', ({ liked }: Ids) => `/users/remove-bookmark/${liked}`, undefined],
    ['POST', ({ mira }: Ids) => `/users/follow/${mira}`, undefined],
    ['POST', ({ noor }: Ids) => `/users/unfollow/${noor}`, undefined],
  ])('makes a repeated call safe: %s %s', async (method, path, body) => {
    const { backend, ada, ids } = await openFixture(open)
    const request = { token: ada.token, body, headers: { 'Idempotency-Key': 'press 1' } }
    const first = await backend.rest(method, path(ids), request)
    expect(first.status).toBeLessThan(300)
    const second = await backend.rest(method, path(ids), request)
    expect([second.status, second.json]).toEqual([first.status, first.json])
  })

  test('names the header in the error when the key was used for another call', async () => {
    const { backend, ada, ids } = await openFixture(open)
    const headers = { 'Idempotency-Key': 'press 1' }
    await backend.rest('POST', `/posts/like/${ids.other}`, { token: ada.token, headers })
    expect(await backend.rest('POST', `/users/bookmark/${ids.other}`, { token: ada.token, headers })).toMatchObject({
      status: 400,
      json: { errors: ['Idempotency-Key was already used for another request.'] },
    })
  })
})
