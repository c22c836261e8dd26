import { parse } from 'graphql'
import { bench, describe } from 'vitest'
import { filledBackend, reader } from './filled.ts'

/** A feed page at 100,000 posts must cost at most 1.5 times that at 1,000: compare the means. */
const sizes = [1_000, 10_000, 100_000]

const feedPage = parse(`query ($orderBy: PostOrder!) {
  feed(first: 20, orderBy: $orderBy) {
    edges {
      cursor
      node {
        id content likeCount viewerHasLiked viewerHasBookmarked
        author { id username firstName avatarUrl viewerIsFollowing }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`)
const like = parse('mutation ($input: LikePostInput!) { likePost(input: $input) { post { id likeCount } } }')
const search = parse('query ($firstName: String!) { users(first: 8, firstName: $firstName) { edges { node { id } } } }')
const signIn = parse('mutation ($input: LogInInput!) { logIn(input: $input) { token } }')

for (const size of sizes) {
  const { ask, postIds } = await filledBackend(size)
  let next = 0

  describe(`${size.toLocaleString('en-GB')} posts`, () => {
    bench('a feed page, latest', async () => void (await ask(feedPage, { orderBy: 'LATEST' })))
    bench('a feed page, trending', async () => void (await ask(feedPage, { orderBy: 'TRENDING' })))
    bench('a like', async () => {
      // After every post is liked, likes are refused, which costs the same reads.
      await ask(like, { input: { postId: postIds[next++ % size] } })
    })
    bench('a search', async () => void (await ask(search, { firstName: 'nna7' })))
    bench('a sign-in', async () => void (await ask(signIn, { input: reader })), {
      iterations: 3,
      warmupIterations: 1,
      time: 500,
    })
  })
}
