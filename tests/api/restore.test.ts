import { describe, expect, test } from 'vitest'
import { openBackend, type TestBackend, type TestUser } from '../backend.ts'
import { at, listAt, textAt } from '../values.ts'
import { fileOf, png } from '../mediaFiles.ts'
import { adapters } from '../store/adapters.ts'
import { countRows, deletePost, id, postRow } from '../store/rows.ts'

const start = Date.parse('2026-05-04T09:30:00Z')
const MINUTE_MS = 60_000

const restore = ({ gql }: TestBackend, postId: string, user: TestUser) =>
  gql(
    `mutation ($postId: ID!) { restorePost(input: { postId: $postId }) {
      postEdge { cursor node { id content } } viewer { postCount }
    } }`,
    { postId },
    user.token,
  )

const codeOf = (response: unknown) => at(response, 'errors.0.extensions.code')

/** Ada's post has likes by Mira and Noor, a dislike by Ada, a bookmark by Mira between two others, and a picture. */
async function openFixture(open: (typeof adapters)[number]['open']) {
  const backend = await openBackend(open)
  const [ada, mira, noor] = [
    await backend.signUpUser('ada'),
    await backend.signUpUser('mira'),
    await backend.signUpUser('noor'),
  ]
  const upload = await backend.http(
    new Request('http://localhost/media', { method: 'POST', headers: { authorization: ada.token }, body: fileOf(png) }),
  )
  const url = textAt(await upload.json(), 'url')
  const body = { postData: { content: '#Weft', post_img: url, media_type: 'image' } }
  const created = await backend.rest('POST', '/posts', { token: ada.token, body })
  const postId = textAt(listAt(created.json, 'posts').at(-1), '_id')
  const others = [await backend.post(noor), await backend.post(noor)]
  for (const marked of [others[0], postId, others[1]])
    await backend.rest('POST', `/users/bookmark/${marked}`, { token: mira.token })
  for (const { token } of [mira, noor]) await backend.rest('POST', `/posts/like/${postId}`, { token })
  await backend.rest('POST', `/posts/dislike/${postId}`, { token: ada.token })
  return { backend, ada, mira, noor, postId, url }
}

const mediaStatus = async ({ http }: TestBackend, url: string) => {
  const response = await http(new Request(`http://localhost${url}`))
  await response.arrayBuffer()
  return response.status
}

/** All that anyone can read. */
const everything = async ({ rest, gql }: TestBackend, mira: TestUser) => [
  (await rest('GET', '/posts')).json,
  (await rest('GET', '/users/bookmark', { token: mira.token })).json,
  await gql(
    '{ posts(orderBy: TRENDING) { edges { cursor node { id } } } userByUsername(username: "ada") { postCount } }',
  ),
  await gql('{ postsByTag(tag: "weft") { totalCount edges { node { id createdAt updatedAt } } } }'),
]

describe.each(adapters)('restoring a deleted post ($name store)', ({ open }) => {
  test('brings back the same post with its dates, likes, dislikes, bookmarks and picture', async () => {
    const { backend, ada, mira, postId, url } = await openFixture(open)
    const before = await everything(backend, mira)
    await backend.rest('DELETE', `/posts/${postId}`, { token: ada.token })
    expect(JSON.stringify(await everything(backend, mira))).not.toContain(postId)
    expect(await mediaStatus(backend, url)).toBe(200)
    backend.setClock(new Date(start + 10 * MINUTE_MS).toISOString())
    expect(await restore(backend, postId, ada)).toEqual({
      data: {
        restorePost: {
          postEdge: { cursor: expect.any(String), node: { id: postId, content: '#Weft' } },
          viewer: { postCount: 1 },
        },
      },
    })
    expect(await everything(backend, mira)).toEqual(before)
    expect(await mediaStatus(backend, url)).toBe(200)
    expect(codeOf(await restore(backend, postId, ada))).toBe('POST_NOT_FOUND')
  })

  test('is refused to others, after 10 minutes, and for a post that was never there', async () => {
    const { backend, ada, mira, postId } = await openFixture(open)
    expect(codeOf(await restore(backend, postId, ada))).toBe('POST_NOT_FOUND')
    await backend.rest('DELETE', `/posts/${postId}`, { token: ada.token })
    expect(codeOf(await restore(backend, postId, mira))).toBe('POST_NOT_FOUND')
    expect(codeOf(await restore(backend, 'none', ada))).toBe('POST_NOT_FOUND')
    backend.setClock(new Date(start + 10 * MINUTE_MS + 1).toISOString())
    expect(codeOf(await restore(backend, postId, ada))).toBe('POST_NOT_FOUND')
  })

  test('is impossible after housekeeping, which removes all such posts for good with their links', async () => {
    const { backend, ada, noor, postId, url } = await openFixture(open)
    await backend.rest('DELETE', `/posts/${postId}`, { token: ada.token })
    // More than one transaction removes.
    await backend.store.transaction(async (tx) => {
      for (let number = 1; number <= 45; number += 1) {
        await tx.posts.insert(postRow(number))
        await deletePost(tx, id(number), start)
      }
    })
    await backend.backend.runHousekeeping()
    expect(await mediaStatus(backend, url)).toBe(200)
    backend.setClock(new Date(start + 10 * MINUTE_MS + 1).toISOString())
    await backend.rest('DELETE', `/posts/${await backend.post(noor)}`, { token: noor.token })
    expect(await mediaStatus(backend, url)).toBe(200)
    await backend.backend.runHousekeeping()
    const left = await backend.store.read.posts.page('byDeletion', { limit: 50 })
    expect(left).toHaveLength(1)
    expect(await mediaStatus(backend, url)).toBe(404)
    expect(await countRows(backend.store)).toMatchObject({ posts: 2, reactions: 0, bookmarks: 2, fileUses: 0 })
  })

  test('takes the likes of deleted accounts off, also of those that liked it before it was deleted', async () => {
    const { backend, ada, mira, noor, postId } = await openFixture(open)
    await backend.rest('DELETE', `/posts/${postId}`, { token: ada.token })
    for (const user of [mira, noor]) {
      const variables = { username: user.username }
      const mutation =
        'mutation ($username: String!) { deleteAccount(input: { username: $username }) { deletedUserId } }'
      await backend.gql(mutation, variables, user.token)
    }
    await restore(backend, postId, ada)
    const { json } = await backend.rest('GET', `/posts/${postId}`)
    expect(at(json, 'post.likes')).toMatchObject({ likeCount: 0, likedBy: [], dislikedBy: [{ username: 'ada' }] })
  })

  test('leaves out users who deleted their accounts meanwhile', async () => {
    const { backend, ada, mira, postId } = await openFixture(open)
    await backend.rest('DELETE', `/posts/${postId}`, { token: ada.token })
    await backend.gql('mutation { deleteAccount(input: { username: "mira" }) { deletedUserId } }', {}, mira.token)
    await restore(backend, postId, ada)
    const { json } = await backend.rest('GET', `/posts/${postId}`)
    expect(at(json, 'post.likes')).toMatchObject({
      likeCount: 0,
      likedBy: [{ username: 'noor' }],
      dislikedBy: [{ username: 'ada' }],
    })
  })

  test('publishes one event, however many have bookmarked the post', async () => {
    const { backend, ada, mira, noor, postId } = await openFixture(open)
    const other = await backend.post(noor)
    await backend.rest('DELETE', `/posts/${postId}`, { token: ada.token })
    const { next, end } = await backend.subscribe(
      `subscription { changes {
        ... on PostRestoration { postEdge { cursor node { id } } }
        ... on BookmarkChange { bookmarkEdge { node { id } } }
      } }`,
      mira.token,
    )
    await restore(backend, postId, ada)
    expect(await next()).toMatchObject({ data: { changes: { postEdge: { node: { id: postId } } } } })
    await backend.rest('POST', `/users/bookmark/${other}`, { token: mira.token })
    expect(await next()).toMatchObject({ data: { changes: { bookmarkEdge: { node: { id: other } } } } })
    await end()
  })
})
