/** What an operation reads, and the event id of its response, if the store has a replica. */

import { beforeEach, describe, expect, test } from 'vitest'
import { ReplicaEventIds } from '../../resolvers/events/replicaEventIds.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'
import { openBackend, type TestBackend, type TestUser } from '../backend.ts'
import { anyAdapterInProcess } from '../hosts.ts'
import { interceptStore } from '../interceptStore.ts'
import { at } from '../values.ts'
import { openWithMira } from './fixture.ts'

/** Sends an operation over HTTP, which reads in its own way. */
function postQuery({ http }: TestBackend, query: string, token: string | null): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: token }) }
  const body = JSON.stringify({ query })
  return http(new Request('http://localhost/graphql', { method: 'POST', headers, body }))
}

describe.each(anyAdapterInProcess)('the event id of a response, with a replica ($name)', ({ open }) => {
  let backend: TestBackend
  let mira: TestUser
  let postId: string
  let start: string
  /** The calls of the replica. */
  let staleCalls: string[]
  beforeEach(async () => {
    staleCalls = []
    const replicaEventIds = new ReplicaEventIds(60_000)
    const wrap = (store: AdministeredStore) => {
      const replica = interceptStore(store, (call) => staleCalls.push(call))
      return { ...store, staleReads: replica.read }
    }
    const withReplica = () => openBackend(open, { replicaEventIds, wrap })
    ;({ backend, mira } = await openWithMira(withReplica))
    start = backend.backend.replicaEventId()
    postId = await backend.post(mira)
    expect(backend.backend.lastEventId()).not.toBe(start)
  })

  async function idAfter(query: string, token: string | null = mira.token): Promise<string | null> {
    const response = await postQuery(backend, query, token)
    expect(await response.json()).not.toHaveProperty('errors')
    return response.headers.get('last-event-id')
  }

  const ofMira = '{ userByUsername(username: "mira") { posts(first: 5) { edges { node { id } } } } }'

  test.each([
    ['all posts', '{ posts { edges { node { id } } } }', ['posts.page']],
    [
      'the posts with a tag',
      '{ postsByTag(tag: "weft") { totalCount edges { node { id } } } }',
      ['posts.pageByTag', 'posts.countByTag'],
    ],
    ['all users', '{ users { edges { node { id } } } }', ['users.page']],
    ['a search', '{ users(firstName: "a") { edges { node { id } } } }', ['users.searchByFirstName']],
    ['suggestions', '{ suggestions { edges { node { id } } } }', ['users.page']],
  ])(
    'is that of an event which the replica has, if the operation read the replica: %s',
    async (_name, query, calls) => {
      expect(await idAfter(query)).toBe(start)
      expect(staleCalls).toEqual(calls)
    },
  )

  test('is that of such an event for a visitor who reads the posts of a user, too', async () => {
    expect(await idAfter(ofMira, null)).toBe(start)
    expect(staleCalls).toEqual(['posts.pageByAuthor'])
  })

  test.each([
    ['the posts of the viewer', () => ofMira],
    ['the feed', () => '{ feed { edges { node { id } } } }'],
    ['bookmarks', () => '{ bookmarks { edges { node { id } } } }'],
    ['likes', () => '{ likes { edges { node { id } } } }'],
    ['a post and a user', () => `{ post(id: "${postId}") { id likeCount } user(id: "${mira.id}") { id postCount } }`],
    ['a like', () => `mutation { likePost(input: { postId: "${postId}" }) { post { likeCount } } }`],
    [
      'a sign-up',
      () => `mutation {
        signUp(input: { firstName: "A", lastName: "B", email: "a@mail.example", username: "noor", password: "sesame noor" }) {
          token
        }
      }`,
    ],
  ])('is that of the last event before an operation that did not: %s', async (_name, query) => {
    const before = backend.backend.lastEventId()
    expect(await idAfter(query())).toBe(before)
    expect(staleCalls).toEqual([])
  })
})

test.each(anyAdapterInProcess)(
  'a live update and the response to a change contain the latest posts, not those of the replica ($name)',
  async ({ open }) => {
    const withEmptyReplica = () =>
      openBackend(open, {
        wrap: (store) => ({
          ...store,
          staleReads: { ...store.read, posts: { ...store.read.posts, pageByAuthor: async () => [] } },
        }),
      })
    const { backend, mira } = await openWithMira(withEmptyReplica)
    const noor = await backend.signUpUser('noor')
    const author = 'author { posts(first: 1) { edges { node { content } } } }'
    const changes = await backend.subscribe(
      `subscription { changes { ... on PostCreation { postEdge { node { ${author} } } } } }`,
      noor.token,
    )
    const id = await backend.post(mira, 'Silk')
    const edges = [{ node: { content: 'Silk' } }]
    expect(at(await changes.next(), 'data.changes.postEdge.node.author.posts.edges')).toEqual(edges)
    await changes.end()
    const like = `mutation { likePost(input: { postId: "${id}" }) { post { ${author} } } }`
    const response = await postQuery(backend, like, noor.token)
    expect(at(await response.json(), 'data.likePost.post.author.posts.edges')).toEqual(edges)
  },
)
