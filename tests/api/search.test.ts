import { beforeEach, describe, expect, test } from 'vitest'
import { textLimits } from '../../shared/textLimits.ts'
import { openBackend, type TestBackend, type TestUser } from '../backend.ts'
import { adapters } from '../store/adapters.ts'
import { at, listAt } from '../values.ts'

describe.each(adapters)('search ($name store)', ({ open }) => {
  let backend: TestBackend
  let ada: TestUser
  let mira: TestUser
  beforeEach(async () => {
    backend = await openBackend(open)
    ada = await backend.signUpUser('ada', { firstname: 'Ada', lastname: 'Lovelace' })
    mira = await backend.signUpUser('mira', { firstname: 'Mira', lastname: 'Okoro' })
  })

  const askPosts = (text: string, token?: string, args = '') =>
    backend.gql(
      `query ($text: String!) { searchPosts(text: $text ${args}) { totalCount edges { node { content } } } }`,
      { text },
      token,
    )
  const contents = async (text: string, token?: string, scope = 'ALL') =>
    listAt(await askPosts(text, token, `scope: ${scope}`), 'data.searchPosts.edges').map((edge) =>
      at(edge, 'node.content'),
    )
  const askUsers = (text: string, token?: string) =>
    backend.gql(
      'query ($text: String!) { searchUsers(text: $text) { totalCount edges { node { username } } } }',
      { text },
      token,
    )
  const usernames = async (text: string, token?: string) =>
    listAt(await askUsers(text, token), 'data.searchUsers.edges').map((edge) => at(edge, 'node.username'))

  test('finds posts by their words, the newest first, for visitors too', async () => {
    for (const content of ['Warp and #weft', 'Zoë weaves', 'WEFT']) await backend.post(ada, content)
    expect(await contents('weft')).toEqual(['WEFT', 'Warp and #weft'])
    expect(await contents('zoe we')).toEqual(['Zoë weaves'])
    for (const text of ['', '%', '_', '\\', "'", '\0', '\ud800']) expect(await contents(text)).toEqual([])
    expect(await askPosts('weft')).toMatchObject({ data: { searchPosts: { totalCount: null } } })
  })

  test('finds replies as it finds posts, in every scope', async () => {
    const postId = await backend.post(ada, 'Warp')
    const reply = await backend.gql(
      'mutation ($id: ID!) { createPost(input: { inReplyTo: $id, content: "Weft" }) { postEdge { node { id } } } }',
      { id: postId },
      mira.token,
    )
    await backend.rest('POST', `/users/follow/${mira.id}`, { token: ada.token })
    await backend.rest('POST', `/users/bookmark/${String(at(reply, 'data.createPost.postEdge.node.id'))}`, {
      token: ada.token,
    })
    for (const scope of ['ALL', 'FOLLOWING', 'BOOKMARKED'])
      expect(await contents('weft', ada.token, scope)).toEqual(['Weft'])
    expect(await contents('weft', mira.token, 'MINE')).toEqual(['Weft'])
  })

  test('finds posts after an edit, a deletion and its undo as they are then', async () => {
    const post = await backend.post(ada, 'weft')
    await backend.rest('POST', `/posts/edit/${post}`, { token: ada.token, body: { postData: { content: 'warp' } } })
    expect([await contents('weft'), await contents('warp')]).toEqual([[], ['warp']])
    await backend.rest('DELETE', `/posts/${post}`, { token: ada.token })
    expect(await contents('warp', ada.token)).toEqual([])
    const restore = 'mutation ($id: ID!) { restorePost(input: { postId: $id }) { postEdge { cursor } } }'
    await backend.gql(restore, { id: post }, ada.token)
    expect(await contents('warp')).toEqual(['warp'])
  })

  test('looks through the posts of users followed, of the viewer, or bookmarked', async () => {
    await backend.post(ada, 'weft of ada')
    const saved = await backend.post(mira, 'weft of mira')
    const third = await backend.signUpUser('third')
    await backend.post(third, 'weft of third')
    await backend.rest('POST', `/users/follow/${third.id}`, { token: ada.token })
    await backend.rest('POST', `/users/bookmark/${saved}`, { token: ada.token })
    expect(await contents('weft', ada.token, 'FOLLOWING')).toEqual(['weft of third'])
    expect(await contents('weft', ada.token, 'MINE')).toEqual(['weft of ada'])
    expect(await contents('weft', ada.token, 'BOOKMARKED')).toEqual(['weft of mira'])
    expect(await contents('weft', ada.token)).toHaveLength(3)
    await backend.rest('POST', `/users/unfollow/${third.id}`, { token: ada.token })
    expect(await contents('weft', ada.token, 'FOLLOWING')).toEqual([])
  })

  test.each(['FOLLOWING', 'MINE', 'BOOKMARKED'])('refuses a visitor for %s', async (scope) => {
    const refusal = { data: { searchPosts: null }, errors: [{ extensions: { code: 'TOKEN_INVALID', status: 401 } }] }
    expect(await askPosts('weft', undefined, `scope: ${scope}`)).toMatchObject(refusal)
    expect(await askPosts('weft', 'forged', `scope: ${scope}`)).toMatchObject(refusal)
    expect(await askPosts('', undefined, `scope: ${scope}`)).toMatchObject(refusal)
  })

  test('refuses a text that is too long', async () => {
    const [longest, longer] = [textLimits.text, textLimits.text + 1].map((length) => 'x'.repeat(length))
    const message = `text must not be longer than ${textLimits.text} characters.`
    const refusal = { errors: [{ message, extensions: { code: 'BAD_INPUT', status: 400 } }] }
    for (const ask of [askPosts, askUsers]) {
      expect(await ask(longest ?? '')).not.toHaveProperty('errors')
      expect(await ask(longer ?? '')).toMatchObject(refusal)
    }
  })

  test('finds no hidden post, and no post of a suspended or deleted user', async () => {
    const post = await backend.post(ada, 'weft')
    await backend.rest('POST', `/users/bookmark/${post}`, { token: mira.token })
    const set = (state: 'hidden' | 'shown') =>
      backend.store.transaction((tx) => tx.posts.patch(post, { set: { state } }))
    await set('hidden')
    for (const token of [undefined, ada.token]) expect(await contents('weft', token)).toEqual([])
    expect(await contents('weft', mira.token, 'BOOKMARKED')).toEqual([])
    await set('shown')
    await backend.store.transaction((tx) => tx.users.patch(ada.id, { set: { state: 'suspended' } }))
    for (const token of [undefined, mira.token]) expect(await contents('weft', token)).toEqual([])
    expect(await contents('weft', mira.token, 'BOOKMARKED')).toEqual([])
    expect([await usernames('ada'), await usernames('@ada')]).toEqual([[], []])
    await backend.store.transaction((tx) => tx.users.patch(ada.id, { set: { state: 'active' } }))
    expect([await contents('weft'), await usernames('ada')]).toEqual([['weft'], ['ada']])
    await backend.gql('mutation { deleteAccount(input: { username: "ada" }) { deletedUserId } }', {}, ada.token)
    expect([await contents('weft'), await usernames('ada')]).toEqual([[], []])
  })

  test('a page without the posts of a suspended user can have a next one', async () => {
    await backend.post(mira, 'weft of mira')
    await backend.post(ada, 'weft of ada')
    await backend.store.transaction((tx) => tx.users.patch(ada.id, { set: { state: 'suspended' } }))
    const page = (after: unknown) =>
      backend.gql(
        `query ($after: String) {
          searchPosts(text: "weft", first: 1, after: $after) {
            edges { node { content } } pageInfo { hasNextPage endCursor }
          }
        }`,
        { after },
      )
    const first = at(await page(null), 'data.searchPosts')
    expect(first).toMatchObject({ edges: [], pageInfo: { hasNextPage: true } })
    expect(await page(at(first, 'pageInfo.endCursor'))).toMatchObject({
      data: { searchPosts: { edges: [{ node: { content: 'weft of mira' } }], pageInfo: { hasNextPage: false } } },
    })
  })

  test('finds users by first name, last name and username', async () => {
    await backend.signUpUser('lov_ada', { firstname: 'Noor', lastname: 'Adair' })
    expect(await usernames('ADA')).toEqual(['ada', 'lov_ada'])
    expect(await usernames('ada lov')).toEqual(['ada', 'lov_ada'])
    expect(await usernames('okoro')).toEqual(['mira'])
    expect(await usernames('@lov')).toEqual(['lov_ada'])
    expect(await usernames('@lovelace')).toEqual([])
    for (const text of ['', '@', '%', '\0']) expect(await usernames(text)).toEqual([])
  })
})
