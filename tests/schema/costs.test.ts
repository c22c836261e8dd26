import { describe, expect, test } from 'vitest'
import { listAt, openBackend, type TestUser, type TestBackend } from '../backend.ts'
import { adapters } from '../store/adapters.ts'
import { interceptStore } from '../interceptStore.ts'

const post = `id content mediaUrl mediaType postedAt createdAtFormatted likeCount viewerHasLiked viewerHasBookmarked viewerCanEdit
  author { id username firstName avatarUrl email viewerIsFollowing viewerCanEdit }`
const user =
  'id username firstName avatarUrl email postCount followerCount followingCount viewerIsFollowing viewerCanEdit'

/** What a page asks for; none may cost more than so many store calls, however long it is. */
const atMost = 6
const pages: [name: string, selection: string][] = [
  ['feed', `{ list: feed(first: $first) { edges { node { ${post} } } pageInfo { hasNextPage } } }`],
  ['trending feed', `{ list: feed(first: $first, orderBy: TRENDING) { edges { node { ${post} } } } }`],
  ['posts', `{ list: posts(first: $first) { edges { node { ${post} } } } }`],
  ['bookmarks', `{ list: bookmarks(first: $first) { edges { node { ${post} } } } }`],
  ['users', `{ list: users(first: $first) { edges { node { ${user} } } } }`],
  ['users by first name', `{ list: users(first: $first, firstName: "i") { edges { node { ${user} } } } }`],
  ['suggestions', `{ list: suggestions(first: $first) { edges { node { ${user} } } } }`],
]

describe.each(adapters)('what a page costs over $name', ({ open }) => {
  test.each(pages)('%s: a handful of store calls, for 20 as for 5', async (_name, selection) => {
    const calls: string[] = []
    const backend = await openBackend(open, { wrap: (store) => interceptStore(store, (call) => calls.push(call)) })
    const mira = await populate(backend)
    const cost = async (first: number, token: string | null) => {
      calls.length = 0
      const answer = await backend.gql(`query ($first: Int) ${selection}`, { first }, token)
      if (token !== null) expect(listAt(answer, 'data.list.edges')).toHaveLength(first)
      return calls.toSorted()
    }
    const long = await cost(20, mira.token)
    expect(long.length).toBeLessThanOrEqual(atMost)
    expect(await cost(5, mira.token)).toEqual(long)
    expect((await cost(20, null)).length).toBeLessThanOrEqual(long.length)
  })
})

/** Eleven authors of two posts each and eleven more members; Mira follows, likes and bookmarks. */
async function populate(backend: TestBackend): Promise<TestUser> {
  const mira = await backend.signUpUser('mira')
  for (let count = 0; count < 22; count += 1) {
    const member = await backend.signUpUser(`member ${count}`)
    if (count % 2 === 1) continue
    const ids = [await backend.post(member), await backend.post(member)]
    const paths = [
      `/users/follow/${member.id}`,
      ...ids.map((id) => `/users/bookmark/${id}`),
      `/posts/like/${ids[0] ?? ''}`,
    ]
    for (const path of paths) await backend.rest('POST', path, { token: mira.token })
  }
  return mira
}
