export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A calendar day, `YYYY-MM-DD`, in UTC. */
  Date: { input: string; output: string; }
  /** An instant in time, ISO 8601 in UTC, such as `2026-05-04T09:30:00.000Z`. */
  DateTime: { input: string; output: string; }
};

export type AddBookmarkInput = {
  postId: Scalars['ID']['input'];
};

export type AddBookmarkPayload = {
  /** The post as the first edge of `bookmarks`. */
  bookmarkEdge: PostEdge;
  post: Post;
};

/** What the viewer has done with a bookmark. */
export type BookmarkChange = {
  /** The post as the first edge of `bookmarks`; null where the bookmark was removed. */
  bookmarkEdge?: Maybe<PostEdge>;
  post: Post;
};

export type CreatePostInput = {
  content?: Scalars['String']['input'];
  mediaType?: InputMaybe<MediaType>;
  mediaUrl?: InputMaybe<Scalars['String']['input']>;
};

export type CreatePostPayload = {
  /** The new post as the first edge of a list in the order `LATEST`. */
  postEdge: PostEdge;
  /** The author, whose `postCount` has changed. */
  viewer: User;
};

export type DeletePostInput = {
  postId: Scalars['ID']['input'];
};

export type DeletePostPayload = {
  deletedPostId: Scalars['ID']['output'];
  /** The author, whose `postCount` has changed. */
  viewer: User;
};

export type DislikePostInput = {
  postId: Scalars['ID']['input'];
};

export type DislikePostPayload = {
  post: Post;
};

export type EditPostInput = {
  content?: InputMaybe<Scalars['String']['input']>;
  mediaType?: InputMaybe<MediaType>;
  /** Null takes the picture or video away. */
  mediaUrl?: InputMaybe<Scalars['String']['input']>;
  postId: Scalars['ID']['input'];
};

export type EditPostPayload = {
  post: Post;
};

export type EditProfileInput = {
  avatarUrl?: InputMaybe<Scalars['String']['input']>;
  bio?: InputMaybe<Scalars['String']['input']>;
  portfolioUrl?: InputMaybe<Scalars['String']['input']>;
  /** Accepted only if it is the viewer's own: a username cannot be changed. */
  username?: InputMaybe<Scalars['String']['input']>;
};

export type EditProfilePayload = {
  viewer: User;
};

/** Why a call was refused: `extensions.code` of an error. Its status and message stand beside it in `extensions`. */
export type ErrorCode =
  /** 400: bookmarking twice. */
  | 'ALREADY_BOOKMARKED'
  /** 400: disliking twice. */
  | 'ALREADY_DISLIKED'
  /** 400: following twice. */
  | 'ALREADY_FOLLOWING'
  /** 400: liking twice. */
  | 'ALREADY_LIKED'
  /** 400: a value of the wrong kind; the message names the field. */
  | 'BAD_INPUT'
  /** 404: following oneself. */
  | 'CANNOT_FOLLOW_SELF'
  /** 401: log-in with a wrong password. */
  | 'CREDENTIALS_INVALID'
  /** 500: anything unexpected. The change may have been made, or not. */
  | 'INTERNAL'
  /** 405: the path does not take this method. */
  | 'METHOD_NOT_ALLOWED'
  /** 400: removing a bookmark that is not there. */
  | 'NOT_BOOKMARKED'
  /** 400: unfollowing someone who is not followed. */
  | 'NOT_FOLLOWING'
  /** 400: editing another member's post. */
  | 'NOT_POST_EDITOR'
  /** 400: deleting another member's post. */
  | 'NOT_POST_OWNER'
  /** 404: log-in with an unknown username, or a token whose member is gone. */
  | 'NOT_REGISTERED'
  /** 400: disliking a post whose count is 0. */
  | 'NO_LIKES_LEFT'
  /** 404: there is nothing at this path. */
  | 'PATH_NOT_FOUND'
  /** 404: no post with this id. */
  | 'POST_NOT_FOUND'
  /** 401: no token, or one that is malformed, expired, or not signed here. */
  | 'TOKEN_INVALID'
  /** 413: the body of a request over HTTP is larger than 1 MB, or 10 MB for a file. */
  | 'TOO_LARGE'
  /** 404: a profile edit that names another username. */
  | 'USERNAME_FIXED'
  /** 422: sign-up with a username that exists. */
  | 'USERNAME_TAKEN'
  /** 404: no member with this id. */
  | 'USER_NOT_FOUND';

export type FollowUserInput = {
  userId: Scalars['ID']['input'];
};

export type FollowUserPayload = {
  /** The member now followed. */
  user: User;
  viewer: User;
};

export type LikePostInput = {
  postId: Scalars['ID']['input'];
};

export type LikePostPayload = {
  post: Post;
};

export type LogInInput = {
  password: Scalars['String']['input'];
  username: Scalars['String']['input'];
};

export type LogInPayload = {
  /** Send it in the `authorization` header. */
  token: Scalars['String']['output'];
  user: User;
};

export type MediaType =
  | 'IMAGE'
  | 'VIDEO';

/**
 * Everything that can be changed. Each change is atomic: it happens whole or not at all.
 * All but `signUp` and `logIn` need a signed-in member.
 */
export type Mutation = {
  /** Keeps a post among the viewer's bookmarks. Refused with `ALREADY_BOOKMARKED`. */
  addBookmark?: Maybe<AddBookmarkPayload>;
  /** Publishes a post of the viewer's. */
  createPost?: Maybe<CreatePostPayload>;
  /** Deletes a post of the viewer's own, and takes it out of everyone's bookmarks. Refused with `NOT_POST_OWNER`. */
  deletePost?: Maybe<DeletePostPayload>;
  /** Takes one off a post's count. Refused with `NO_LIKES_LEFT`, then `ALREADY_DISLIKED`. */
  dislikePost?: Maybe<DislikePostPayload>;
  /** Changes a post of the viewer's own; a field left out stays as it is. Refused with `NOT_POST_EDITOR`. */
  editPost?: Maybe<EditPostPayload>;
  /** Changes the viewer's own profile; a field left out stays as it is. */
  editProfile?: Maybe<EditProfilePayload>;
  /** Follows a member. Refused with `CANNOT_FOLLOW_SELF` or `ALREADY_FOLLOWING`. */
  followUser?: Maybe<FollowUserPayload>;
  /** Likes a post: one more on its count. Refused with `ALREADY_LIKED`. */
  likePost?: Maybe<LikePostPayload>;
  /** Signs a member in. Refused with `NOT_REGISTERED` or `CREDENTIALS_INVALID`. */
  logIn?: Maybe<LogInPayload>;
  /** Takes a post out of the viewer's bookmarks. Refused with `NOT_BOOKMARKED`. */
  removeBookmark?: Maybe<RemoveBookmarkPayload>;
  /** Makes an account and signs it in. Refused with `USERNAME_TAKEN`. */
  signUp?: Maybe<SignUpPayload>;
  /** Stops following a member. Refused with `NOT_FOLLOWING`. */
  unfollowUser?: Maybe<UnfollowUserPayload>;
};


/**
 * Everything that can be changed. Each change is atomic: it happens whole or not at all.
 * All but `signUp` and `logIn` need a signed-in member.
 */
export type MutationAddBookmarkArgs = {
  input: AddBookmarkInput;
};


/**
 * Everything that can be changed. Each change is atomic: it happens whole or not at all.
 * All but `signUp` and `logIn` need a signed-in member.
 */
export type MutationCreatePostArgs = {
  input: CreatePostInput;
};


/**
 * Everything that can be changed. Each change is atomic: it happens whole or not at all.
 * All but `signUp` and `logIn` need a signed-in member.
 */
export type MutationDeletePostArgs = {
  input: DeletePostInput;
};


/**
 * Everything that can be changed. Each change is atomic: it happens whole or not at all.
 * All but `signUp` and `logIn` need a signed-in member.
 */
export type MutationDislikePostArgs = {
  input: DislikePostInput;
};


/**
 * Everything that can be changed. Each change is atomic: it happens whole or not at all.
 * All but `signUp` and `logIn` need a signed-in member.
 */
export type MutationEditPostArgs = {
  input: EditPostInput;
};


/**
 * Everything that can be changed. Each change is atomic: it happens whole or not at all.
 * All but `signUp` and `logIn` need a signed-in member.
 */
export type MutationEditProfileArgs = {
  input: EditProfileInput;
};


/**
 * Everything that can be changed. Each change is atomic: it happens whole or not at all.
 * All but `signUp` and `logIn` need a signed-in member.
 */
export type MutationFollowUserArgs = {
  input: FollowUserInput;
};


/**
 * Everything that can be changed. Each change is atomic: it happens whole or not at all.
 * All but `signUp` and `logIn` need a signed-in member.
 */
export type MutationLikePostArgs = {
  input: LikePostInput;
};


/**
 * Everything that can be changed. Each change is atomic: it happens whole or not at all.
 * All but `signUp` and `logIn` need a signed-in member.
 */
export type MutationLogInArgs = {
  input: LogInInput;
};


/**
 * Everything that can be changed. Each change is atomic: it happens whole or not at all.
 * All but `signUp` and `logIn` need a signed-in member.
 */
export type MutationRemoveBookmarkArgs = {
  input: RemoveBookmarkInput;
};


/**
 * Everything that can be changed. Each change is atomic: it happens whole or not at all.
 * All but `signUp` and `logIn` need a signed-in member.
 */
export type MutationSignUpArgs = {
  input: SignUpInput;
};


/**
 * Everything that can be changed. Each change is atomic: it happens whole or not at all.
 * All but `signUp` and `logIn` need a signed-in member.
 */
export type MutationUnfollowUserArgs = {
  input: UnfollowUserInput;
};

export type PageInfo = {
  endCursor?: Maybe<Scalars['String']['output']>;
  hasNextPage: Scalars['Boolean']['output'];
  /** Always false: pages are read forwards only. */
  hasPreviousPage: Scalars['Boolean']['output'];
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** A short text with, perhaps, a picture or a video. */
export type Post = {
  author: User;
  /** Plain text, as typed; may be empty. */
  content: Scalars['String']['output'];
  /** The day it was posted. */
  createdAt: Scalars['Date']['output'];
  /** The day it was posted, in words, as seen from Sydney: `4 May 2023`. */
  createdAtFormatted: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  likeCount: Scalars['Int']['output'];
  /** Who likes it, the latest first. `likeCount` may be higher: sample posts come with a count alone. */
  likedBy: UserConnection;
  /** What `mediaUrl` leads to, or null where there is none. */
  mediaType?: Maybe<MediaType>;
  /** The address of the picture or video, or null where there is none. */
  mediaUrl?: Maybe<Scalars['String']['output']>;
  /** The instant it was posted. */
  postedAt: Scalars['DateTime']['output'];
  /** The day it last changed. */
  updatedAt: Scalars['Date']['output'];
  /** Whether the viewer wrote it, and so may edit and delete it. */
  viewerCanEdit: Scalars['Boolean']['output'];
  viewerHasBookmarked: Scalars['Boolean']['output'];
  viewerHasLiked: Scalars['Boolean']['output'];
};


/** A short text with, perhaps, a picture or a video. */
export type PostLikedByArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of posts. `first` is 1 to 100; `after` takes the `endCursor` of the page before. */
export type PostConnection = {
  edges: Array<PostEdge>;
  pageInfo: PageInfo;
};

/** What is left of a post that was deleted. */
export type PostDeletion = {
  /** Whose `postCount` has changed. */
  author: User;
  deletedPostId: Scalars['ID']['output'];
};

export type PostEdge = {
  cursor: Scalars['String']['output'];
  node: Post;
};

/** The order of a list of posts. */
export type PostOrder =
  /** The newest first. */
  | 'LATEST'
  /** The most liked first; among equals the newest. */
  | 'TRENDING';

/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`;
 * all others answer anyone, and ignore a bad token.
 */
export type Query = {
  /** **Signed in.** The posts the viewer has bookmarked, the last one added first. */
  bookmarks?: Maybe<PostConnection>;
  /** **Signed in.** The viewer's own posts and those of the people they follow. */
  feed?: Maybe<PostConnection>;
  /** One post, or null where there is none with this id. */
  post?: Maybe<Post>;
  /** Every post there is. */
  posts?: Maybe<PostConnection>;
  /** **Signed in.** Members other than the viewer, the newest first: 'People you Might know'. */
  suggestions?: Maybe<UserConnection>;
  /** One member, or null where there is none with this id. */
  user?: Maybe<User>;
  /** Members in the order they joined; with `firstName`, those whose first name contains that text in any case, best matches first. */
  users?: Maybe<UserConnection>;
  /** The signed-in member, or null for a visitor. A token that is refused is an error here. */
  viewer?: Maybe<User>;
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`;
 * all others answer anyone, and ignore a bad token.
 */
export type QueryBookmarksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`;
 * all others answer anyone, and ignore a bad token.
 */
export type QueryFeedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: PostOrder;
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`;
 * all others answer anyone, and ignore a bad token.
 */
export type QueryPostArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`;
 * all others answer anyone, and ignore a bad token.
 */
export type QueryPostsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: PostOrder;
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`;
 * all others answer anyone, and ignore a bad token.
 */
export type QuerySuggestionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`;
 * all others answer anyone, and ignore a bad token.
 */
export type QueryUserArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`;
 * all others answer anyone, and ignore a bad token.
 */
export type QueryUsersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  firstName?: InputMaybe<Scalars['String']['input']>;
};

export type RemoveBookmarkInput = {
  postId: Scalars['ID']['input'];
};

export type RemoveBookmarkPayload = {
  post: Post;
};

export type SignUpInput = {
  email?: Scalars['String']['input'];
  firstName?: Scalars['String']['input'];
  lastName?: Scalars['String']['input'];
  /** Not empty. */
  password: Scalars['String']['input'];
  /** Not empty, and not taken. */
  username: Scalars['String']['input'];
};

export type SignUpPayload = {
  /** Send it in the `authorization` header. */
  token: Scalars['String']['output'];
  user: User;
};

/**
 * What happens, as it happens: in this tab, in another, or through `/api`. Each event is answered as the one who listens
 * may see it. Anyone may listen.
 */
export type Subscription = {
  /** **Signed in.** The viewer has bookmarked a post, or removed a bookmark. */
  bookmarkChanged: BookmarkChange;
  /** **Signed in.** The viewer follows this member now, or no longer does. */
  followingChanged: User;
  /** A post has changed: its text, its picture or video, its likes. */
  postChanged: Post;
  /** A post has been published. It comes as the first edge of a list in the order `LATEST`. */
  postCreated: PostEdge;
  /** A post has been deleted. */
  postDeleted: PostDeletion;
  /** A member has joined, or has changed: their profile, or one of their counts. */
  userChanged: User;
};

export type UnfollowUserInput = {
  userId: Scalars['ID']['input'];
};

export type UnfollowUserPayload = {
  /** The member no longer followed. */
  user: User;
  viewer: User;
};

/** A member of Weft. */
export type User = {
  /** The address of their picture. */
  avatarUrl: Scalars['String']['output'];
  /** What they say of themselves: plain text, empty at first. */
  bio: Scalars['String']['output'];
  /** The day they joined. */
  createdAt: Scalars['Date']['output'];
  /** Answered to its owner alone; null for everyone else. */
  email?: Maybe<Scalars['String']['output']>;
  firstName: Scalars['String']['output'];
  followerCount: Scalars['Int']['output'];
  /** Who follows them, the latest first. */
  followers: UserConnection;
  /** Whom they follow, the latest first. */
  following: UserConnection;
  followingCount: Scalars['Int']['output'];
  id: Scalars['ID']['output'];
  lastName: Scalars['String']['output'];
  /** The address of their portfolio as they typed it, empty at first. Not checked: show it as a link only if it is http or https. */
  portfolioUrl: Scalars['String']['output'];
  postCount: Scalars['Int']['output'];
  /** What they have posted. */
  posts: PostConnection;
  /** The day this record last changed. */
  updatedAt: Scalars['Date']['output'];
  /** Unique; compared exactly, capitals and spaces included. */
  username: Scalars['String']['output'];
  /** Whether this is the viewer. */
  viewerCanEdit: Scalars['Boolean']['output'];
  /** Whether the viewer follows them; false for a visitor. */
  viewerIsFollowing: Scalars['Boolean']['output'];
};


/** A member of Weft. */
export type UserFollowersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** A member of Weft. */
export type UserFollowingArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** A member of Weft. */
export type UserPostsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: PostOrder;
};

/** A page of members. `first` is 1 to 100; `after` takes the `endCursor` of the page before. */
export type UserConnection = {
  edges: Array<UserEdge>;
  pageInfo: PageInfo;
};

export type UserEdge = {
  cursor: Scalars['String']['output'];
  node: User;
};
