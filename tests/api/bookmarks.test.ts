import { beforeEach, describe, expect, test } from 'vitest'
import type { TestClient, TestUser } from '../backend.ts'
import { at, listAt } from '../values.ts'
import { gqlError, restError } from '../errorCatalogue.ts'
import { hosts } from '../hosts.ts'

const addDocument = `mutation ($postId: ID!) {
  addBookmark(input: { postId: $postId }) {
    post { id viewerHasBookmarked } bookmarkEdge { cursor node { id } }
  }
}`
const removeDocument = `mutation ($postId: ID!) {
  removeBookmark(input: { postId: $postId }) { post { id viewerHasBookmarked } }
}`

describe.each(hosts)('bookmarks ($name)', ({ open }) => {
  let backend: TestClient
  let mira: TestUser
  let posts: [string, string]
  beforeEach(async () => {
    backend = await open()
    mira = await backend.signUpUser('mira')
    posts = [await backend.post(mira, 'One'), await backend.post(mira, 'Two')]
  })
  const add = (postId: string) => backend.rest('POST', `/users/bookmark/${postId}`, { token: mira.token })
  const remove = (postId: string) => backend.rest('POST', `/users/remove-bookmark/${postId}`, { token: mira.token })
  const list = ({ token }: TestUser) => backend.rest('GET', '/users/bookmark', { token })

  test('lists bookmarks in the order in which they were added', async () => {
    const [one, two] = posts
    expect(await list(mira)).toMatchObject({ status: 200, json: { bookmarks: [] } })
    expect(await add(two)).toMatchObject({ status: 200, json: { bookmarks: [two] } })
    expect(await add(one)).toMatchObject({ status: 200, json: { bookmarks: [two, one] } })
    expect(await list(mira)).toMatchObject({ status: 200, json: { bookmarks: [two, one] } })
    expect(await backend.gql('{ bookmarks { edges { node { content } } } }', {}, mira.token)).toEqual({
      data: { bookmarks: { edges: [{ node: { content: 'One' } }, { node: { content: 'Two' } }] } },
    })
    expect(await remove(two)).toMatchObject({ status: 200, json: { bookmarks: [one] } })
    expect(await add(two)).toMatchObject({ status: 200, json: { bookmarks: [one, two] } })
  })

  test('shows the bookmarks of a user record to its owner only', async () => {
    const [one, two] = posts
    const noor = await backend.signUpUser('noor')
    await add(two)
    await add(one)
    for (const [token, expected] of [
      [mira.token, [two, one]],
      [noor.token, []],
      ['nonsense', []],
      [undefined, []],
    ] as const) {
      const { json: record } = await backend.rest('GET', `/users/${mira.id}`, { token })
      expect(at(record, 'user.bookmarks')).toEqual(expected)
      const { json: all } = await backend.rest('GET', '/users', { token })
      expect(listAt(all, 'users').map((user) => at(user, 'bookmarks'))).toEqual([expected, []])
    }
  })

  test('rejects a second bookmark of the same post', async () => {
    const [postId] = posts
    await add(postId)
    expect(await add(postId)).toMatchObject(restError('ALREADY_BOOKMARKED'))
    expect(await backend.gql(addDocument, { postId }, mira.token)).toMatchObject({
      errors: [gqlError('ALREADY_BOOKMARKED')],
    })
    expect(await list(mira)).toMatchObject({ json: { bookmarks: [postId] } })
  })

  test('rejects the removal of a bookmark that does not exist', async () => {
    const [postId] = posts
    expect(await remove(postId)).toMatchObject(restError('NOT_BOOKMARKED'))
    await add(postId)
    await remove(postId)
    expect(await remove(postId)).toMatchObject(restError('NOT_BOOKMARKED'))
    expect(await backend.gql(removeDocument, { postId }, mira.token)).toMatchObject({
      errors: [gqlError('NOT_BOOKMARKED')],
    })
  })

  test('rejects a post that does not exist, and a visitor', async () => {
    expect(await add('gone')).toMatchObject(restError('POST_NOT_FOUND'))
    expect(await remove('gone')).toMatchObject(restError('POST_NOT_FOUND'))
    for (const document of [addDocument, removeDocument]) {
      expect(await backend.gql(document, { postId: 'gone' }, mira.token)).toMatchObject({
        errors: [gqlError('POST_NOT_FOUND')],
      })
      expect(await backend.gql(document, { postId: posts[0] })).toMatchObject({ errors: [gqlError('TOKEN_INVALID')] })
    }
  })

  test('returns the changed post and the new first edge of the bookmarks through GraphQL', async () => {
    await add(posts[0])
    const added = await backend.gql(addDocument, { postId: posts[1] }, mira.token)
    expect(at(added, 'data.addBookmark.post')).toEqual({ id: posts[1], viewerHasBookmarked: true })
    const page = await backend.gql('{ bookmarks(first: 1) { edges { cursor node { id } } } }', {}, mira.token)
    expect(listAt(page, 'data.bookmarks.edges')).toEqual([at(added, 'data.addBookmark.bookmarkEdge')])
    expect(await backend.gql(removeDocument, { postId: posts[1] }, mira.token)).toEqual({
      data: { removeBookmark: { post: { id: posts[1], viewerHasBookmarked: false } } },
    })
  })

  test('returns a list of bookmarks to its owner only', async () => {
    const noor = await backend.signUpUser('noor')
    await add(posts[0])
    expect(await list(noor)).toMatchObject({ json: { bookmarks: [] } })
    const followed = await backend.rest('POST', `/users/follow/${mira.id}`, { token: noor.token })
    expect(followed.json).toMatchObject({ user: { bookmarks: [] }, followUser: { bookmarks: [] } })
    const edited = await backend.rest('POST', '/users/edit', { token: mira.token, body: { userData: {} } })
    expect(edited.json).toMatchObject({ user: { bookmarks: [posts[0]] } })
  })
})
