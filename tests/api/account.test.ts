import { describe, expect, test } from 'vitest'
import { openBackend, type TestBackend, type TestUser } from '../backend.ts'
import { at, listAt, textAt } from '../values.ts'
import { fileOf, png } from '../mediaFiles.ts'
import { adapters } from '../store/adapters.ts'
import { countRows, emptyCounts, followRow, id, postRow, reactionRow, userRow } from '../store/rows.ts'

const codeOf = (response: unknown) => at(response, 'errors.0.extensions.code')

const deleteAccount = ({ gql }: TestBackend, user: TestUser, username = user.username) =>
  gql(
    'mutation ($username: String!) { deleteAccount(input: { username: $username }) { deletedUserId } }',
    { username },
    user.token,
  )

/** The numbers of more rows than one transaction of the housekeeping removes. */
const numbers = Array.from({ length: 450 }, (_, index) => 1000 + index)

const signOutEverywhere = async ({ gql }: TestBackend, user: TestUser): Promise<TestUser> => {
  const response = await gql('mutation { signOutEverywhere { token viewer { id email } } }', {}, user.token)
  expect(at(response, 'data.signOutEverywhere.viewer')).toEqual({ id: user.id, email: `${user.username}@mail.example` })
  return { ...user, token: textAt(response, 'data.signOutEverywhere.token') }
}

describe.each(adapters)('signing out everywhere ($name store)', ({ open }) => {
  test('refuses all earlier tokens of the user, also of the same second, and no others', async () => {
    const backend = await openBackend(open)
    const [ada, mira] = [await backend.signUpUser('ada'), await backend.signUpUser('mira')]
    const renewed = await signOutEverywhere(backend, ada)
    expect(await backend.rest('GET', '/users/bookmark', { token: ada.token })).toMatchObject({ status: 401 })
    expect(codeOf(await backend.gql('{ viewer { id } }', {}, ada.token))).toBe('TOKEN_INVALID')
    expect(codeOf(await backend.gql('mutation { signOutEverywhere { token } }', {}, ada.token))).toBe('TOKEN_INVALID')
    for (const user of [renewed, mira, await signOutEverywhere(backend, renewed)].slice(1))
      expect(await backend.rest('GET', '/users/bookmark', { token: user.token })).toMatchObject({ status: 200 })
    expect(await backend.rest('GET', '/users/bookmark', { token: renewed.token })).toMatchObject({ status: 401 })
    const body = { username: 'ada', password: 'sesame ada' }
    const login = await backend.rest('POST', '/auth/login', { body })
    const token = textAt(login.json, 'encodedToken')
    expect(await backend.rest('GET', '/users/bookmark', { token })).toMatchObject({ status: 200 })
  })

  test('ends the subscriptions of the viewer with the refusal at their next event', async () => {
    const backend = await openBackend(open)
    const [ada, mira] = [await backend.signUpUser('ada'), await backend.signUpUser('mira')]
    const fields = [
      'changes { ... on BookmarkChange { post { id } } }',
      'changes { ... on FollowingChange { user { id } } }',
      'changes(inFeed: true) { ... on PostCreation { postEdge { cursor } } }',
      'changes { ... on PostChange { post { viewerHasLiked } } }',
      'changes { ... on UserChange { user { viewerIsFollowing } } }',
    ]
    const subscriptions = await Promise.all(
      fields.map((field) => backend.subscribe(`subscription { ${field} }`, ada.token)),
    )
    const renewed = await signOutEverywhere(backend, ada)
    const postId = await backend.post(renewed)
    await backend.rest('POST', `/users/bookmark/${postId}`, { token: renewed.token })
    await backend.rest('POST', `/users/follow/${mira.id}`, { token: renewed.token })
    await backend.rest('POST', `/posts/like/${postId}`, { token: renewed.token })
    for (const subscription of subscriptions) {
      expect(codeOf(await subscription.next())).toBe('TOKEN_INVALID')
      expect(await subscription.next()).toBeUndefined()
    }
  })
})

/** Ada and Mira each have posts, like and bookmark each other's, and follow each other; Noor follows Ada. */
async function openFixture(open: (typeof adapters)[number]['open'], wrap?: Parameters<typeof openBackend>[1]) {
  const backend = await openBackend(open, wrap)
  const [ada, mira, noor] = [
    await backend.signUpUser('ada'),
    await backend.signUpUser('mira'),
    await backend.signUpUser('noor'),
  ]
  const ids = {
    ada: await backend.post(ada, '#warp'),
    gone: await backend.post(ada),
    mira: await backend.post(mira, '#warp'),
  }
  const send = (user: TestUser, path: string) => backend.rest('POST', path, { token: user.token })
  for (const [user, path] of [
    [ada, `/posts/like/${ids.mira}`],
    [mira, `/posts/like/${ids.mira}`],
    [mira, `/posts/like/${ids.ada}`],
    [ada, `/users/bookmark/${ids.mira}`],
    [mira, `/users/bookmark/${ids.ada}`],
    [ada, `/users/follow/${mira.id}`],
    [mira, `/users/follow/${ada.id}`],
    [noor, `/users/follow/${ada.id}`],
    [mira, `/users/follow/${noor.id}`],
  ] as const)
    expect((await send(user, path)).status).toBeLessThan(300)
  await backend.rest('DELETE', `/posts/${ids.gone}`, { token: ada.token })
  return { backend, ada, mira, noor, ids }
}

describe.each(adapters)('deleting an account ($name store)', ({ open }) => {
  test('removes everything of the user and leaves the counts of others right', async () => {
    const { backend, ada, mira, ids } = await openFixture(open)
    const upload = await backend.http(
      new Request('http://localhost/media', {
        method: 'POST',
        headers: { authorization: ada.token },
        body: fileOf(png),
      }),
    )
    const url = textAt(await upload.json(), 'url')
    expect(await deleteAccount(backend, ada)).toEqual({ data: { deleteAccount: { deletedUserId: ada.id } } })

    const posts = listAt((await backend.rest('GET', '/posts')).json, 'posts')
    expect(posts).toMatchObject([
      { _id: ids.mira, likes: { likeCount: 1, likedBy: [{ username: 'mira' }], dislikedBy: [] } },
    ])
    const users = await backend.gql('{ users { edges { node { username postCount followerCount followingCount } } } }')
    expect(listAt(users, 'data.users.edges').map((edge) => at(edge, 'node'))).toEqual([
      { username: 'mira', postCount: 1, followerCount: 0, followingCount: 1 },
      { username: 'noor', postCount: 0, followerCount: 1, followingCount: 0 },
    ])
    expect((await backend.rest('GET', '/users/bookmark', { token: mira.token })).json).toEqual({ bookmarks: [] })
    expect(at(await backend.gql('{ postsByTag(tag: "warp") { totalCount } }'), 'data.postsByTag.totalCount')).toBe(1)
    expect((await backend.http(new Request(`http://localhost${url}`))).status).toBe(404)
    expect(await backend.store.admin.read((tx) => tx.count())).toEqual({
      users: 2,
      posts: 1,
      reactions: 1,
      bookmarks: 0,
      follows: 1,
      files: 0,
      fileUses: 0,
    })
    expect(await backend.rest('GET', '/users/bookmark', { token: ada.token })).toMatchObject({ status: 404 })
    expect((await backend.signUpUser('ada')).id).not.toBe(ada.id)
  })

  test.each(['', 'Ada', 'ada ', 'mira'])('is refused with another confirmation: "%s"', async (username) => {
    const { backend, ada, mira } = await openFixture(open)
    const before = await backend.store.admin.read((tx) => tx.count())
    expect(codeOf(await deleteAccount(backend, ada, username))).toBe('BAD_INPUT')
    expect(await backend.store.admin.read((tx) => tx.count())).toEqual(before)
    expect(codeOf(await deleteAccount(backend, { ...mira, token: 'none' }))).toBe('TOKEN_INVALID')
  })

  test('changes nothing if it fails at its end', async () => {
    let isFailing = false
    const { backend, ada } = await openFixture(open, {
      wrap: (store) => ({
        ...store,
        transaction: (work) =>
          store.transaction(async (tx) => {
            const result = await work(tx)
            if (isFailing) throw new Error('disk full')
            return result
          }),
      }),
    })
    const before = (await backend.rest('GET', '/posts')).json
    isFailing = true
    expect(codeOf(await deleteAccount(backend, ada))).toBe('INTERNAL')
    isFailing = false
    expect((await backend.rest('GET', '/posts')).json).toEqual(before)
    expect(at(await deleteAccount(backend, ada), 'errors')).toBeUndefined()
  })

  test('leaves nothing of a large account after housekeeping, and refuses its token at once', async () => {
    const backend = await openBackend(open)
    const [ada, mira] = [await backend.signUpUser('ada'), await backend.signUpUser('mira')]
    await backend.store.admin.transaction(async (tx) => {
      await tx.insertMany(
        'posts',
        numbers.map((number) => postRow(number, { authorId: ada.id, content: '#warp' })),
      )
      await tx.insertMany(
        'reactions',
        numbers.map((number) => reactionRow(number, id(number), mira.id, 'like')),
      )
    })
    await deleteAccount(backend, ada)
    expect(await backend.rest('GET', '/users/bookmark', { token: ada.token })).toMatchObject({ status: 404 })
    expect(listAt((await backend.rest('GET', '/users')).json, 'users')).toHaveLength(1)
    await backend.backend.runHousekeeping()
    expect(await countRows(backend.store)).toEqual({ ...emptyCounts, users: 1 })
    const deletions = (await backend.published()).filter(({ topic }) => topic === 'postDeleted')
    expect(new Set(deletions.map((event) => JSON.stringify(event))).size).toBe(numbers.length)
    expect(backend.reportedErrors).toEqual([])
  })

  test('publishes no new counts of others when housekeeping removes the rest of a large account', async () => {
    const backend = await openBackend(open)
    const [ada, mira] = [await backend.signUpUser('ada'), await backend.signUpUser('mira')]
    await backend.store.admin.transaction(async (tx) => {
      await tx.insertMany(
        'posts',
        numbers.map((number) => postRow(number, { authorId: mira.id, likeCount: 1 })),
      )
      await tx.insertMany(
        'reactions',
        numbers.map((number) => reactionRow(number, id(number), ada.id, 'like')),
      )
      await tx.insertMany(
        'users',
        numbers.map((number) => userRow(number, { followingCount: 1 })),
      )
      await tx.insertMany(
        'follows',
        numbers.map((number) => followRow(number, id(number), ada.id)),
      )
    })
    await deleteAccount(backend, ada)
    const { length } = await backend.published()
    await backend.backend.runHousekeeping()
    const later = (await backend.published()).slice(length)
    expect(later.filter(({ topic }) => topic === 'postChanged' || topic === 'userChanged')).toEqual([])
    expect(await countRows(backend.store)).toEqual({ ...emptyCounts, users: 451, posts: 450 })
  })

  test('publishes what other tabs show', async () => {
    const { backend, ada, mira, noor, ids } = await openFixture(open)
    const { length } = await backend.published()
    await deleteAccount(backend, ada)
    const published = (await backend.published()).slice(length).map((event) => Object.values(event).slice(0, 2))
    expect(published).toHaveLength(5)
    expect(published).toEqual(
      expect.arrayContaining([
        ['postDeleted', ids.ada],
        ['postChanged', ids.mira],
        ...[mira, noor].map((user) => ['userChanged', user.id]),
        ['userDeleted', ada.id],
      ]),
    )
  })
})
