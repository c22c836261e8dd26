import { beforeEach, describe, expect, test } from 'vitest'
import { openBackend, type TestClient, type TestUser } from '../backend.ts'
import { adaptersInProcess, hosts } from '../hosts.ts'
import { interceptStore } from '../interceptStore.ts'

const fields = '__typename id ... on User { username } ... on Post { content }'

const nodes = (backend: TestClient, ids: string[]) =>
  backend.gql(`query ($ids: [ID!]!) { nodes(ids: $ids) { ${fields} } }`, { ids })

describe.each(hosts)('node and nodes ($name)', ({ open }) => {
  let backend: TestClient
  let mira: TestUser
  let postId: string
  beforeEach(async () => {
    backend = await open()
    mira = await backend.signUpUser('mira')
    postId = await backend.post(mira, 'Warp')
  })

  test('returns a user or a post by id, and null for an unknown id', async () => {
    const node = (id: string) => backend.gql(`query ($id: ID!) { node(id: $id) { ${fields} } }`, { id })
    expect(await node(mira.id)).toEqual({ data: { node: { __typename: 'User', id: mira.id, username: 'mira' } } })
    expect(await node(postId)).toEqual({ data: { node: { __typename: 'Post', id: postId, content: 'Warp' } } })
    expect(await node('none')).toEqual({ data: { node: null } })
  })

  test('finds a user by the exact username, and nobody by one that is too long', async () => {
    const find = (username: string) =>
      backend.gql('query ($username: String!) { userByUsername(username: $username) { id } }', { username })
    expect(await find('mira')).toEqual({ data: { userByUsername: { id: mira.id } } })
    expect(await find('Mira')).toEqual({ data: { userByUsername: null } })
    expect(await find('m'.repeat(100_000))).toEqual({ data: { userByUsername: null } })
  })

  test('returns several objects in the order of their ids', async () => {
    const user = { __typename: 'User', id: mira.id, username: 'mira' }
    const post = { __typename: 'Post', id: postId, content: 'Warp' }
    expect(await nodes(backend, [postId, 'none', mira.id, postId])).toEqual({
      data: { nodes: [post, null, user, post] },
    })
    expect(await nodes(backend, [])).toEqual({ data: { nodes: [] } })
  })

  test('refuses more than 100 ids', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => String(index))
    expect(await nodes(backend, ids.slice(1))).toEqual({ data: { nodes: ids.slice(1).map(() => null) } })
    expect(await nodes(backend, ids)).toMatchObject({
      data: { nodes: null },
      errors: [{ message: 'ids must not have more than 100 ids.', extensions: { code: 'BAD_INPUT' } }],
    })
  })

  test('hides the e-mail of other users', async () => {
    const noor = await backend.signUpUser('noor')
    const query = 'query ($id: ID!) { node(id: $id) { ... on User { email } } }'
    expect(await backend.gql(query, { id: mira.id }, noor.token)).toEqual({ data: { node: { email: null } } })
    expect(await backend.gql(query, { id: mira.id }, 'nonsense')).toEqual({ data: { node: { email: null } } })
  })
})

test.each(adaptersInProcess)('nodes takes two store calls ($name store)', async ({ open }) => {
  const calls: string[] = []
  const backend = await openBackend(open, { wrap: (store) => interceptStore(store, (call) => calls.push(call)) })
  const mira = await backend.signUpUser('mira')
  const ids = [await backend.post(mira), 'none', mira.id]
  calls.length = 0
  await nodes(backend, ids)
  expect(calls.toSorted()).toEqual(['posts.getMany', 'users.getSummaries'])
})
