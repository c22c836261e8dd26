import { describe, expect, test } from 'vitest'
import { openBackend, type TestUser, type TestBackend } from '../backend.ts'
import { listAt } from '../values.ts'
import { adapters } from '../store/adapters.ts'
import { interceptStore } from '../interceptStore.ts'

const post = `id content media { url type width height alt } createdAt updatedAt
  likeCount viewerHasLiked viewerHasDisliked viewerHasBookmarked viewerCanEdit
  author { id username firstName avatarUrl email viewerIsFollowing isViewer }`
const user = 'id username firstName avatarUrl email postCount followerCount followingCount viewerIsFollowing isViewer'

/** The largest number of store calls that one page may need, whatever its size. */
const maxCalls = 6
/** The query of each page, and the size of a smaller one: 5, unless that has rows of fewer kinds. */
const pages: [name: string, selection: string, few?: number][] = [
  ['feed', `{ list: feed(first: $first) { edges { node { ${post} } } pageInfo { hasNextPage } } }`],
  ['trending feed', `{ list: feed(first: $first, orderBy: TRENDING) { edges { node { ${post} } } } }`],
  ['posts', `{ list: posts(first: $first) { edges { node { ${post} } } } }`],
  ['bookmarks', `{ list: bookmarks(first: $first) { edges { node { ${post} } } } }`],
  ['likes', `{ list: likes(first: $first) { edges { node { ${post} } } } }`],
  ['users', `{ list: users(first: $first) { edges { node { ${user} } } } }`],
  ['users by first name', `{ list: users(first: $first, firstName: "i") { edges { node { ${user} } } } }`],
  ['searched posts', `{ list: searchPosts(text: "w", first: $first) { edges { node { ${post} } } } }`],
  [
    'searched bookmarks',
    `{ list: searchPosts(text: "w", scope: BOOKMARKED, first: $first) { edges { node { ${post} } } } }`,
  ],
  ['searched users', `{ list: searchUsers(text: "user", first: $first) { edges { node { ${user} } } } }`],
  ['suggestions', `{ list: suggestions(first: $first) { edges { node { ${user} } } } }`, 15],
]

describe.each(adapters)('a page ($name store)', ({ open }) => {
  test('needs at most 6 store calls, the same for 20 edges as for fewer', async () => {
    const calls: string[] = []
    const backend = await openBackend(open, { wrap: (store) => interceptStore(store, (call) => calls.push(call)) })
    const mira = await populate(backend)
    for (const [name, selection, few = 5] of pages) {
      const callsOf = async (first: number, token: string | null) => {
        calls.length = 0
        const response = await backend.gql(`query ($first: Int) ${selection}`, { first }, token)
        if (token !== null) expect(listAt(response, 'data.list.edges'), name).toHaveLength(first)
        return calls.toSorted()
      }
      const callsOf20 = await callsOf(20, mira.token)
      expect(callsOf20.length, name).toBeLessThanOrEqual(maxCalls)
      expect(await callsOf(few, mira.token), name).toEqual(callsOf20)
      expect((await callsOf(20, null)).length, name).toBeLessThanOrEqual(callsOf20.length)
    }
  })
})

/** Creates 11 authors with two posts each, whom Mira follows, likes and bookmarks, and 11 more users. Returns Mira. */
async function populate(backend: TestBackend): Promise<TestUser> {
  const mira = await backend.signUpUser('mira')
  for (let count = 0; count < 22; count += 1) {
    const author = await backend.signUpUser(`user ${count}`)
    if (count % 2 === 1) continue
    const ids = [await backend.post(author, 'Warp'), await backend.post(author, 'Weft')]
    const paths = [
      `/users/follow/${author.id}`,
      ...ids.map((id) => `/users/bookmark/${id}`),
      ...ids.map((id) => `/posts/like/${id}`),
    ]
    for (const path of paths) await backend.rest('POST', path, { token: mira.token })
  }
  return mira
}
