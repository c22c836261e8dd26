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
  post: `query Post($id: ID!) { post(id: $id) { ${postCard} } }`,
  postsOfUser: `query PostsOfUser($id: ID!) { user(id: $id) { posts(first: 20, orderBy: LATEST) { ${postList} } } }`,
  users:
    'query Users { users(first: 20) { edges { node { id username firstName lastName avatarUrl viewerIsFollowing } } } }',
  user: `query User($id: ID!) {
    user(id: $id) { id username firstName avatarUrl bio viewerIsFollowing postCount followerCount followingCount }
  }`,
  bookmarks: `query Bookmarks { bookmarks(first: 20) { ${postList} } }`,
  dislike: 'mutation Dislike($input: DislikePostInput!) { dislikePost(input: $input) { post { id likeCount } } }',
  addBookmark:
    'mutation AddBookmark($input: AddBookmarkInput!) { addBookmark(input: $input) { post { id viewerHasBookmarked } } }',
  removeBookmark:
    'mutation RemoveBookmark($input: RemoveBookmarkInput!) { removeBookmark(input: $input) { post { id viewerHasBookmarked } } }',
  follow: 'mutation Follow($input: FollowUserInput!) { followUser(input: $input) { user { id viewerIsFollowing } } }',
  unfollow:
    'mutation Unfollow($input: UnfollowUserInput!) { unfollowUser(input: $input) { user { id viewerIsFollowing } } }',
  createPost:
    'mutation CreatePost($input: CreatePostInput!) { createPost(input: $input) { postEdge { node { id } } } }',
  deletePost: 'mutation DeletePost($input: DeletePostInput!) { deletePost(input: $input) { deletedPostId } }',
  editProfile: 'mutation EditProfile($input: EditProfileInput!) { editProfile(input: $input) { viewer { id bio } } }',
  logIn: 'mutation LogIn($input: LogInInput!) { logIn(input: $input) { token } }',
}

export type OperationName = keyof typeof operations
