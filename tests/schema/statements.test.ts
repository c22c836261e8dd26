/** The number of statements that an operation sends: it does not grow with rows, aliases or arguments. */

import { beforeAll, describe, expect, test } from 'vitest'
import { openBackend, type TestBackend, type TestUser } from '../backend.ts'
import { anyAdapterInProcess } from '../hosts.ts'
import { interceptStore } from '../interceptStore.ts'
import { MAX_STATEMENTS } from '../../resolvers/http/responseLimits.ts'

const nodes = (fields: string) => `{ edges { node { ${fields} } } }`
/** Fifteen pages of a list, each of another size. */
const aliased = (list: (first: number) => string) =>
  Array.from({ length: 15 }, (_, at) => `a${at}: ${list(at + 1)}`).join(' ')
const post = 'id content viewerHasLiked viewerHasBookmarked author { username bio viewerIsFollowing }'
const user = 'id username bio viewerIsFollowing'
/** A list in which each user has both lists of users and both orders of posts. */
const listsOfUser = (inner: string, ofPost: string) => `
  followers(first: 1) ${nodes(inner)} following(first: 1) ${nodes(inner)} posts(first: 1) ${nodes(ofPost)}
  trending: posts(first: 1, orderBy: TRENDING) ${nodes(ofPost)}`

/** The dearest operations of each shape, and the number of calls of the store that they take. */
const shapes: [name: string, operation: string, calls: number][] = [
  ['posts with their authors', `{ posts(first: 100) ${nodes(post)} }`, 7],
  ['likes of posts', `{ posts(first: 100) ${nodes(`${post} likedBy(first: 100) ${nodes(user)}`)} }`, 9],
  [
    'lists in lists in a list',
    `{ users(first: 20) ${nodes(`followers(first: 20) ${nodes(`following(first: 20) ${nodes(user)}`)}`)} }`,
    7,
  ],
  [
    'posts of users who like posts',
    `{ posts(first: 10) ${nodes(`likedBy(first: 10) ${nodes('posts(first: 10) { edges { cursor } }')}`)} }`,
    4,
  ],
  [
    'pages of 15 sizes of the same lists',
    `{ users(first: 100) ${nodes(aliased((first) => `followers(first: ${first}) ${nodes(user)}`))} }`,
    6,
  ],
  ['all lists of users', `{ users(first: 100) ${nodes(listsOfUser(user, post))} }`, 13],
  [
    'all lists of users in lists of users',
    `{ users(first: 10) ${nodes(listsOfUser(listsOfUser(user, 'id viewerHasLiked'), post))} }`,
    13,
  ],
  [
    '15 lists of posts',
    `{ ${aliased((first) => `posts(first: ${first}) ${nodes(`${post} likedBy(first: 9) ${nodes(user)}`)}`)} }`,
    23,
  ],
  [
    'the lists of nodes',
    `query ($ids: [ID!]!) {
      nodes(ids: $ids) { ... on User { followers ${nodes(user)} } ... on Post { likedBy ${nodes(user)} } }
    }`,
    7,
  ],
]

describe.each(anyAdapterInProcess)('an operation ($name store)', ({ open }) => {
  let backend: TestBackend
  let mira: TestUser | undefined
  let ids: string[]
  const calls: string[] = []
  beforeAll(async () => {
    const store = await open()
    backend = await openBackend(open, {
      store,
      maxResponseLength: 6_000_000,
      wrap: (original) => interceptStore(original, (call) => calls.push(call)),
    })
    const users = await Promise.all(['mira', 'noor', 'ada', 'lin'].map((name) => backend.signUpUser(name)))
    ids = users.map(({ id }) => id)
    for (const author of users) ids.push(await backend.post(author, '#weft'), await backend.post(author))
    for (const { id: viewerId, token } of users)
      for (const id of ids) {
        const isUser = users.some((each) => each.id === id)
        const paths = isUser ? [`/users/follow/${id}`] : [`/posts/like/${id}`, `/users/bookmark/${id}`]
        if (id !== viewerId) for (const path of paths) await backend.rest('POST', path, { token })
      }
    ;[mira] = users
    return () => store.close()
  })

  async function execute(query: string): Promise<{ json: unknown; count: number }> {
    calls.length = 0
    const headers = { 'content-type': 'application/json', authorization: mira?.token ?? '' }
    const body = JSON.stringify({ query, ...(query.startsWith('query ($ids') && { variables: { ids } }) })
    const response = await backend.http(new Request('http://localhost/graphql', { method: 'POST', headers, body }))
    return { json: await response.json(), count: calls.length }
  }

  test.each(shapes)('reads %s by few calls', async (_name, query, count) => {
    const result = await execute(query)
    expect(result.json).not.toHaveProperty('errors')
    expect(result.count).toBe(count)
  })

  test('is refused if it would need more statements than the limit', async () => {
    const feeds = aliased((first) => `feed(first: ${first}) ${nodes(`author { followers ${nodes('bio')} }`)}`)
    const { json, count } = await execute(
      `{
        ${feeds} posts { pageInfo { hasNextPage } } users ${nodes('username')} suggestions ${nodes('bio')}
        bookmarks ${nodes('id')} likes ${nodes('id')} postsByTag(tag: "weft") ${nodes('id')}
      }`,
    )
    expect(json).toEqual({
      data: null,
      errors: [
        {
          message: 'The operation reads too many lists. Request fewer.',
          extensions: { code: 'RESPONSE_TOO_LARGE', status: 400 },
        },
      ],
    })
    expect(count).toBeLessThan(MAX_STATEMENTS)
  })
})
