import { parse } from 'graphql'
import { bench, describe } from 'vitest'
import { filledBackend, reader } from './filled.ts'

/** A feed page of 100,000 posts must take at most 1.5 times as long as one of 1,000: compare the means. */
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
const logIn = parse('mutation ($input: LogInInput!) { logIn(input: $input) { token } }')

for (const size of sizes) {
  const { execute, postIds } = await filledBackend(size)
  let next = 0

  describe(`a backend with ${size.toLocaleString('en-GB')} posts`, () => {
    bench('reads a page of the latest feed', async () => void (await execute(feedPage, { orderBy: 'LATEST' })))
    bench('reads a page of the trending feed', async () => void (await execute(feedPage, { orderBy: 'TRENDING' })))
    bench('likes a post', async () => {
      // Once every post is liked, further likes are rejected, after the same reads.
      await execute(like, { input: { postId: postIds[next++ % size] } })
    })
    bench('searches users by first name', async () => void (await execute(search, { firstName: 'nna7' })))
    bench('logs a user in', async () => void (await execute(logIn, { input: reader })), {
      iterations: 3,
      warmupIterations: 1,
      time: 500,
    })
  })
}
