/** The documents of the benchmarks. */

const postCard = `id content likeCount viewerHasLiked viewerHasBookmarked
  author { id username firstName avatarUrl viewerIsFollowing }`
const postList = `edges { cursor node { ${postCard} } } pageInfo { hasNextPage endCursor }`

export const operations = {
  feedPage: `query FeedPage($orderBy: PostOrder!) { feed(first: 20, orderBy: $orderBy) { ${postList} } }`,
  like: 'mutation Like($input: LikePostInput!) { likePost(input: $input) { post { id likeCount } } }',
  profile: `query Profile($id: ID!) {
    user(id: $id) {
      id username firstName avatarUrl viewerIsFollowing postCount followerCount followingCount
      posts(first: 20, orderBy: LATEST) { ${postList} }
    }
  }`,
  search: `query Search($firstName: String!) {
    users(first: 8, firstName: $firstName) { edges { node { id username firstName avatarUrl } } }
  }`,
  logIn: 'mutation LogIn($input: LogInInput!) { logIn(input: $input) { token } }',
}

export type OperationName = keyof typeof operations
