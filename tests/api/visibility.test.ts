import { beforeEach, describe, expect, test } from 'vitest'
import { openBackend, type TestBackend, type TestUser } from '../backend.ts'
import { adapters } from '../store/adapters.ts'

describe.each(adapters)('what a viewer may see ($name store)', ({ open }) => {
  let backend: TestBackend
  let ada: TestUser
  let mira: TestUser
  let post: string
  beforeEach(async () => {
    backend = await openBackend(open)
    ada = await backend.signUpUser('ada')
    mira = await backend.signUpUser('mira')
    post = await backend.post(ada, 'Hidden')
    await backend.rest('POST', `/users/bookmark/${post}`, { token: mira.token })
  })

  const query = `query ($post: ID!, $user: ID!) {
    node(id: $post) { id } post(id: $post) { content } user(id: $user) { username }
    users { edges { node { username } } }
  }`

  test('a hidden post is found by its author only', async () => {
    await backend.store.transaction((tx) => tx.posts.patch(post, { set: { state: 'hidden' } }))
    const read = (token: string) => backend.gql(query, { post, user: ada.id }, token)
    expect(await read(mira.token)).toMatchObject({ data: { node: null, post: null, user: { username: 'ada' } } })
    expect(await read(ada.token)).toMatchObject({ data: { node: { id: post }, post: { content: 'Hidden' } } })
    expect((await backend.rest('GET', `/posts/${post}`, { token: mira.token })).status).toBe(404)
    expect((await backend.rest('GET', '/users/bookmark', { token: mira.token })).json).toEqual({ bookmarks: [] })
    expect((await backend.rest('POST', `/posts/like/${post}`, { token: mira.token })).status).toBe(404)
  })

  test('a suspended user is in no list and found by nobody else', async () => {
    await backend.store.transaction((tx) => tx.users.patch(ada.id, { set: { state: 'suspended' } }))
    expect(await backend.gql(query, { post, user: ada.id }, mira.token)).toMatchObject({
      data: { user: null, users: { edges: [{ node: { username: 'mira' } }] } },
    })
    expect((await backend.rest('GET', `/users/${ada.id}`, { token: mira.token })).status).toBe(404)
    expect((await backend.rest('POST', `/users/follow/${ada.id}`, { token: mira.token })).status).toBe(404)
  })

  test('the posts of a suspended user are seen by nobody else', async () => {
    await backend.store.transaction((tx) => tx.users.patch(ada.id, { set: { state: 'suspended' } }))
    const read = async (token: string) => {
      const { json } = await backend.rest('GET', '/posts', { token })
      return [json, await backend.gql('{ posts { edges { node { id } } } }', {}, token)]
    }
    expect(await read(mira.token)).toEqual([{ posts: [] }, { data: { posts: { edges: [] } } }])
    expect(await read(ada.token)).toMatchObject([
      { posts: [{ _id: post }] },
      { data: { posts: { edges: [{ node: { id: post } }] } } },
    ])
    expect((await backend.rest('GET', '/users/bookmark', { token: mira.token })).json).toEqual({ bookmarks: [] })
    expect((await backend.rest('POST', `/posts/like/${post}`, { token: mira.token })).status).toBe(404)
  })
})
