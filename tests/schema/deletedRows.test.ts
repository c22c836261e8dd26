import { beforeEach, describe, expect, test } from 'vitest'
import { openBackend, type TestBackend, type TestUser } from '../backend.ts'
import { hideRows } from '../hideRows.ts'
import { adapters } from '../store/adapters.ts'

describe.each(adapters)('lists that name a deleted user or post ($name store)', ({ open }) => {
  let hidden: Set<string>
  let backend: TestBackend
  let mira: TestUser
  let noor: TestUser
  let gone: TestUser
  let post: string
  let goneBookmark: string
  let postOfGone: string
  beforeEach(async () => {
    hidden = new Set()
    backend = await openBackend(open, { wrap: (store) => hideRows(store, hidden) })
    mira = await backend.signUpUser('mira')
    noor = await backend.signUpUser('noor')
    gone = await backend.signUpUser('gone')
    postOfGone = await backend.post(gone, 'Gone #gone')
    post = await backend.post(noor, 'Stays')
    goneBookmark = await backend.post(noor, 'Deleted')
    const call = ({ token }: TestUser, path: string) => backend.rest('POST', path, { token })
    for (const user of [noor, gone]) {
      await call(user, `/users/follow/${mira.id}`)
      await call(mira, `/users/follow/${user.id}`)
      await call(user, `/posts/like/${post}`)
    }
    for (const id of [post, goneBookmark]) await call(mira, `/users/bookmark/${id}`)
    hidden.add(gone.id).add(goneBookmark)
  })

  const node = (username: string) => ({ node: { username } })

  test.each(['followers', 'following'])('%s of a user: leaves out a deleted user', async (list) => {
    const query = `query ($id: ID!) { user(id: $id) { ${list} { edges { node { username } } pageInfo { hasNextPage } } } }`
    expect(await backend.gql(query, { id: mira.id })).toEqual({
      data: { user: { [list]: { edges: [node('noor')], pageInfo: { hasNextPage: false } } } },
    })
  })

  test('likedBy of a post: leaves out a deleted user', async () => {
    const query = 'query ($id: ID!) { post(id: $id) { likedBy { edges { node { username } } } } }'
    expect(await backend.gql(query, { id: post })).toEqual({ data: { post: { likedBy: { edges: [node('noor')] } } } })
  })

  test('bookmarks: leaves out a deleted post', async () => {
    expect(await backend.gql('{ bookmarks { edges { node { content } } } }', {}, mira.token)).toEqual({
      data: { bookmarks: { edges: [{ node: { content: 'Stays' } }] } },
    })
  })

  test.each(['posts', 'feed'])('%s: leaves out a post whose author was deleted', async (list) => {
    const query = `{ ${list} { edges { node { content author { username } } } } }`
    expect(await backend.gql(query, {}, mira.token)).toEqual({
      data: {
        [list]: {
          edges: [
            { node: { content: 'Deleted', author: { username: 'noor' } } },
            { node: { content: 'Stays', author: { username: 'noor' } } },
          ],
        },
      },
    })
  })

  test('post, node and a tag: leave out a post whose author was deleted', async () => {
    const query = `query ($id: ID!) {
      post(id: $id) { content } node(id: $id) { id } postsByTag(tag: "gone") { edges { node { content } } }
    }`
    expect(await backend.gql(query, { id: postOfGone })).toEqual({
      data: { post: null, node: null, postsByTag: { edges: [] } },
    })
  })

  test('GET /posts, GET /posts/{postId}: leave out a post whose author was deleted', async () => {
    expect((await backend.rest('GET', '/posts')).json).toMatchObject({
      posts: [{ username: 'noor' }, { username: 'noor' }],
    })
    expect((await backend.rest('GET', `/posts/${postOfGone}`)).status).toBe(404)
  })

  test('postDeleted: returns null for an author whose account was deleted', async () => {
    const deleted = await backend.subscribe(
      'subscription { changes { ... on PostDeletion { deletedPostId author { id } } } }',
    )
    hidden.add(noor.id)
    await backend.publish('postDeleted', { postId: post, authorId: noor.id })
    expect(await deleted.next()).toEqual({ data: { changes: { deletedPostId: post, author: null } } })
  })
})
