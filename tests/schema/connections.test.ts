import { readFileSync } from 'node:fs'
import { buildSchema, getNullableType, isEnumType, isObjectType, type GraphQLArgument } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient, TestUser } from '../backend.ts'
import { anyHost, hosts } from '../hosts.ts'
import { fieldsOf } from '../../shared/json.ts'
import { at, listAt, textAt } from '../values.ts'

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
  { name: 'posts with a word', path: 'searchPosts', args: 'text: "weft"', count: 11 },
  { name: 'posts of users followed', path: 'searchPosts', args: 'text: "we", scope: FOLLOWING', count: 2 },
  { name: 'own posts', path: 'searchPosts', args: 'text: "we", scope: MINE', count: 8 },
  { name: 'bookmarked posts', path: 'searchPosts', args: 'text: "we", scope: BOOKMARKED', count: 8 },
  { name: 'users by their names', path: 'searchUsers', args: 'text: "FIR"', count: 7 },
  { name: 'suggestions', path: 'suggestions', count: 6 },
  { name: 'posts of a user', path: 'posts', of: 'user', count: 8, kept: true },
  { name: 'trending posts of a user', path: 'posts', of: 'user', args: 'orderBy: TRENDING', count: 8, kept: true },
  { name: 'followers', path: 'followers', of: 'user', count: 6, kept: true },
  { name: 'following', path: 'following', of: 'user', count: 2, kept: true },
  { name: 'replies of a user', path: 'replies', of: 'user', count: 5 },
  { name: 'media of a user', path: 'mediaPosts', of: 'user', count: 5 },
  { name: 'likedBy', path: 'likedBy', of: 'post', count: 7 },
  { name: 'replies', path: 'replies', of: 'post', count: 5, kept: true },
]
type List = (typeof lists)[number]

describe.each(hosts)('connections ($name)', ({ openForAll }) => {
  let backend: TestClient
  let mira: TestUser
  let firstPost: string
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ client: backend, close } = await openForAll())
    mira = await backend.signUpUser('mira')
    const others: TestUser[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) others.push(await backend.signUpUser(name))
    const post = ({ token }: TestUser, path: string) => backend.rest('POST', path, { token })
    const posts: string[] = []
    for (let count = 0; count < 8; count += 1) posts.push(await backend.post(mira, 'Weft'))
    firstPost = posts[0] ?? ''
    for (const [index, user] of others.entries()) {
      await post(user, `/users/follow/${mira.id}`)
      await post(user, `/posts/like/${firstPost}`)
      await post(user, `/posts/like/${posts[index % 3] ?? ''}`)
      if (index < 2) await post(mira, `/users/follow/${user.id}`)
      if (index < 3) await backend.post(user, 'Weft')
    }
    for (let count = 0; count < 5; count += 1) await replyWithPicture(backend, mira, firstPost)
    for (const id of posts) {
      await post(mira, `/users/bookmark/${id}`)
      await post(mira, `/posts/like/${id}`)
    }
  })
  afterAll(() => close())

  async function page({ path, of, args = '' }: List, variables: { first?: unknown; after?: unknown }) {
    const list = `list: ${path}(first: $first, after: $after ${args}) {
      totalCount edges { cursor node { ... on Node { id } } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
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

  test.each(lists)('$name: rejects invalid cursors', async (list) => {
    const malformed = ['5', 'null', '{}', '[]', '["NOTHING","x"]', '"LATEST"', '[{}]', '[{"id":"x"},null]']
    for (const after of ['', 'x', '%', ...malformed, ...malformed.map(encodeURIComponent)]) {
      expect((await page(list, { after })).response).toMatchObject(refusal)
    }
  })

  test.each(['null', '{}', '[]', 'true'])('posts: rejects a cursor that contains %s', async (place) => {
    const query = 'query ($after: String) { posts(after: $after) { edges { cursor } } }'
    const accepted = at(await backend.gql(query), 'data.posts.edges.0.cursor')
    const after = decodeURIComponent(String(accepted)).replace(/\{.*\}/, place)
    expect(await backend.gql(query, { after })).toMatchObject(refusal)
  })
})

const refusal = {
  errors: [{ message: 'after is not a cursor of this list.', extensions: { code: 'BAD_INPUT', status: 400 } }],
}

type Viewer = 'mira' | 'noor'

/** A connection of the schema with a parent and arguments, as one of two viewers sees it. */
interface ListOfViewer {
  /** Tells it from the other lists. */
  name: string
  viewer: Viewer
  /** The parent: a user, or their post. */
  of: { type: 'user' | 'post'; owner: Viewer } | undefined
  field: string
  args: string
}

async function replyWithPicture(backend: TestClient, { token }: TestUser, inReplyTo: string): Promise<void> {
  const media = { url: 'https://weft.example/a.png', type: 'IMAGE' }
  const document = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { viewer { id } } }'
  await backend.gql(document, { input: { inReplyTo, media } }, token)
}

/** They come after the change that they are about: `tests/api/notifications.test.ts` has them. */
const notifications = 'notifications'

/** `PostTombstone.replies` is `Post.replies` of a deleted post. */
const parents = new Map<string, 'user' | 'post'>([
  ['User', 'user'],
  ['Post', 'post'],
])

/** The values of the arguments that select the rows of a list. Undefined stands for no argument. */
const argumentValues: Record<string, readonly (string | undefined)[]> = {
  tag: ['"linen"', '"wool"'],
  firstName: [undefined, '"fir"', '"irs"'],
  text: ['"firs"', '"las"'],
}

function valuesOf({ name, type }: GraphQLArgument): readonly (string | undefined)[] {
  const input = getNullableType(type)
  const values = argumentValues[name] ?? (isEnumType(input) ? input.getValues().map((value) => value.name) : undefined)
  if (!values) throw new Error(`No values for the argument ${name}`)
  return values
}

/** Every connection of schema.graphql with each parent, order and argument, and for each viewer whose list it is. */
function listsOfSchema(): ListOfViewer[] {
  const types = Object.values(buildSchema(readFileSync('schema.graphql', 'utf8')).getTypeMap()).filter(isObjectType)
  const withLists = types.filter(({ name }) => name === 'Query' || parents.has(name))
  return withLists.flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ name, args }) => name !== notifications && args.some((arg) => arg.name === 'after'))
      .flatMap((field) => {
        const selecting = field.args.filter(({ name }) => name !== 'first' && name !== 'after')
        const args = selecting.reduce(
          (found, arg) =>
            found.flatMap((before) =>
              valuesOf(arg).map((value) => (value === undefined ? before : `${before} ${arg.name}: ${value}`)),
            ),
          [''],
        )
        const parent = parents.get(type.name)
        const isOfViewer = field.description?.startsWith('**Signed in.**') ?? false
        const owners = parent || isOfViewer ? (['mira', 'noor'] as const) : [undefined]
        return args.flatMap((each) =>
          owners.map((owner): ListOfViewer => ({
            name: `${type.name}.${field.name}${each}${owner ? ` of ${owner}` : ''}`,
            viewer: (isOfViewer && owner) || 'mira',
            of: parent && owner && { type: parent, owner },
            field: field.name,
            args: each,
          })),
        )
      }),
  )
}

describe.each(anyHost)('cursors ($name)', ({ openForAll }) => {
  const all = listsOfSchema()
  let backend: TestClient
  let users: Record<Viewer, TestUser>
  let postIds: Record<Viewer, string>
  let cursors: Map<string, string>
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ client: backend, close } = await openForAll())
    users = { mira: await backend.signUpUser('mira'), noor: await backend.signUpUser('noor') }
    const { mira, noor } = users
    const text = '#linen #wool, first and last'
    postIds = { mira: await backend.post(mira, text), noor: await backend.post(noor, text) }
    for (const [user, other] of [
      [mira, noor],
      [noor, mira],
    ] as const) {
      await backend.rest('POST', `/users/follow/${other.id}`, { token: user.token })
      for (const id of Object.values(postIds)) {
        await backend.rest('POST', `/posts/like/${id}`, { token: user.token })
        await backend.rest('POST', `/users/bookmark/${id}`, { token: user.token })
        await replyWithPicture(backend, user, id)
      }
    }
    cursors = new Map()
    for (const list of all) cursors.set(list.name, textAt(await read(list), `${pathOf(list)}.edges.0.cursor`))
  })
  afterAll(() => close())

  const pathOf = ({ of }: ListOfViewer) => (of ? 'data.of.list' : 'data.list')
  async function read({ viewer, of, field, args }: ListOfViewer, after?: string): Promise<unknown> {
    const list = `list: ${field}(after: $after ${args}) { edges { cursor } }`
    const { token } = users[viewer]
    if (!of) return backend.gql(`query ($after: String) { ${list} }`, { after }, token)
    const id = of.type === 'user' ? users[of.owner].id : postIds[of.owner]
    return backend.gql(`query ($id: ID!, $after: String) { of: ${of.type}(id: $id) { ${list} } }`, { id, after }, token)
  }

  /** Returns the names of the lists that accept a cursor. All others must refuse it. */
  async function listsThatAccept(cursor: string): Promise<string[]> {
    const names: string[] = []
    for (const list of all) {
      const response = await read(list, cursor)
      if (at(response, 'errors') === undefined) names.push(list.name)
      else expect(response).toMatchObject(refusal)
    }
    return names
  }

  test.each(all.map(({ name }) => [name]))('a cursor of %s is accepted by no other list', async (name) => {
    expect(await listsThatAccept(cursors.get(name) ?? '')).toEqual([name])
  })

  test('a cursor with a long place is refused', async () => {
    const after = cursors.get('Query.postsByTag tag: "linen" orderBy: LATEST') ?? ''
    const [place, ...keys]: unknown[] = JSON.parse(decodeURIComponent(after))
    const cursorAt = (id: string) => encodeURIComponent(JSON.stringify([{ ...fieldsOf(place), id }, ...keys]))
    const send = (id: string) =>
      backend.gql('query ($after: String) { postsByTag(tag: "linen", after: $after) { edges { cursor } } }', {
        after: cursorAt(id),
      })
    expect(await send('0'.repeat(100))).not.toHaveProperty('errors')
    expect(await send('0'.repeat(100_000))).toMatchObject(refusal)
  })

  test('the same list accepts a cursor whichever way it was reached', async () => {
    const queries = [
      `{ viewer { posts(after: $after) { edges { cursor } } } }`,
      `{ userByUsername(username: "mira") { posts(after: $after) { edges { cursor } } } }`,
    ]
    for (const query of queries) {
      const after = cursors.get('User.posts orderBy: LATEST of mira')
      const response = await backend.gql(`query ($after: String) ${query}`, { after }, users.mira.token)
      expect(response).not.toHaveProperty('errors')
    }
    const tag = cursors.get('Query.postsByTag tag: "linen" orderBy: LATEST')
    const text = cursors.get('Query.users firstName: "fir"')
    const sameArguments = `query ($tag: String, $text: String) {
      postsByTag(tag: "#LINEN", after: $tag) { edges { cursor } } users(firstName: "FIR", after: $text) { edges { cursor } }
    }`
    expect(await backend.gql(sameArguments, { tag, text })).not.toHaveProperty('errors')
  })

  test('the feed accepts its cursor after its viewer has unfollowed a user', async () => {
    const { mira, noor } = users
    const follow = (path: string) => backend.rest('POST', `/users/${path}/${noor.id}`, { token: mira.token })
    await follow('unfollow')
    const after = cursors.get('Query.feed orderBy: LATEST of mira')
    const response = await backend.gql(
      'query ($after: String) { feed(after: $after) { edges { node { id } } } }',
      { after },
      mira.token,
    )
    await follow('follow')
    expect(response).toEqual({ data: { feed: { edges: [{ node: { id: postIds.mira } }] } } })
  })

  test('the edge of a new, a restored and a received post is one of posts, of its author and of the feed', async () => {
    const { mira, noor } = users
    const listsOfPost = (viewer: Viewer) =>
      all
        .map(({ name }) => name)
        .filter(
          (name) =>
            name.startsWith('Query.posts ') ||
            (name.startsWith('Query.feed ') && name.endsWith(` of ${viewer}`)) ||
            (name.startsWith('User.posts ') && name.endsWith(' of mira')),
        )
    const received = {
      created: await backend.subscribe(
        'subscription { changes { ... on PostCreation { postEdge { cursor } } } }',
        noor.token,
      ),
      restored: await backend.subscribe(
        'subscription { changes { ... on PostRestoration { postEdge { cursor } } } }',
        noor.token,
      ),
    }
    const edge = 'postEdge { cursor node { id } }'
    const created = await backend.gql(
      `mutation { createPost(input: { content: "#linen" }) { ${edge} } }`,
      {},
      mira.token,
    )
    const postId = textAt(created, 'data.createPost.postEdge.node.id')
    // Before the deletion: the event of a post that is deleted before it is read has no result.
    const createdEvent = await received.created.next()
    await backend.rest('DELETE', `/posts/${postId}`, { token: mira.token })
    const restored = await backend.gql(
      `mutation ($id: ID!) { restorePost(input: { postId: $id }) { ${edge} } }`,
      { id: postId },
      mira.token,
    )
    const events = { created: createdEvent, restored: await received.restored.next() }
    await received.created.end()
    await received.restored.end()
    const accepting = {
      created: await listsThatAccept(textAt(created, 'data.createPost.postEdge.cursor')),
      restored: await listsThatAccept(textAt(restored, 'data.restorePost.postEdge.cursor')),
      receivedNew: await listsThatAccept(textAt(events.created, 'data.changes.postEdge.cursor')),
      receivedRestored: await listsThatAccept(textAt(events.restored, 'data.changes.postEdge.cursor')),
    }
    expect(accepting).toEqual({
      created: listsOfPost('mira'),
      restored: listsOfPost('mira'),
      receivedNew: listsOfPost('noor'),
      receivedRestored: listsOfPost('noor'),
    })
  })

  test('the edge of a bookmark is one of the bookmarks of its viewer', async () => {
    const { mira } = users
    const received = await backend.subscribe(
      'subscription { changes { ... on BookmarkChange { bookmarkEdge { cursor } } } }',
      mira.token,
    )
    const input = { postId: await backend.post(mira) }
    const added = await backend.gql(
      'mutation ($input: AddBookmarkInput!) { addBookmark(input: $input) { bookmarkEdge { cursor } } }',
      { input },
      mira.token,
    )
    const event = await received.next()
    await received.end()
    for (const cursor of [
      textAt(added, 'data.addBookmark.bookmarkEdge.cursor'),
      textAt(event, 'data.changes.bookmarkEdge.cursor'),
    ])
      expect(await listsThatAccept(cursor)).toEqual(['Query.bookmarks of mira'])
  })
})
