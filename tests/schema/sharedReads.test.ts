import { describe, expect, test } from 'vitest'
import { openBackend, type TestUser } from '../backend.ts'
import { interceptStore } from '../interceptStore.ts'
import { adapters } from '../store/adapters.ts'
import { at } from '../values.ts'

const page = (first: number) => `(first: ${first}) { edges { node { id } } }`

/** Everything about a post that depends on its viewer, and lists in lists. `size` makes two documents different. */
const document = (size: number) => `subscription { changes {
  ... on PostChange { post {
    likeCount viewerHasLiked viewerHasDisliked viewerHasBookmarked viewerCanEdit
    likedBy(first: ${size}) { edges { node { bio viewerIsFollowing followers${page(size)} } } }
    author { bio viewerIsFollowing followers${page(size)} following${page(size)} posts${page(size)} }
  } }
} }`

describe.each(adapters)('subscriptions ($name store)', ({ open }) => {
  test('read an event by as many store calls as one of them, whatever their viewers and documents', async () => {
    const calls: string[] = []
    const backend = await openBackend(open, { wrap: (store) => interceptStore(store, (call) => calls.push(call)) })
    const users: TestUser[] = []
    for (let number = 0; number < 4; number += 1) users.push(await backend.signUpUser(`user ${number}`))
    const [author, ...others] = users
    if (!author) throw new Error('Nobody has signed up.')
    const posts: string[] = []
    for (let number = 0; number < 3; number += 1) posts.push(await backend.post(author))
    const changeWith = async (streams: { next(): Promise<unknown> }[], id: string | undefined) => {
      await backend.rest('POST', `/posts/edit/${id}`, { token: author.token, body: { postData: { content: 'New' } } })
      calls.length = 0
      const results = await Promise.all(streams.map((stream) => stream.next()))
      return { results, calls: calls.toSorted() }
    }

    const one = await backend.subscribe(document(1), author.token)
    const first = await changeWith([one], posts[0])
    expect(first.calls).toContain('reactions.getMany')

    const tokens = [...others, ...others, ...others].map(({ token }) => token)
    const more = await Promise.all(
      [author.token, ...tokens, null, null].map((token, index) => backend.subscribe(document(1 + (index % 5)), token)),
    )
    const second = await changeWith([one, ...more], posts[1])
    expect(second.calls).toEqual(first.calls)
    expect(second.results).toHaveLength(13)
    expect(second.results.map((result) => at(result, 'data.changes.post.viewerCanEdit'))).toEqual([
      true,
      true,
      ...Array.from({ length: 11 }, () => false),
    ])
  })

  test('show each viewer their own reaction, and read again after a change', async () => {
    const backend = await openBackend(open)
    const mira = await backend.signUpUser('mira')
    const noor = await backend.signUpUser('noor')
    const id = await backend.post(mira)
    const liked = 'subscription { changes { ... on PostChange { post { likeCount viewerHasLiked } } } }'
    const streams = await Promise.all([mira.token, noor.token, null].map((token) => backend.subscribe(liked, token)))
    const next = async () => {
      const results = await Promise.all(streams.map((stream) => stream.next()))
      return results.map((result) => at(result, 'data.changes.post'))
    }
    await backend.rest('POST', `/posts/like/${id}`, { token: noor.token })
    expect(await next()).toEqual([false, true, false].map((viewerHasLiked) => ({ likeCount: 1, viewerHasLiked })))
    await backend.rest('POST', `/posts/like/${id}`, { token: mira.token })
    expect(await next()).toEqual([true, true, false].map((viewerHasLiked) => ({ likeCount: 2, viewerHasLiked })))
    await backend.rest('POST', `/posts/dislike/${id}`, { token: noor.token })
    expect(await next()).toEqual([true, false, false].map((viewerHasLiked) => ({ likeCount: 1, viewerHasLiked })))
  })
})
