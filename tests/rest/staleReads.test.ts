/** What an operation reads, and the event id of its response, if the store has a replica. */

import { beforeEach, describe, expect, test } from 'vitest'
import { ReplicaEventIds } from '../../resolvers/events/replicaEventIds.ts'
import { openBackend, type TestBackend, type TestUser } from '../backend.ts'
import { anyAdapterInProcess } from '../hosts.ts'
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
  beforeEach(async () => {
    const replicaEventIds = new ReplicaEventIds(60_000)
    const withReplica = () =>
      openBackend(open, { replicaEventIds, wrap: (store) => ({ ...store, staleReads: store.read }) })
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

  const list = '{ posts(first: 5) { edges { node { id } } } }'
  const ofMira = '{ userByUsername(username: "mira") { posts(first: 5) { edges { node { id } } } } }'

  test('is that of an event which the replica has, if the operation may have read the replica', async () => {
    expect(await idAfter(list)).toBe(start)
    expect(await idAfter(ofMira, null)).toBe(start)
  })

  test.each([
    ['the posts of the viewer', () => ofMira],
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
