import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../../resolvers/browser/index.ts'
import { openBackend, type TestUser, type TestBackend } from '../backend.ts'
import { at, listAt, textAt } from '../values.ts'
import { adapters } from '../store/adapters.ts'

/**
 * Every connection of the schema. `of` is the parent: the user Mira or her first post; without it a field of Query. `kept`
 * if the number of its edges is stored.
 */
const lists: { name: string; path: string; of?: 'user' | 'post'; args?: string; count: number; kept?: true }[] = [
  { name: 'posts', path: 'posts', count: 11 },
  { name: 'trending posts', path: 'posts', args: 'orderBy: TRENDING', count: 11 },
  { name: 'feed', path: 'feed', count: 10 },
  { name: 'trending feed', path: 'feed', args: 'orderBy: TRENDING', count: 10 },
  { name: 'bookmarks', path: 'bookmarks', count: 8 },
  { name: 'likes', path: 'likes', count: 8 },
  { name: 'users', path: 'users', count: 7 },
  { name: 'users by first name', path: 'users', args: 'firstName: "RS"', count: 7 },
  { name: 'suggestions', path: 'suggestions', count: 6 },
  { name: 'posts of a user', path: 'posts', of: 'user', count: 8, kept: true },
  { name: 'trending posts of a user', path: 'posts', of: 'user', args: 'orderBy: TRENDING', count: 8, kept: true },
  { name: 'followers', path: 'followers', of: 'user', count: 6, kept: true },
  { name: 'following', path: 'following', of: 'user', count: 2, kept: true },
  { name: 'likedBy', path: 'likedBy', of: 'post', count: 7 },
]
type List = (typeof lists)[number]

describe.each(adapters)('connections ($name store)', ({ open }) => {
  let backend: TestBackend
  let mira: TestUser
  let firstPost: string
  let store: Store
  beforeAll(async () => {
    store = await open()
    backend = await openBackend(open, { store })
    mira = await backend.signUpUser('mira')
    const others: TestUser[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) others.push(await backend.signUpUser(name))
    const post = ({ token }: TestUser, path: string) => backend.rest('POST', path, { token })
    const posts: string[] = []
    for (let count = 0; count < 8; count += 1) posts.push(await backend.post(mira))
    firstPost = posts[0] ?? ''
    for (const [index, user] of others.entries()) {
      await post(user, `/users/follow/${mira.id}`)
      await post(user, `/posts/like/${firstPost}`)
      await post(user, `/posts/like/${posts[index % 3] ?? ''}`)
      if (index < 2) await post(mira, `/users/follow/${user.id}`)
      if (index < 3) await backend.post(user)
    }
    for (const id of posts) {
      await post(mira, `/users/bookmark/${id}`)
      await post(mira, `/posts/like/${id}`)
    }
  })
  afterAll(() => store.close())

  async function page({ path, of, args = '' }: List, variables: { first?: unknown; after?: unknown }) {
    const list = `list: ${path}(first: $first, after: $after ${args}) {
      totalCount edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }`
    const id = of === 'post' ? firstPost : mira.id
    const response = of
      ? await backend.gql(
          `query ($id: ID!, $first: Int, $after: String) { of: ${of}(id: $id) { ${list} } }`,
          { id, ...variables },
          mira.token,
        )
      : await backend.gql(`query ($first: Int, $after: String) { ${list} }`, variables, mira.token)
    return { response, list: at(response, of ? 'data.of.list' : 'data.list') }
  }
  const idsOf = (list: unknown) => listAt(list, 'edges').map((edge) => textAt(edge, 'node.id'))

  test.each(lists)('$name: returns every edge exactly once over all pages', async (list) => {
    const allIds = idsOf((await page(list, { first: 100 })).list)
    expect(allIds).toHaveLength(list.count)
    expect(new Set(allIds).size).toBe(list.count)
    for (const first of [1, 3, list.count]) {
      const found: string[] = []
      let after: string | null = null
      for (let hasMore = true; hasMore;) {
        const { list: connection } = await page(list, { first, after })
        const cursors = listAt(connection, 'edges').map((edge) => textAt(edge, 'cursor'))
        found.push(...idsOf(connection))
        hasMore = found.length < list.count
        after = cursors.at(-1) ?? null
        expect(at(connection, 'pageInfo')).toEqual({
          hasNextPage: hasMore,
          hasPreviousPage: false,
          startCursor: cursors[0],
          endCursor: after,
        })
      }
      expect(found).toEqual(allIds)
      const { list: pageAfterEnd } = await page(list, { first, after })
      expect(pageAfterEnd).toEqual({
        totalCount: list.kept ? list.count : null,
        edges: [],
        pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
      })
    }
  })

  test.each(lists)('$name: rejects a page size below 1 or above 100', async (list) => {
    for (const first of [0, -1, 101]) {
      const message = 'first must be between 1 and 100.'
      expect((await page(list, { first })).response).toMatchObject({
        errors: [{ message, extensions: { code: 'BAD_INPUT', status: 400 } }],
      })
    }
    for (const first of [1, 100, null]) expect((await page(list, { first })).response).not.toHaveProperty('errors')
  })

  test.each(lists)('$name: rejects invalid cursors and cursors of other lists', async (list) => {
    const name = list.path === 'posts' || list.path === 'feed' ? 'users' : 'posts'
    const other = lists.find((candidate) => candidate.name === name && candidate.name !== list.name)
    const foreignCursor = other ? at((await page(other, { first: 1 })).list, 'pageInfo.endCursor') : 'x'
    const malformed = ['5', 'null', '{}', '[]', '["NOTHING","x"]', '"LATEST"']
    for (const after of ['', 'x', '%', foreignCursor, ...malformed, ...malformed.map(encodeURIComponent)]) {
      const message = 'after is not a cursor of this list.'
      expect((await page(list, { after })).response).toMatchObject({
        errors: [{ message, extensions: { code: 'BAD_INPUT', status: 400 } }],
      })
    }
  })

  test.each(['null', '{}', '[]', 'true'])('posts: rejects a cursor that contains %s', async (position) => {
    const response = await backend.gql('query ($after: String) { posts(after: $after) { edges { cursor } } }', {
      after: `["LATEST",${position}]`,
    })
    expect(response).toMatchObject({ errors: [{ extensions: { code: 'BAD_INPUT' } }] })
  })
})
