import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../../resolvers/index.ts'
import { at, listAt, openBackend, textAt, type TestUser, type TestBackend } from '../backend.ts'
import { adapters } from '../store/adapters.ts'

/** Every list of the schema: the path to it, and what leads there. `$id` is Mira for members and her first post for posts. */
const lists: { name: string; path: string; of?: 'user' | 'post'; args?: string; count: number }[] = [
  { name: 'posts', path: 'posts', count: 11 },
  { name: 'trending posts', path: 'posts', args: 'orderBy: TRENDING', count: 11 },
  { name: 'feed', path: 'feed', count: 10 },
  { name: 'trending feed', path: 'feed', args: 'orderBy: TRENDING', count: 10 },
  { name: 'bookmarks', path: 'bookmarks', count: 8 },
  { name: 'users', path: 'users', count: 7 },
  { name: 'users by first name', path: 'users', args: 'firstName: "RS"', count: 7 },
  { name: 'suggestions', path: 'suggestions', count: 6 },
  { name: 'posts of a user', path: 'posts', of: 'user', count: 8 },
  { name: 'trending posts of a user', path: 'posts', of: 'user', args: 'orderBy: TRENDING', count: 8 },
  { name: 'followers', path: 'followers', of: 'user', count: 6 },
  { name: 'following', path: 'following', of: 'user', count: 2 },
  { name: 'likedBy', path: 'likedBy', of: 'post', count: 6 },
]
type List = (typeof lists)[number]

describe.each(adapters)('connections over $name', ({ open }) => {
  let backend: TestBackend
  let mira: TestUser
  let firstPost: string
  let store: Store
  beforeAll(async () => {
    store = await open()
    backend = await openBackend(open, { store })
    mira = await backend.signUpUser('mira')
    const crowd: TestUser[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) crowd.push(await backend.signUpUser(name))
    const ask = ({ token }: TestUser, path: string) => backend.rest('POST', path, { token })
    const posts: string[] = []
    for (let count = 0; count < 8; count += 1) posts.push(await backend.post(mira))
    firstPost = posts[0] ?? ''
    for (const [index, member] of crowd.entries()) {
      await ask(member, `/users/follow/${mira.id}`)
      await ask(member, `/posts/like/${firstPost}`)
      await ask(member, `/posts/like/${posts[index % 3] ?? ''}`)
      if (index < 2) await ask(mira, `/users/follow/${member.id}`)
      if (index < 3) await backend.post(member)
    }
    for (const id of posts) await ask(mira, `/users/bookmark/${id}`)
  })
  afterAll(() => store.close())

  async function page({ path, of, args = '' }: List, variables: { first?: unknown; after?: unknown }) {
    const list = `list: ${path}(first: $first, after: $after ${args}) {
      edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }`
    const id = of === 'post' ? firstPost : mira.id
    const answer = of
      ? await backend.gql(
          `query ($id: ID!, $first: Int, $after: String) { of: ${of}(id: $id) { ${list} } }`,
          { id, ...variables },
          mira.token,
        )
      : await backend.gql(`query ($first: Int, $after: String) { ${list} }`, variables, mira.token)
    return { answer, list: at(answer, of ? 'data.of.list' : 'data.list') }
  }
  const idsOf = (list: unknown) => listAt(list, 'edges').map((edge) => textAt(edge, 'node.id'))

  test.each(lists)('$name: pages to the end without gap or repeat', async (list) => {
    const whole = idsOf((await page(list, { first: 100 })).list)
    expect(whole).toHaveLength(list.count)
    expect(new Set(whole).size).toBe(list.count)
    for (const first of [1, 3, list.count]) {
      const found: string[] = []
      let after: string | null = null
      for (let more = true; more;) {
        const { list: part } = await page(list, { first, after })
        const cursors = listAt(part, 'edges').map((edge) => textAt(edge, 'cursor'))
        found.push(...idsOf(part))
        more = found.length < list.count
        after = cursors.at(-1) ?? null
        expect(at(part, 'pageInfo')).toEqual({
          hasNextPage: more,
          hasPreviousPage: false,
          startCursor: cursors[0],
          endCursor: after,
        })
      }
      expect(found).toEqual(whole)
      const { list: beyond } = await page(list, { first, after })
      expect(beyond).toEqual({
        edges: [],
        pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
      })
    }
  })

  test.each(lists)('$name: refuses a page of none or of more than 100', async (list) => {
    for (const first of [0, -1, 101]) {
      const message = 'first must be between 1 and 100.'
      expect((await page(list, { first })).answer).toMatchObject({
        errors: [{ message, extensions: { code: 'BAD_INPUT', status: 400, errors: [message], http: { status: 400 } } }],
      })
    }
    for (const first of [1, 100, null]) expect((await page(list, { first })).answer).not.toHaveProperty('errors')
  })

  test.each(lists)('$name: refuses what is no cursor of its own', async (list) => {
    const name = list.path === 'posts' || list.path === 'feed' ? 'users' : 'posts'
    const other = lists.find((candidate) => candidate.name === name && candidate.name !== list.name)
    const foreign = other ? at((await page(other, { first: 1 })).list, 'pageInfo.endCursor') : 'x'
    const notPlaces = ['5', 'null', '{}', '[]', '["NOTHING","x"]', '"LATEST"']
    for (const after of ['', 'x', '%', foreign, ...notPlaces, ...notPlaces.map(encodeURIComponent)]) {
      const message = 'after is not a cursor of this list.'
      expect((await page(list, { after })).answer).toMatchObject({
        errors: [{ message, extensions: { code: 'BAD_INPUT', status: 400, errors: [message], http: { status: 400 } } }],
      })
    }
  })

  test.each(['null', '{}', '[]', 'true'])('refuses a cursor that holds %s', async (part) => {
    const answer = await backend.gql('query ($after: String) { posts(after: $after) { edges { cursor } } }', {
      after: `["LATEST",${part}]`,
    })
    expect(answer).toMatchObject({ errors: [{ extensions: { code: 'BAD_INPUT' } }] })
  })
})
