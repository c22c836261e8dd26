/** The documents of the app's operations by the SHA-256 of their text. */
export const trustedDocuments: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  [
    '0a0cadc7dc0c6ec4cfa877f332e2415cc5ec42b39eaef2de6153f1fbd41c1643',
    "query ConnectionCheck {\n  __typename\n}",
  ],
  [
    '81739a42fd3bd1a49b64bef652a64a2cd4112fff20085ebbd50efb9363d54cd0',
    "query Viewer {\n  viewer {\n    ...SessionUser\n    __typename\n  }\n}\n\nfragment ProfileFields on User {\n  id\n  username\n  firstName\n  lastName\n  bio\n  portfolioUrl\n  avatarUrl\n  __typename\n}\n\nfragment SessionUser on User {\n  ...ProfileFields\n  email\n  __typename\n}",
  ],
  [
    'dc8ab7604066ec26bd71cf6bdf756392aab4348281e7fc8ee050e0af87fbf902',
    "query Samples {\n  posts(first: 1, orderBy: TRENDING) {\n    edges {\n      node {\n        id\n        author {\n          id\n          __typename\n        }\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n}",
  ],
  [
    '5eb0b2e0889a726e338608277fb3e07b04c9e1af6c2f824a80d4cfd81a068a88',
    "mutation CreatePost($input: CreatePostInput!) {\n  createPost(input: $input) {\n    postEdge {\n      cursor\n      node {\n        id\n        likeCount\n        ...PostCard_post\n        __typename\n      }\n      __typename\n    }\n    viewer {\n      id\n      postCount\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment PostContent_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  editedAt\n  __typename\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment LikeButton_post on Post {\n  id\n  likeCount\n  viewerHasLiked\n  __typename\n}\n\nfragment BookmarkButton_post on Post {\n  id\n  viewerHasBookmarked\n  __typename\n}\n\nfragment PostCard_post on Post {\n  id\n  ...PostContent_post\n  createdAt\n  viewerCanEdit\n  author {\n    id\n    username\n    firstName\n    lastName\n    avatarUrl\n    isViewer\n    ...FollowButton_user\n    __typename\n  }\n  ...LikeButton_post\n  ...BookmarkButton_post\n  __typename\n}",
  ],
  [
    'cb832c47199025c147e71a52bf9a37cbcd40d32548e15357e454b68a648c79ed',
    "subscription Changes {\n  changes {\n    ...PostCreation_change\n    ...PostChange_change\n    ...ReactionChange_change\n    ...PostDeletion_change\n    ...PostRestoration_change\n    ...BookmarkChange_change\n    ...UserChange_change\n    ...UserDeletion_change\n    ...FollowingChange_change\n    __typename\n  }\n}\n\nfragment PostContent_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  editedAt\n  __typename\n}\n\nfragment Likers_post on Post {\n  id\n  likeCount\n  likedBy(first: 3) {\n    edges {\n      cursor\n      node {\n        id\n        username\n        firstName\n        lastName\n        avatarUrl\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  __typename\n}\n\nfragment LikeButton_post on Post {\n  id\n  likeCount\n  viewerHasLiked\n  __typename\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment BookmarkButton_post on Post {\n  id\n  viewerHasBookmarked\n  __typename\n}\n\nfragment PostCard_post on Post {\n  id\n  ...PostContent_post\n  createdAt\n  viewerCanEdit\n  author {\n    id\n    username\n    firstName\n    lastName\n    avatarUrl\n    isViewer\n    ...FollowButton_user\n    __typename\n  }\n  ...LikeButton_post\n  ...BookmarkButton_post\n  __typename\n}\n\nfragment ProfileFields on User {\n  id\n  username\n  firstName\n  lastName\n  bio\n  portfolioUrl\n  avatarUrl\n  __typename\n}\n\nfragment SessionUser on User {\n  ...ProfileFields\n  email\n  __typename\n}\n\nfragment PostCreation_change on PostCreation {\n  postEdge {\n    node {\n      id\n      author {\n        id\n        isViewer\n        viewerIsFollowing\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  __typename\n}\n\nfragment PostChange_change on PostChange {\n  post {\n    id\n    likeCount\n    ...PostContent_post\n    ...Likers_post\n    __typename\n  }\n  __typename\n}\n\nfragment ReactionChange_change on ReactionChange {\n  post {\n    ...LikeButton_post\n    __typename\n  }\n  __typename\n}\n\nfragment PostDeletion_change on PostDeletion {\n  deletedPostId\n  author {\n    id\n    postCount\n    __typename\n  }\n  __typename\n}\n\nfragment PostRestoration_change on PostRestoration {\n  postEdge {\n    node {\n      id\n      ...PostCard_post\n      author {\n        id\n        postCount\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  __typename\n}\n\nfragment BookmarkChange_change on BookmarkChange {\n  post {\n    id\n    ...BookmarkButton_post\n    __typename\n  }\n  bookmarkEdge {\n    cursor\n    node {\n      id\n      ...PostCard_post\n      __typename\n    }\n    __typename\n  }\n  __typename\n}\n\nfragment UserChange_change on UserChange {\n  user {\n    updatedAt\n    postCount\n    followerCount\n    followingCount\n    ...SessionUser\n    __typename\n  }\n  __typename\n}\n\nfragment UserDeletion_change on UserDeletion {\n  deletedUserId\n  __typename\n}\n\nfragment FollowingChange_change on FollowingChange {\n  user {\n    id\n    viewerIsFollowing\n    followerCount\n    __typename\n  }\n  __typename\n}",
  ],
  [
    '28db4b0be643d4c2bce8815487de292e7af6870c6d87042c833fcd49c6ce2d58',
    "query FollowState($userId: ID!) {\n  user(id: $userId) {\n    id\n    followerCount\n    updatedAt\n    ...FollowButton_user\n    __typename\n  }\n  viewer {\n    id\n    followingCount\n    updatedAt\n    __typename\n  }\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}",
  ],
  [
    'aa4ebdea2e7e65400ac81d2e7b4d62fa4b34e72f7edd37682dc46fb5ecbf37e6',
    "mutation FollowUser($input: FollowUserInput!) {\n  followUser(input: $input) {\n    user {\n      id\n      followerCount\n      updatedAt\n      ...FollowButton_user\n      __typename\n    }\n    viewer {\n      id\n      followingCount\n      updatedAt\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}",
  ],
  [
    'd27d2b40d3020ce41150e19030167876b46f220a2b1f279f6fece3240cfeca1c',
    "mutation UnfollowUser($input: UnfollowUserInput!) {\n  unfollowUser(input: $input) {\n    user {\n      id\n      followerCount\n      updatedAt\n      ...FollowButton_user\n      __typename\n    }\n    viewer {\n      id\n      followingCount\n      updatedAt\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}",
  ],
  [
    '97e50fe1a48c53c9d6b622888b5c5b2b4340691698c8db2f618644410dea77e7',
    "query SearchUsers($first: Int!, $firstName: String!) {\n  users(first: $first, firstName: $firstName) {\n    edges {\n      cursor\n      node {\n        id\n        username\n        firstName\n        lastName\n        avatarUrl\n        isViewer\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n}",
  ],
  [
    '5f1ef2af2b8894f17f0b106d16532719b1c4a1ac419ed8899bc4c460292a4c9e',
    "query Suggestions($first: Int! = 10, $after: String) {\n  suggestions(first: $first, after: $after) {\n    edges {\n      cursor\n      node {\n        id\n        ...Suggestion_user\n        __typename\n      }\n      __typename\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment Suggestion_user on User {\n  id\n  username\n  firstName\n  lastName\n  avatarUrl\n  isViewer\n  ...FollowButton_user\n  __typename\n}",
  ],
  [
    '2c52279b9fce3ed9be48f9d1478a966ba4b6e7b4a6b647fbd714993d62ef7f68',
    "mutation DeletePost($input: DeletePostInput!) {\n  deletePost(input: $input) {\n    deletedPostId\n    viewer {\n      id\n      postCount\n      __typename\n    }\n    __typename\n  }\n}",
  ],
  [
    '60c070182e76499902d6c5e09d1d9b5899b2a577642361163b05c395f29eee85',
    "query PostExists($postId: ID!) {\n  post(id: $postId) {\n    id\n    __typename\n  }\n}",
  ],
  [
    '4dec95a6caef77d05cd0e8270be0f24f2b70f56634c51af36653db8ee08da882',
    "mutation RestorePost($input: RestorePostInput!) {\n  restorePost(input: $input) {\n    postEdge {\n      cursor\n      node {\n        id\n        likeCount\n        ...PostCard_post\n        __typename\n      }\n      __typename\n    }\n    viewer {\n      id\n      postCount\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment PostContent_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  editedAt\n  __typename\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment LikeButton_post on Post {\n  id\n  likeCount\n  viewerHasLiked\n  __typename\n}\n\nfragment BookmarkButton_post on Post {\n  id\n  viewerHasBookmarked\n  __typename\n}\n\nfragment PostCard_post on Post {\n  id\n  ...PostContent_post\n  createdAt\n  viewerCanEdit\n  author {\n    id\n    username\n    firstName\n    lastName\n    avatarUrl\n    isViewer\n    ...FollowButton_user\n    __typename\n  }\n  ...LikeButton_post\n  ...BookmarkButton_post\n  __typename\n}",
  ],
  [
    'bbe14b8cfb66e92ea32e653aeb0a176030c27b5118d0555c998bd6584a816561',
    "query EditedPost($postId: ID!) {\n  post(id: $postId) {\n    ...PostContent_post\n    __typename\n  }\n}\n\nfragment PostContent_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  editedAt\n  __typename\n}",
  ],
  [
    '1363c3723b31e8f5da0edcbb95ead56e112dec636a0f10236b70fbb04726c26e',
    "mutation EditPost($input: EditPostInput!) {\n  editPost(input: $input) {\n    post {\n      ...PostContent_post\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment PostContent_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  editedAt\n  __typename\n}",
  ],
  [
    '9c7051d00709b92379da65f94e75d3eb1955a35b16289039b30801c4e91c57d7',
    "query BookmarkState($postId: ID!) {\n  post(id: $postId) {\n    id\n    ...BookmarkButton_post\n    __typename\n  }\n}\n\nfragment BookmarkButton_post on Post {\n  id\n  viewerHasBookmarked\n  __typename\n}",
  ],
  [
    'ca3d9cb9c5da9711a0a546cbda033fc6df54b8ef311183357b5e2181dbc3995c',
    "mutation AddBookmark($input: AddBookmarkInput!) {\n  addBookmark(input: $input) {\n    bookmarkEdge {\n      cursor\n      node {\n        id\n        __typename\n      }\n      __typename\n    }\n    post {\n      ...BookmarkButton_post\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment BookmarkButton_post on Post {\n  id\n  viewerHasBookmarked\n  __typename\n}",
  ],
  [
    'b67a483ec585f1e5a8bf3a0795ae104cd6d40816ddc425e5eb4e2972a179eee3',
    "mutation RemoveBookmark($input: RemoveBookmarkInput!) {\n  removeBookmark(input: $input) {\n    post {\n      id\n      ...BookmarkButton_post\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment BookmarkButton_post on Post {\n  id\n  viewerHasBookmarked\n  __typename\n}",
  ],
  [
    '382c9dd41672d89c135680d0c9ae844fb7cfc9033c7a4283b04a4e284e0a4177',
    "query LikeState($postId: ID!) {\n  post(id: $postId) {\n    id\n    updatedAt\n    ...LikeButton_post\n    ...Likers_post\n    __typename\n  }\n}\n\nfragment LikeButton_post on Post {\n  id\n  likeCount\n  viewerHasLiked\n  __typename\n}\n\nfragment Likers_post on Post {\n  id\n  likeCount\n  likedBy(first: 3) {\n    edges {\n      cursor\n      node {\n        id\n        username\n        firstName\n        lastName\n        avatarUrl\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  __typename\n}",
  ],
  [
    'a5e033ed149760b1b15e5f8650673a548650117e18c19886b67af34850bd9780',
    "mutation LikePost($input: LikePostInput!) {\n  likePost(input: $input) {\n    post {\n      id\n      updatedAt\n      ...LikeButton_post\n      ...Likers_post\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment LikeButton_post on Post {\n  id\n  likeCount\n  viewerHasLiked\n  __typename\n}\n\nfragment Likers_post on Post {\n  id\n  likeCount\n  likedBy(first: 3) {\n    edges {\n      cursor\n      node {\n        id\n        username\n        firstName\n        lastName\n        avatarUrl\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  __typename\n}",
  ],
  [
    '046406f6d2e38d578449e16bc4f71e6c6f4d2a5c8a234c9583bd076c02ee1c72',
    "mutation DislikePost($input: DislikePostInput!) {\n  dislikePost(input: $input) {\n    post {\n      id\n      updatedAt\n      ...LikeButton_post\n      ...Likers_post\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment LikeButton_post on Post {\n  id\n  likeCount\n  viewerHasLiked\n  __typename\n}\n\nfragment Likers_post on Post {\n  id\n  likeCount\n  likedBy(first: 3) {\n    edges {\n      cursor\n      node {\n        id\n        username\n        firstName\n        lastName\n        avatarUrl\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  __typename\n}",
  ],
  [
    '498ad0a1947a9d496808efd413b93887168afbde8e015e6e2f85f38a1bdb6217',
    "query BookmarksPage($first: Int, $after: String) {\n  bookmarks(first: $first, after: $after) {\n    edges {\n      cursor\n      node {\n        id\n        ...PostCard_post\n        __typename\n      }\n      __typename\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment PostContent_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  editedAt\n  __typename\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment LikeButton_post on Post {\n  id\n  likeCount\n  viewerHasLiked\n  __typename\n}\n\nfragment BookmarkButton_post on Post {\n  id\n  viewerHasBookmarked\n  __typename\n}\n\nfragment PostCard_post on Post {\n  id\n  ...PostContent_post\n  createdAt\n  viewerCanEdit\n  author {\n    id\n    username\n    firstName\n    lastName\n    avatarUrl\n    isViewer\n    ...FollowButton_user\n    __typename\n  }\n  ...LikeButton_post\n  ...BookmarkButton_post\n  __typename\n}",
  ],
  [
    'cf68e78aca740dc95077897734c97e2c8774dd1f9edf43a5bfea38cf86fdb87d',
    "query HoverCard($userId: ID!) {\n  user(id: $userId) {\n    id\n    ...HoverCard_user\n    __typename\n  }\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment HoverCard_user on User {\n  id\n  username\n  firstName\n  lastName\n  avatarUrl\n  bio\n  followerCount\n  followingCount\n  isViewer\n  viewerIsFollowing\n  ...FollowButton_user\n  __typename\n}",
  ],
  [
    '1c87437cdeb14a4408814b9b21efcea964fb491ae24b46bda0a76a61a5a65217',
    "query MentionCard($username: String!) {\n  userByUsername(username: $username) {\n    id\n    ...HoverCard_user\n    __typename\n  }\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment HoverCard_user on User {\n  id\n  username\n  firstName\n  lastName\n  avatarUrl\n  bio\n  followerCount\n  followingCount\n  isViewer\n  viewerIsFollowing\n  ...FollowButton_user\n  __typename\n}",
  ],
  [
    'b8fdc372c0214f9bd19b3f02f3a14f8a1891a806f66da4c69a7a5aa120698bfd',
    "mutation EditProfile($input: EditProfileInput!) {\n  editProfile(input: $input) {\n    viewer {\n      ...SessionUser\n      updatedAt\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment ProfileFields on User {\n  id\n  username\n  firstName\n  lastName\n  bio\n  portfolioUrl\n  avatarUrl\n  __typename\n}\n\nfragment SessionUser on User {\n  ...ProfileFields\n  email\n  __typename\n}",
  ],
  [
    '5d7ac6adc0272f44a73e2163a7ad7c7ededbf7803acc79477de682c71cc37a06',
    "mutation LogIn($input: LogInInput!, $orderBy: PostOrder!) {\n  logIn(input: $input) {\n    token\n    user {\n      ...SessionUser\n      __typename\n    }\n    query {\n      __typename\n      ...FirstPage_query\n    }\n    __typename\n  }\n}\n\nfragment ProfileFields on User {\n  id\n  username\n  firstName\n  lastName\n  bio\n  portfolioUrl\n  avatarUrl\n  __typename\n}\n\nfragment PostContent_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  editedAt\n  __typename\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment LikeButton_post on Post {\n  id\n  likeCount\n  viewerHasLiked\n  __typename\n}\n\nfragment BookmarkButton_post on Post {\n  id\n  viewerHasBookmarked\n  __typename\n}\n\nfragment PostCard_post on Post {\n  id\n  ...PostContent_post\n  createdAt\n  viewerCanEdit\n  author {\n    id\n    username\n    firstName\n    lastName\n    avatarUrl\n    isViewer\n    ...FollowButton_user\n    __typename\n  }\n  ...LikeButton_post\n  ...BookmarkButton_post\n  __typename\n}\n\nfragment Suggestion_user on User {\n  id\n  username\n  firstName\n  lastName\n  avatarUrl\n  isViewer\n  ...FollowButton_user\n  __typename\n}\n\nfragment SessionUser on User {\n  ...ProfileFields\n  email\n  __typename\n}\n\nfragment FirstPage_query on Query {\n  __typename\n  feed(orderBy: $orderBy) {\n    edges {\n      cursor\n      node {\n        id\n        ...PostCard_post\n        __typename\n      }\n      __typename\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n      __typename\n    }\n    __typename\n  }\n  suggestions(first: 10) {\n    edges {\n      cursor\n      node {\n        id\n        ...Suggestion_user\n        __typename\n      }\n      __typename\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n      __typename\n    }\n    __typename\n  }\n}",
  ],
  [
    '0ea9a503a6a722d84aaeb7f2542654d53f1c0b56728c2525afe9dc5342d79290',
    "mutation SignUp($input: SignUpInput!, $orderBy: PostOrder!) {\n  signUp(input: $input) {\n    token\n    user {\n      ...SessionUser\n      __typename\n    }\n    query {\n      __typename\n      ...FirstPage_query\n    }\n    __typename\n  }\n}\n\nfragment ProfileFields on User {\n  id\n  username\n  firstName\n  lastName\n  bio\n  portfolioUrl\n  avatarUrl\n  __typename\n}\n\nfragment PostContent_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  editedAt\n  __typename\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment LikeButton_post on Post {\n  id\n  likeCount\n  viewerHasLiked\n  __typename\n}\n\nfragment BookmarkButton_post on Post {\n  id\n  viewerHasBookmarked\n  __typename\n}\n\nfragment PostCard_post on Post {\n  id\n  ...PostContent_post\n  createdAt\n  viewerCanEdit\n  author {\n    id\n    username\n    firstName\n    lastName\n    avatarUrl\n    isViewer\n    ...FollowButton_user\n    __typename\n  }\n  ...LikeButton_post\n  ...BookmarkButton_post\n  __typename\n}\n\nfragment Suggestion_user on User {\n  id\n  username\n  firstName\n  lastName\n  avatarUrl\n  isViewer\n  ...FollowButton_user\n  __typename\n}\n\nfragment SessionUser on User {\n  ...ProfileFields\n  email\n  __typename\n}\n\nfragment FirstPage_query on Query {\n  __typename\n  feed(orderBy: $orderBy) {\n    edges {\n      cursor\n      node {\n        id\n        ...PostCard_post\n        __typename\n      }\n      __typename\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n      __typename\n    }\n    __typename\n  }\n  suggestions(first: 10) {\n    edges {\n      cursor\n      node {\n        id\n        ...Suggestion_user\n        __typename\n      }\n      __typename\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n      __typename\n    }\n    __typename\n  }\n}",
  ],
  [
    '4df6c66ddb3f50500265da4560ee31f62e4538325bdcf370ba4cd88d84c8ecf8',
    "query ExplorePage($orderBy: PostOrder!, $first: Int, $after: String) {\n  posts(first: $first, after: $after, orderBy: $orderBy) {\n    edges {\n      cursor\n      node {\n        id\n        ...PostCard_post\n        __typename\n      }\n      __typename\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment PostContent_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  editedAt\n  __typename\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment LikeButton_post on Post {\n  id\n  likeCount\n  viewerHasLiked\n  __typename\n}\n\nfragment BookmarkButton_post on Post {\n  id\n  viewerHasBookmarked\n  __typename\n}\n\nfragment PostCard_post on Post {\n  id\n  ...PostContent_post\n  createdAt\n  viewerCanEdit\n  author {\n    id\n    username\n    firstName\n    lastName\n    avatarUrl\n    isViewer\n    ...FollowButton_user\n    __typename\n  }\n  ...LikeButton_post\n  ...BookmarkButton_post\n  __typename\n}",
  ],
  [
    'b5feb7670e19036f989cd7fc55afe800f0f67991200f58c94a2f67e7575765ce',
    "query HomePage($orderBy: PostOrder!, $first: Int, $after: String) {\n  feed(first: $first, after: $after, orderBy: $orderBy) {\n    edges {\n      cursor\n      node {\n        id\n        ...PostCard_post\n        __typename\n      }\n      __typename\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment PostContent_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  editedAt\n  __typename\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment LikeButton_post on Post {\n  id\n  likeCount\n  viewerHasLiked\n  __typename\n}\n\nfragment BookmarkButton_post on Post {\n  id\n  viewerHasBookmarked\n  __typename\n}\n\nfragment PostCard_post on Post {\n  id\n  ...PostContent_post\n  createdAt\n  viewerCanEdit\n  author {\n    id\n    username\n    firstName\n    lastName\n    avatarUrl\n    isViewer\n    ...FollowButton_user\n    __typename\n  }\n  ...LikeButton_post\n  ...BookmarkButton_post\n  __typename\n}",
  ],
  [
    '7452921021417d117beeb267f3dbaade60085bfe4dbea0518a18f2086c97b276',
    "query PeopleHead($userId: ID!) {\n  user(id: $userId) {\n    id\n    username\n    firstName\n    lastName\n    ...PeopleTabs_user\n    __typename\n  }\n}\n\nfragment PeopleTabs_user on User {\n  id\n  followerCount\n  followingCount\n  __typename\n}",
  ],
  [
    'abcfd1295b6dffbf490ff064f27626f695a08ab28bcc9d8508abef7b821bc307',
    "query Followers($userId: ID!, $first: Int, $after: String) {\n  user(id: $userId) {\n    id\n    firstName\n    username\n    isViewer\n    people: followers(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          id\n          ...PersonRow_user\n          __typename\n        }\n        __typename\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment PersonRow_user on User {\n  id\n  username\n  firstName\n  lastName\n  avatarUrl\n  bio\n  isViewer\n  ...FollowButton_user\n  __typename\n}",
  ],
  [
    '2d0d41df363ed7c8bfe56aaf26809523800cbc023f33d3db962272411db9b84c',
    "query Following($userId: ID!, $first: Int, $after: String) {\n  user(id: $userId) {\n    id\n    firstName\n    username\n    isViewer\n    people: following(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          id\n          ...PersonRow_user\n          __typename\n        }\n        __typename\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment PersonRow_user on User {\n  id\n  username\n  firstName\n  lastName\n  avatarUrl\n  bio\n  isViewer\n  ...FollowButton_user\n  __typename\n}",
  ],
  [
    'bd781eafff66675197de0555981ac9bea633988e2b257410fe21a58b98d268cc',
    "query Likes($postId: ID!, $first: Int, $after: String) {\n  post(id: $postId) {\n    id\n    likeCount\n    author {\n      id\n      username\n      firstName\n      lastName\n      __typename\n    }\n    likedBy(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          id\n          ...PersonRow_user\n          __typename\n        }\n        __typename\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment PersonRow_user on User {\n  id\n  username\n  firstName\n  lastName\n  avatarUrl\n  bio\n  isViewer\n  ...FollowButton_user\n  __typename\n}",
  ],
  [
    '76f126b096ea7bac6e8d8a6db0e5f4b6c56b9e7cf9ebfbb48057d2859af86a5b',
    "query PostPage($postId: ID!) {\n  post(id: $postId) {\n    id\n    ...PostCard_post\n    content\n    media {\n      type\n      __typename\n    }\n    ...Likers_post\n    author {\n      id\n      firstName\n      lastName\n      username\n      isViewer\n      posts(first: 4, orderBy: LATEST) {\n        edges {\n          cursor\n          node {\n            id\n            ...PostCard_post\n            __typename\n          }\n          __typename\n        }\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment PostContent_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  editedAt\n  __typename\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment LikeButton_post on Post {\n  id\n  likeCount\n  viewerHasLiked\n  __typename\n}\n\nfragment BookmarkButton_post on Post {\n  id\n  viewerHasBookmarked\n  __typename\n}\n\nfragment PostCard_post on Post {\n  id\n  ...PostContent_post\n  createdAt\n  viewerCanEdit\n  author {\n    id\n    username\n    firstName\n    lastName\n    avatarUrl\n    isViewer\n    ...FollowButton_user\n    __typename\n  }\n  ...LikeButton_post\n  ...BookmarkButton_post\n  __typename\n}\n\nfragment Likers_post on Post {\n  id\n  likeCount\n  likedBy(first: 3) {\n    edges {\n      cursor\n      node {\n        id\n        username\n        firstName\n        lastName\n        avatarUrl\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  __typename\n}",
  ],
  [
    '38453eb8cee1166a01aae523b21794ceb064db6ab98008a9d10e6c5027972e44',
    "query ProfilePage($userId: ID!, $first: Int, $after: String) {\n  user(id: $userId) {\n    id\n    firstName\n    lastName\n    username\n    isViewer\n    ...ProfileCard_user\n    posts(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          id\n          ...PostCard_post\n          __typename\n        }\n        __typename\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment ProfileFields on User {\n  id\n  username\n  firstName\n  lastName\n  bio\n  portfolioUrl\n  avatarUrl\n  __typename\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment PostContent_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  editedAt\n  __typename\n}\n\nfragment LikeButton_post on Post {\n  id\n  likeCount\n  viewerHasLiked\n  __typename\n}\n\nfragment BookmarkButton_post on Post {\n  id\n  viewerHasBookmarked\n  __typename\n}\n\nfragment ProfileCard_user on User {\n  ...ProfileFields\n  postCount\n  followerCount\n  followingCount\n  isViewer\n  viewerIsFollowing\n  ...FollowButton_user\n  __typename\n}\n\nfragment PostCard_post on Post {\n  id\n  ...PostContent_post\n  createdAt\n  viewerCanEdit\n  author {\n    id\n    username\n    firstName\n    lastName\n    avatarUrl\n    isViewer\n    ...FollowButton_user\n    __typename\n  }\n  ...LikeButton_post\n  ...BookmarkButton_post\n  __typename\n}",
  ],
  [
    '608bcbc7a7287060c4989e1dfa195bb9c48af98d6f2ecd5fab1bcfafdf28e9d7',
    "query UserPage($username: String!, $first: Int, $after: String) {\n  userByUsername(username: $username) {\n    id\n    firstName\n    lastName\n    username\n    isViewer\n    ...ProfileCard_user\n    posts(first: $first, after: $after) {\n      edges {\n        cursor\n        node {\n          id\n          ...PostCard_post\n          __typename\n        }\n        __typename\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment ProfileFields on User {\n  id\n  username\n  firstName\n  lastName\n  bio\n  portfolioUrl\n  avatarUrl\n  __typename\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment PostContent_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  editedAt\n  __typename\n}\n\nfragment LikeButton_post on Post {\n  id\n  likeCount\n  viewerHasLiked\n  __typename\n}\n\nfragment BookmarkButton_post on Post {\n  id\n  viewerHasBookmarked\n  __typename\n}\n\nfragment ProfileCard_user on User {\n  ...ProfileFields\n  postCount\n  followerCount\n  followingCount\n  isViewer\n  viewerIsFollowing\n  ...FollowButton_user\n  __typename\n}\n\nfragment PostCard_post on Post {\n  id\n  ...PostContent_post\n  createdAt\n  viewerCanEdit\n  author {\n    id\n    username\n    firstName\n    lastName\n    avatarUrl\n    isViewer\n    ...FollowButton_user\n    __typename\n  }\n  ...LikeButton_post\n  ...BookmarkButton_post\n  __typename\n}",
  ],
  [
    'b615e70633527bf20c7436c0918d7486414820f5d3cd919d5a6660019c772663',
    "mutation SignOutEverywhere($input: SignOutEverywhereInput!) {\n  signOutEverywhere(input: $input) {\n    token\n    viewer {\n      ...SessionUser\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment ProfileFields on User {\n  id\n  username\n  firstName\n  lastName\n  bio\n  portfolioUrl\n  avatarUrl\n  __typename\n}\n\nfragment SessionUser on User {\n  ...ProfileFields\n  email\n  __typename\n}",
  ],
  [
    '4653c377b664c9bdc2b567c6f263e60b5ce7a82bc6d1f34db27652a7c69e7e8d',
    "mutation DeleteAccount($input: DeleteAccountInput!) {\n  deleteAccount(input: $input) {\n    deletedUserId\n    __typename\n  }\n}",
  ],
  [
    'ac3050d8e458ea166c193d6b270b0bd76a2451c8243522c6405e733a178e5819',
    "query AccountFigures {\n  viewer {\n    id\n    postCount\n    followerCount\n    followingCount\n    __typename\n  }\n  likes(first: 50) {\n    edges {\n      cursor\n      __typename\n    }\n    pageInfo {\n      hasNextPage\n      __typename\n    }\n    __typename\n  }\n  bookmarks(first: 50) {\n    edges {\n      cursor\n      __typename\n    }\n    pageInfo {\n      hasNextPage\n      __typename\n    }\n    __typename\n  }\n}",
  ],
  [
    'f2d17ff9c01231b773209d370582a6aa5f4b0fea3d0ae2ca6a0afc70d59b69e5',
    "query MyProfile {\n  viewer {\n    ...SessionUser\n    createdAt\n    updatedAt\n    postCount\n    followerCount\n    followingCount\n    __typename\n  }\n}\n\nfragment ProfileFields on User {\n  id\n  username\n  firstName\n  lastName\n  bio\n  portfolioUrl\n  avatarUrl\n  __typename\n}\n\nfragment SessionUser on User {\n  ...ProfileFields\n  email\n  __typename\n}",
  ],
  [
    '7e75c45b9ff4b1b80201148d905e466adccb52db323920d133ccc201f4086796',
    "query MyPosts($after: String) {\n  viewer {\n    id\n    posts(first: 50, after: $after, orderBy: LATEST) {\n      edges {\n        cursor\n        node {\n          ...MyData_post\n          __typename\n        }\n        __typename\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment MyData_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  createdAt\n  updatedAt\n  likeCount\n  __typename\n}",
  ],
  [
    '065ed98a941ec94a37e022c3f31cb9e956536ce56ca05eb078c326f99f96e954',
    "query MyBookmarks($after: String) {\n  bookmarks(first: 50, after: $after) {\n    ...MyData_posts\n    __typename\n  }\n}\n\nfragment MyData_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  createdAt\n  updatedAt\n  likeCount\n  __typename\n}\n\nfragment MyData_user on User {\n  id\n  username\n  firstName\n  lastName\n  __typename\n}\n\nfragment MyData_posts on PostConnection {\n  edges {\n    cursor\n    node {\n      ...MyData_post\n      author {\n        ...MyData_user\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  pageInfo {\n    endCursor\n    hasNextPage\n    __typename\n  }\n  __typename\n}",
  ],
  [
    'ff8001d1a8fbcfd2a8f658329ba1fc6a7022dac5bfd368553e99e0daaa883810',
    "query MyLikes($after: String) {\n  likes(first: 50, after: $after) {\n    ...MyData_posts\n    __typename\n  }\n}\n\nfragment MyData_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  createdAt\n  updatedAt\n  likeCount\n  __typename\n}\n\nfragment MyData_user on User {\n  id\n  username\n  firstName\n  lastName\n  __typename\n}\n\nfragment MyData_posts on PostConnection {\n  edges {\n    cursor\n    node {\n      ...MyData_post\n      author {\n        ...MyData_user\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n  pageInfo {\n    endCursor\n    hasNextPage\n    __typename\n  }\n  __typename\n}",
  ],
  [
    'baf422760e1f3ab8959bd8e150276545c76a2932a4b7b212bb77fef56be5aaeb',
    "query MyFollowing($after: String) {\n  viewer {\n    id\n    following(first: 100, after: $after) {\n      edges {\n        cursor\n        node {\n          ...MyData_user\n          __typename\n        }\n        __typename\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment MyData_user on User {\n  id\n  username\n  firstName\n  lastName\n  __typename\n}",
  ],
  [
    'f45c00ec47a1682e271bf61a019c0a447ab0d4fd5debf82c206e76f8c3188079',
    "query MyFollowers($after: String) {\n  viewer {\n    id\n    followers(first: 100, after: $after) {\n      edges {\n        cursor\n        node {\n          ...MyData_user\n          __typename\n        }\n        __typename\n      }\n      pageInfo {\n        endCursor\n        hasNextPage\n        __typename\n      }\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment MyData_user on User {\n  id\n  username\n  firstName\n  lastName\n  __typename\n}",
  ],
  [
    '928706330fc6355af02ab25c4489b554bbcb475987f88e622365166c5732c9f1',
    "query TagPage($tag: String!, $orderBy: PostOrder!, $first: Int, $after: String) {\n  postsByTag(tag: $tag, first: $first, after: $after, orderBy: $orderBy) {\n    totalCount\n    edges {\n      cursor\n      node {\n        id\n        ...PostCard_post\n        __typename\n      }\n      __typename\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n      __typename\n    }\n    __typename\n  }\n}\n\nfragment PostContent_post on Post {\n  id\n  content\n  media {\n    url\n    type\n    width\n    height\n    alt\n    __typename\n  }\n  editedAt\n  __typename\n}\n\nfragment FollowButton_user on User {\n  id\n  username\n  viewerIsFollowing\n  __typename\n}\n\nfragment LikeButton_post on Post {\n  id\n  likeCount\n  viewerHasLiked\n  __typename\n}\n\nfragment BookmarkButton_post on Post {\n  id\n  viewerHasBookmarked\n  __typename\n}\n\nfragment PostCard_post on Post {\n  id\n  ...PostContent_post\n  createdAt\n  viewerCanEdit\n  author {\n    id\n    username\n    firstName\n    lastName\n    avatarUrl\n    isViewer\n    ...FollowButton_user\n    __typename\n  }\n  ...LikeButton_post\n  ...BookmarkButton_post\n  __typename\n}",
  ],
])
