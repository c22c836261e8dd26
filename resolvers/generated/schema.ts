import { GraphQLInputObjectType, GraphQLString, GraphQLNonNull, GraphQLID, GraphQLObjectType, GraphQLUnionType, GraphQLScalarType, GraphQLEnumType, GraphQLList, GraphQLInt, GraphQLInterfaceType, GraphQLBoolean, GraphQLDirective, DirectiveLocation, GraphQLSchema, specifiedDirectives } from 'graphql'

/** Constructs the schema of schema.graphql, without descriptions and resolvers. */
export function constructSchema(): GraphQLSchema {
  const AddBookmarkInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'AddBookmarkInput', fields: () => ({
      idempotencyKey: { type: GraphQLString },
      postId: { type: new GraphQLNonNull(GraphQLID) },
  }) })
  const AddBookmarkPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'AddBookmarkPayload', fields: () => ({
      bookmarkEdge: { type: new GraphQLNonNull(PostEdge) },
      post: { type: new GraphQLNonNull(Post) },
  }) })
  const AddPushSubscriptionInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'AddPushSubscriptionInput', fields: () => ({
      auth: { type: new GraphQLNonNull(GraphQLString) },
      endpoint: { type: new GraphQLNonNull(GraphQLString) },
      idempotencyKey: { type: GraphQLString },
      p256dh: { type: new GraphQLNonNull(GraphQLString) },
  }) })
  const AddPushSubscriptionPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'AddPushSubscriptionPayload', fields: () => ({
      endpoint: { type: new GraphQLNonNull(GraphQLString) },
  }) })
  const BookmarkChange: GraphQLObjectType = new GraphQLObjectType({ name: 'BookmarkChange', fields: () => ({
      bookmarkEdge: { type: PostEdge },
      post: { type: new GraphQLNonNull(Post) },
  }) })
  const Change = new GraphQLUnionType({ name: 'Change', types: () => [BookmarkChange, FollowingChange, NotificationChange, PostChange, PostCreation, PostDeletion, PostRestoration, ReactionChange, ReplyCreation, UserChange, UserDeletion] })
  const CreatePostInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'CreatePostInput', fields: () => ({
      content: { type: new GraphQLNonNull(GraphQLString), defaultValue: "" },
      idempotencyKey: { type: GraphQLString },
      inReplyTo: { type: GraphQLID },
      media: { type: MediaInput },
  }) })
  const CreatePostPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'CreatePostPayload', fields: () => ({
      postEdge: { type: new GraphQLNonNull(PostEdge) },
      replyEdge: { type: ThreadEdge },
      viewer: { type: new GraphQLNonNull(User) },
  }) })
  const DateTime = new GraphQLScalarType({ name: 'DateTime' })
  const DeleteAccountInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'DeleteAccountInput', fields: () => ({
      idempotencyKey: { type: GraphQLString },
      username: { type: new GraphQLNonNull(GraphQLString) },
  }) })
  const DeleteAccountPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'DeleteAccountPayload', fields: () => ({
      deletedUserId: { type: new GraphQLNonNull(GraphQLID) },
  }) })
  const DeletePostInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'DeletePostInput', fields: () => ({
      idempotencyKey: { type: GraphQLString },
      postId: { type: new GraphQLNonNull(GraphQLID) },
  }) })
  const DeletePostPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'DeletePostPayload', fields: () => ({
      deletedPostId: { type: new GraphQLNonNull(GraphQLID) },
      parent: { type: ThreadItem },
      viewer: { type: new GraphQLNonNull(User) },
  }) })
  const DislikePostInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'DislikePostInput', fields: () => ({
      idempotencyKey: { type: GraphQLString },
      postId: { type: new GraphQLNonNull(GraphQLID) },
  }) })
  const DislikePostPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'DislikePostPayload', fields: () => ({
      post: { type: new GraphQLNonNull(Post) },
  }) })
  const EditPostInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'EditPostInput', fields: () => ({
      content: { type: GraphQLString },
      idempotencyKey: { type: GraphQLString },
      media: { type: MediaInput },
      postId: { type: new GraphQLNonNull(GraphQLID) },
  }) })
  const EditPostPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'EditPostPayload', fields: () => ({
      post: { type: new GraphQLNonNull(Post) },
  }) })
  const EditProfileInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'EditProfileInput', fields: () => ({
      avatarUrl: { type: GraphQLString },
      bio: { type: GraphQLString },
      idempotencyKey: { type: GraphQLString },
      portfolioUrl: { type: GraphQLString },
      username: { type: GraphQLString },
  }) })
  const EditProfilePayload: GraphQLObjectType = new GraphQLObjectType({ name: 'EditProfilePayload', fields: () => ({
      viewer: { type: new GraphQLNonNull(User) },
  }) })
  const ErrorCode = new GraphQLEnumType({ name: 'ErrorCode', values: { ALREADY_BOOKMARKED: {  }, ALREADY_DISLIKED: {  }, ALREADY_FOLLOWING: {  }, ALREADY_LIKED: {  }, BAD_INPUT: {  }, CANNOT_FOLLOW_SELF: {  }, CREDENTIALS_INVALID: {  }, CROSS_ORIGIN: {  }, ENCODING_UNSUPPORTED: {  }, EVENTS_MISSED: {  }, INTERNAL: {  }, METHOD_NOT_ALLOWED: {  }, NOT_BOOKMARKED: {  }, NOT_FOLLOWING: {  }, NOT_POST_EDITOR: {  }, NOT_POST_OWNER: {  }, NOT_REGISTERED: {  }, NO_LIKES_LEFT: {  }, PATH_NOT_FOUND: {  }, POST_NOT_FOUND: {  }, QUOTA_EXCEEDED: {  }, RESPONSE_TOO_LARGE: {  }, SIGN_UP_CLOSED: {  }, TOKEN_INVALID: {  }, TOO_LARGE: {  }, TOO_MANY_REQUESTS: {  }, UNAVAILABLE: {  }, USERNAME_FIXED: {  }, USERNAME_TAKEN: {  }, USER_NOT_FOUND: {  } } })
  const FollowUserInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'FollowUserInput', fields: () => ({
      idempotencyKey: { type: GraphQLString },
      userId: { type: new GraphQLNonNull(GraphQLID) },
  }) })
  const FollowUserPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'FollowUserPayload', fields: () => ({
      user: { type: new GraphQLNonNull(User) },
      viewer: { type: new GraphQLNonNull(User) },
  }) })
  const FollowingChange: GraphQLObjectType = new GraphQLObjectType({ name: 'FollowingChange', fields: () => ({
      user: { type: new GraphQLNonNull(User) },
  }) })
  const LikePostInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'LikePostInput', fields: () => ({
      idempotencyKey: { type: GraphQLString },
      postId: { type: new GraphQLNonNull(GraphQLID) },
  }) })
  const LikePostPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'LikePostPayload', fields: () => ({
      post: { type: new GraphQLNonNull(Post) },
  }) })
  const LogInInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'LogInInput', fields: () => ({
      idempotencyKey: { type: GraphQLString },
      password: { type: new GraphQLNonNull(GraphQLString) },
      username: { type: new GraphQLNonNull(GraphQLString) },
  }) })
  const LogInPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'LogInPayload', fields: () => ({
      query: { type: new GraphQLNonNull(Query) },
      token: { type: new GraphQLNonNull(GraphQLString) },
      user: { type: new GraphQLNonNull(User) },
  }) })
  const MarkNotificationsReadInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'MarkNotificationsReadInput', fields: () => ({
      idempotencyKey: { type: GraphQLString },
      ids: { type: new GraphQLList(new GraphQLNonNull(GraphQLID)) },
  }) })
  const MarkNotificationsReadPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'MarkNotificationsReadPayload', fields: () => ({
      notifications: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Notification))) },
      unreadNotificationCount: { type: new GraphQLNonNull(GraphQLInt) },
  }) })
  const Media: GraphQLObjectType = new GraphQLObjectType({ name: 'Media', fields: () => ({
      alt: { type: new GraphQLNonNull(GraphQLString) },
      height: { type: GraphQLInt },
      type: { type: new GraphQLNonNull(MediaType) },
      url: { type: new GraphQLNonNull(GraphQLString) },
      width: { type: GraphQLInt },
  }) })
  const MediaInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'MediaInput', fields: () => ({
      alt: { type: GraphQLString },
      height: { type: GraphQLInt },
      type: { type: new GraphQLNonNull(MediaType) },
      url: { type: new GraphQLNonNull(GraphQLString) },
      width: { type: GraphQLInt },
  }) })
  const MediaType = new GraphQLEnumType({ name: 'MediaType', values: { IMAGE: {  }, VIDEO: {  } } })
  const Mention: GraphQLObjectType = new GraphQLObjectType({ name: 'Mention', fields: () => ({
      end: { type: new GraphQLNonNull(GraphQLInt) },
      start: { type: new GraphQLNonNull(GraphQLInt) },
      user: { type: new GraphQLNonNull(User) },
  }) })
  const Mutation: GraphQLObjectType = new GraphQLObjectType({ name: 'Mutation', fields: () => ({
      addBookmark: { type: AddBookmarkPayload, args: { input: { type: new GraphQLNonNull(AddBookmarkInput) } } },
      addPushSubscription: { type: AddPushSubscriptionPayload, args: { input: { type: new GraphQLNonNull(AddPushSubscriptionInput) } } },
      createPost: { type: CreatePostPayload, args: { input: { type: new GraphQLNonNull(CreatePostInput) } } },
      deleteAccount: { type: DeleteAccountPayload, args: { input: { type: new GraphQLNonNull(DeleteAccountInput) } } },
      deletePost: { type: DeletePostPayload, args: { input: { type: new GraphQLNonNull(DeletePostInput) } } },
      dislikePost: { type: DislikePostPayload, args: { input: { type: new GraphQLNonNull(DislikePostInput) } } },
      editPost: { type: EditPostPayload, args: { input: { type: new GraphQLNonNull(EditPostInput) } } },
      editProfile: { type: EditProfilePayload, args: { input: { type: new GraphQLNonNull(EditProfileInput) } } },
      followUser: { type: FollowUserPayload, args: { input: { type: new GraphQLNonNull(FollowUserInput) } } },
      likePost: { type: LikePostPayload, args: { input: { type: new GraphQLNonNull(LikePostInput) } } },
      logIn: { type: LogInPayload, args: { input: { type: new GraphQLNonNull(LogInInput) } } },
      markNotificationsRead: { type: MarkNotificationsReadPayload, args: { input: { type: new GraphQLNonNull(MarkNotificationsReadInput), defaultValue: {} } } },
      removeBookmark: { type: RemoveBookmarkPayload, args: { input: { type: new GraphQLNonNull(RemoveBookmarkInput) } } },
      removePushSubscription: { type: RemovePushSubscriptionPayload, args: { input: { type: new GraphQLNonNull(RemovePushSubscriptionInput) } } },
      restorePost: { type: RestorePostPayload, args: { input: { type: new GraphQLNonNull(RestorePostInput) } } },
      setNotificationKinds: { type: SetNotificationKindsPayload, args: { input: { type: new GraphQLNonNull(SetNotificationKindsInput) } } },
      signOutEverywhere: { type: SignOutEverywherePayload, args: { input: { type: new GraphQLNonNull(SignOutEverywhereInput), defaultValue: {} } } },
      signUp: { type: SignUpPayload, args: { input: { type: new GraphQLNonNull(SignUpInput) } } },
      unfollowUser: { type: UnfollowUserPayload, args: { input: { type: new GraphQLNonNull(UnfollowUserInput) } } },
  }) })
  const Node: GraphQLInterfaceType = new GraphQLInterfaceType({ name: 'Node', fields: () => ({
      id: { type: new GraphQLNonNull(GraphQLID) },
  }) })
  const Notification: GraphQLObjectType = new GraphQLObjectType({ name: 'Notification', interfaces: () => [Node], fields: () => ({
      actorCount: { type: new GraphQLNonNull(GraphQLInt) },
      actors: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(User))) },
      id: { type: new GraphQLNonNull(GraphQLID) },
      isRead: { type: new GraphQLNonNull(GraphQLBoolean) },
      kind: { type: new GraphQLNonNull(NotificationKind) },
      post: { type: Post },
      updatedAt: { type: new GraphQLNonNull(DateTime) },
  }) })
  const NotificationChange: GraphQLObjectType = new GraphQLObjectType({ name: 'NotificationChange', fields: () => ({
      notification: { type: Notification },
      unreadNotificationCount: { type: new GraphQLNonNull(GraphQLInt) },
  }) })
  const NotificationConnection: GraphQLObjectType = new GraphQLObjectType({ name: 'NotificationConnection', fields: () => ({
      edges: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(NotificationEdge))) },
      pageInfo: { type: new GraphQLNonNull(PageInfo) },
  }) })
  const NotificationEdge: GraphQLObjectType = new GraphQLObjectType({ name: 'NotificationEdge', fields: () => ({
      cursor: { type: new GraphQLNonNull(GraphQLString) },
      node: { type: new GraphQLNonNull(Notification) },
  }) })
  const NotificationKind = new GraphQLEnumType({ name: 'NotificationKind', values: { FOLLOW: {  }, LIKE: {  }, MENTION: {  }, REPLY: {  } } })
  const PageInfo: GraphQLObjectType = new GraphQLObjectType({ name: 'PageInfo', fields: () => ({
      endCursor: { type: GraphQLString },
      hasNextPage: { type: new GraphQLNonNull(GraphQLBoolean) },
      hasPreviousPage: { type: new GraphQLNonNull(GraphQLBoolean) },
      startCursor: { type: GraphQLString },
  }) })
  const Post: GraphQLObjectType = new GraphQLObjectType({ name: 'Post', interfaces: () => [Node], fields: () => ({
      ancestors: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(ThreadItem))) },
      author: { type: User },
      content: { type: new GraphQLNonNull(GraphQLString) },
      createdAt: { type: new GraphQLNonNull(DateTime) },
      editedAt: { type: DateTime },
      id: { type: new GraphQLNonNull(GraphQLID) },
      isReply: { type: new GraphQLNonNull(GraphQLBoolean) },
      likeCount: { type: new GraphQLNonNull(GraphQLInt) },
      likedBy: { type: new GraphQLNonNull(UserConnection), args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 } } },
      media: { type: Media },
      mentions: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Mention))) },
      parent: { type: ThreadItem },
      replies: { type: new GraphQLNonNull(ThreadConnection), args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 } } },
      replyCount: { type: new GraphQLNonNull(GraphQLInt) },
      updatedAt: { type: new GraphQLNonNull(DateTime) },
      viewerCanEdit: { type: new GraphQLNonNull(GraphQLBoolean) },
      viewerHasBookmarked: { type: new GraphQLNonNull(GraphQLBoolean) },
      viewerHasDisliked: { type: new GraphQLNonNull(GraphQLBoolean) },
      viewerHasLiked: { type: new GraphQLNonNull(GraphQLBoolean) },
  }) })
  const PostChange: GraphQLObjectType = new GraphQLObjectType({ name: 'PostChange', fields: () => ({
      post: { type: new GraphQLNonNull(Post) },
  }) })
  const PostConnection: GraphQLObjectType = new GraphQLObjectType({ name: 'PostConnection', fields: () => ({
      edges: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(PostEdge))) },
      pageInfo: { type: new GraphQLNonNull(PageInfo) },
      totalCount: { type: GraphQLInt },
  }) })
  const PostCreation: GraphQLObjectType = new GraphQLObjectType({ name: 'PostCreation', fields: () => ({
      postEdge: { type: new GraphQLNonNull(PostEdge) },
  }) })
  const PostDeletion: GraphQLObjectType = new GraphQLObjectType({ name: 'PostDeletion', fields: () => ({
      author: { type: User },
      deletedPostId: { type: new GraphQLNonNull(GraphQLID) },
  }) })
  const PostEdge: GraphQLObjectType = new GraphQLObjectType({ name: 'PostEdge', fields: () => ({
      cursor: { type: new GraphQLNonNull(GraphQLString) },
      node: { type: Post },
  }) })
  const PostOrder = new GraphQLEnumType({ name: 'PostOrder', values: { LATEST: {  }, TRENDING: {  } } })
  const PostRestoration: GraphQLObjectType = new GraphQLObjectType({ name: 'PostRestoration', fields: () => ({
      postEdge: { type: new GraphQLNonNull(PostEdge) },
  }) })
  const PostTombstone: GraphQLObjectType = new GraphQLObjectType({ name: 'PostTombstone', fields: () => ({
      id: { type: new GraphQLNonNull(GraphQLID) },
      reason: { type: new GraphQLNonNull(TombstoneReason) },
      replies: { type: new GraphQLNonNull(ThreadConnection), args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 } } },
      replyCount: { type: new GraphQLNonNull(GraphQLInt) },
  }) })
  const Query: GraphQLObjectType = new GraphQLObjectType({ name: 'Query', fields: () => ({
      bookmarks: { type: PostConnection, args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 } } },
      feed: { type: PostConnection, args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 }, orderBy: { type: new GraphQLNonNull(PostOrder), defaultValue: "LATEST" } } },
      hasPushSubscription: { type: GraphQLBoolean, args: { endpoint: { type: new GraphQLNonNull(GraphQLString) } } },
      likes: { type: PostConnection, args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 } } },
      mentionSuggestions: { type: new GraphQLList(new GraphQLNonNull(User)), args: { prefix: { type: new GraphQLNonNull(GraphQLString) } } },
      node: { type: Node, args: { id: { type: new GraphQLNonNull(GraphQLID) } } },
      nodes: { type: new GraphQLList(Node), args: { ids: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLID))) } } },
      notificationKinds: { type: new GraphQLList(new GraphQLNonNull(NotificationKind)) },
      notifications: { type: NotificationConnection, args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 }, kinds: { type: new GraphQLList(new GraphQLNonNull(NotificationKind)) } } },
      post: { type: Post, args: { id: { type: new GraphQLNonNull(GraphQLID) } } },
      posts: { type: PostConnection, args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 }, orderBy: { type: new GraphQLNonNull(PostOrder), defaultValue: "LATEST" } } },
      postsByTag: { type: PostConnection, args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 }, orderBy: { type: new GraphQLNonNull(PostOrder), defaultValue: "LATEST" }, tag: { type: new GraphQLNonNull(GraphQLString) } } },
      pushPublicKey: { type: GraphQLString },
      searchPosts: { type: PostConnection, args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 }, scope: { type: new GraphQLNonNull(SearchScope), defaultValue: "ALL" }, text: { type: new GraphQLNonNull(GraphQLString) } } },
      searchUsers: { type: UserConnection, args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 }, text: { type: new GraphQLNonNull(GraphQLString) } } },
      suggestions: { type: UserConnection, args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 } } },
      unreadNotificationCount: { type: GraphQLInt },
      user: { type: User, args: { id: { type: new GraphQLNonNull(GraphQLID) } } },
      userByUsername: { type: User, args: { username: { type: new GraphQLNonNull(GraphQLString) } } },
      users: { type: UserConnection, args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 }, firstName: { type: GraphQLString } } },
      viewer: { type: User },
  }) })
  const ReactionChange: GraphQLObjectType = new GraphQLObjectType({ name: 'ReactionChange', fields: () => ({
      post: { type: new GraphQLNonNull(Post) },
  }) })
  const RemoveBookmarkInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'RemoveBookmarkInput', fields: () => ({
      idempotencyKey: { type: GraphQLString },
      postId: { type: new GraphQLNonNull(GraphQLID) },
  }) })
  const RemoveBookmarkPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'RemoveBookmarkPayload', fields: () => ({
      post: { type: new GraphQLNonNull(Post) },
  }) })
  const RemovePushSubscriptionInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'RemovePushSubscriptionInput', fields: () => ({
      endpoint: { type: new GraphQLNonNull(GraphQLString) },
      idempotencyKey: { type: GraphQLString },
  }) })
  const RemovePushSubscriptionPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'RemovePushSubscriptionPayload', fields: () => ({
      endpoint: { type: new GraphQLNonNull(GraphQLString) },
  }) })
  const ReplyCreation: GraphQLObjectType = new GraphQLObjectType({ name: 'ReplyCreation', fields: () => ({
      replyEdge: { type: new GraphQLNonNull(ThreadEdge) },
  }) })
  const RestorePostInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'RestorePostInput', fields: () => ({
      idempotencyKey: { type: GraphQLString },
      postId: { type: new GraphQLNonNull(GraphQLID) },
  }) })
  const RestorePostPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'RestorePostPayload', fields: () => ({
      postEdge: { type: new GraphQLNonNull(PostEdge) },
      viewer: { type: new GraphQLNonNull(User) },
  }) })
  const SearchScope = new GraphQLEnumType({ name: 'SearchScope', values: { ALL: {  }, BOOKMARKED: {  }, FOLLOWING: {  }, MINE: {  } } })
  const SetNotificationKindsInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'SetNotificationKindsInput', fields: () => ({
      idempotencyKey: { type: GraphQLString },
      kinds: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(NotificationKind))) },
  }) })
  const SetNotificationKindsPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'SetNotificationKindsPayload', fields: () => ({
      notificationKinds: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(NotificationKind))) },
  }) })
  const SignOutEverywhereInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'SignOutEverywhereInput', fields: () => ({
      idempotencyKey: { type: GraphQLString },
  }) })
  const SignOutEverywherePayload: GraphQLObjectType = new GraphQLObjectType({ name: 'SignOutEverywherePayload', fields: () => ({
      token: { type: new GraphQLNonNull(GraphQLString) },
      viewer: { type: new GraphQLNonNull(User) },
  }) })
  const SignUpInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'SignUpInput', fields: () => ({
      email: { type: new GraphQLNonNull(GraphQLString), defaultValue: "" },
      firstName: { type: new GraphQLNonNull(GraphQLString), defaultValue: "" },
      idempotencyKey: { type: GraphQLString },
      lastName: { type: new GraphQLNonNull(GraphQLString), defaultValue: "" },
      password: { type: new GraphQLNonNull(GraphQLString) },
      username: { type: new GraphQLNonNull(GraphQLString) },
  }) })
  const SignUpPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'SignUpPayload', fields: () => ({
      query: { type: new GraphQLNonNull(Query) },
      token: { type: new GraphQLNonNull(GraphQLString) },
      user: { type: new GraphQLNonNull(User) },
  }) })
  const Subscription: GraphQLObjectType = new GraphQLObjectType({ name: 'Subscription', fields: () => ({
      changes: { type: new GraphQLNonNull(Change), args: { authorIds: { type: new GraphQLList(new GraphQLNonNull(GraphQLID)) }, ids: { type: new GraphQLList(new GraphQLNonNull(GraphQLID)) }, inFeed: { type: new GraphQLNonNull(GraphQLBoolean), defaultValue: false } } },
  }) })
  const ThreadConnection: GraphQLObjectType = new GraphQLObjectType({ name: 'ThreadConnection', fields: () => ({
      edges: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(ThreadEdge))) },
      pageInfo: { type: new GraphQLNonNull(PageInfo) },
      totalCount: { type: GraphQLInt },
  }) })
  const ThreadEdge: GraphQLObjectType = new GraphQLObjectType({ name: 'ThreadEdge', fields: () => ({
      cursor: { type: new GraphQLNonNull(GraphQLString) },
      node: { type: new GraphQLNonNull(ThreadItem) },
  }) })
  const ThreadItem = new GraphQLUnionType({ name: 'ThreadItem', types: () => [Post, PostTombstone] })
  const TombstoneReason = new GraphQLEnumType({ name: 'TombstoneReason', values: { DELETED: {  }, HIDDEN: {  } } })
  const UnfollowUserInput: GraphQLInputObjectType = new GraphQLInputObjectType({ name: 'UnfollowUserInput', fields: () => ({
      idempotencyKey: { type: GraphQLString },
      userId: { type: new GraphQLNonNull(GraphQLID) },
  }) })
  const UnfollowUserPayload: GraphQLObjectType = new GraphQLObjectType({ name: 'UnfollowUserPayload', fields: () => ({
      user: { type: new GraphQLNonNull(User) },
      viewer: { type: new GraphQLNonNull(User) },
  }) })
  const User: GraphQLObjectType = new GraphQLObjectType({ name: 'User', interfaces: () => [Node], fields: () => ({
      avatarUrl: { type: new GraphQLNonNull(GraphQLString) },
      bio: { type: new GraphQLNonNull(GraphQLString) },
      createdAt: { type: new GraphQLNonNull(DateTime) },
      email: { type: GraphQLString },
      firstName: { type: new GraphQLNonNull(GraphQLString) },
      followerCount: { type: new GraphQLNonNull(GraphQLInt) },
      followers: { type: new GraphQLNonNull(UserConnection), args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 } } },
      following: { type: new GraphQLNonNull(UserConnection), args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 } } },
      followingCount: { type: new GraphQLNonNull(GraphQLInt) },
      followsViewer: { type: new GraphQLNonNull(GraphQLBoolean) },
      id: { type: new GraphQLNonNull(GraphQLID) },
      isViewer: { type: new GraphQLNonNull(GraphQLBoolean) },
      lastName: { type: new GraphQLNonNull(GraphQLString) },
      mediaPosts: { type: new GraphQLNonNull(PostConnection), args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 } } },
      portfolioUrl: { type: new GraphQLNonNull(GraphQLString) },
      postCount: { type: new GraphQLNonNull(GraphQLInt) },
      posts: { type: new GraphQLNonNull(PostConnection), args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 }, orderBy: { type: new GraphQLNonNull(PostOrder), defaultValue: "LATEST" } } },
      replies: { type: new GraphQLNonNull(PostConnection), args: { after: { type: GraphQLString }, first: { type: GraphQLInt, defaultValue: 20 } } },
      updatedAt: { type: new GraphQLNonNull(DateTime) },
      username: { type: new GraphQLNonNull(GraphQLString) },
      viewerIsFollowing: { type: new GraphQLNonNull(GraphQLBoolean) },
  }) })
  const UserChange: GraphQLObjectType = new GraphQLObjectType({ name: 'UserChange', fields: () => ({
      user: { type: new GraphQLNonNull(User) },
  }) })
  const UserConnection: GraphQLObjectType = new GraphQLObjectType({ name: 'UserConnection', fields: () => ({
      edges: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(UserEdge))) },
      pageInfo: { type: new GraphQLNonNull(PageInfo) },
      totalCount: { type: GraphQLInt },
  }) })
  const UserDeletion: GraphQLObjectType = new GraphQLObjectType({ name: 'UserDeletion', fields: () => ({
      deletedUserId: { type: new GraphQLNonNull(GraphQLID) },
  }) })
  const UserEdge: GraphQLObjectType = new GraphQLObjectType({ name: 'UserEdge', fields: () => ({
      cursor: { type: new GraphQLNonNull(GraphQLString) },
      node: { type: User },
  }) })
  const semanticNonNull = new GraphQLDirective({ name: 'semanticNonNull', locations: [DirectiveLocation.FIELD_DEFINITION], args: { levels: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLInt))), defaultValue: [0] } }, isRepeatable: false })
  return new GraphQLSchema({
    query: Query,
    mutation: Mutation,
    subscription: Subscription,
    types: [AddBookmarkInput, AddBookmarkPayload, AddPushSubscriptionInput, AddPushSubscriptionPayload, BookmarkChange, Change, CreatePostInput, CreatePostPayload, DateTime, DeleteAccountInput, DeleteAccountPayload, DeletePostInput, DeletePostPayload, DislikePostInput, DislikePostPayload, EditPostInput, EditPostPayload, EditProfileInput, EditProfilePayload, ErrorCode, FollowUserInput, FollowUserPayload, FollowingChange, LikePostInput, LikePostPayload, LogInInput, LogInPayload, MarkNotificationsReadInput, MarkNotificationsReadPayload, Media, MediaInput, MediaType, Mention, Mutation, Node, Notification, NotificationChange, NotificationConnection, NotificationEdge, NotificationKind, PageInfo, Post, PostChange, PostConnection, PostCreation, PostDeletion, PostEdge, PostOrder, PostRestoration, PostTombstone, Query, ReactionChange, RemoveBookmarkInput, RemoveBookmarkPayload, RemovePushSubscriptionInput, RemovePushSubscriptionPayload, ReplyCreation, RestorePostInput, RestorePostPayload, SearchScope, SetNotificationKindsInput, SetNotificationKindsPayload, SignOutEverywhereInput, SignOutEverywherePayload, SignUpInput, SignUpPayload, Subscription, ThreadConnection, ThreadEdge, ThreadItem, TombstoneReason, UnfollowUserInput, UnfollowUserPayload, User, UserChange, UserConnection, UserDeletion, UserEdge],
    directives: [...specifiedDirectives, semanticNonNull],
    // Code generation has validated it.
    assumeValid: true,
  })
}
