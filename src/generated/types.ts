export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** An instant, as ISO 8601 in UTC: `2026-05-04T09:30:00.000Z`. */
  DateTime: { input: string; output: string; }
};

/** The post to bookmark. */
export type AddBookmarkInput = {
  /** Names this request: see `Mutation`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The post. */
  postId: Scalars['ID']['input'];
};

/** The result of `addBookmark`. */
export type AddBookmarkPayload = {
  /** The post as the first edge of `bookmarks`. */
  bookmarkEdge: PostEdge;
  /** The bookmarked post. */
  post: Post;
};

/** A device that is to get pushes: what its browser returns from `PushManager.subscribe`. */
export type AddPushSubscriptionInput = {
  /** Its secret, 16 bytes in base64url. */
  auth: Scalars['String']['input'];
  /** Its address at its push service, with https and at most 1,000 characters. */
  endpoint: Scalars['String']['input'];
  /** Accepted, but not remembered: the same device can be added again. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Its public key, 65 bytes in base64url. */
  p256dh: Scalars['String']['input'];
};

/** The result of `addPushSubscription`. */
export type AddPushSubscriptionPayload = {
  /** The address of the device. */
  endpoint: Scalars['String']['output'];
};

/** A bookmark that the viewer has added or removed. */
export type BookmarkChange = {
  /** The post as the first edge of `bookmarks`, or null if the bookmark was removed. */
  bookmarkEdge?: Maybe<PostEdge>;
  /** The post that was bookmarked, or is no longer. */
  post: Post;
};

/** Something that has changed, with its present state. */
export type Change = BookmarkChange | FollowingChange | NotificationChange | PostChange | PostCreation | PostDeletion | PostRestoration | ReactionChange | ReplyCreation | UserChange | UserDeletion;

/** A new post. */
export type CreatePostInput = {
  /** Plain text of at most 5,000 characters; may be empty. */
  content?: Scalars['String']['input'];
  /** Names this request: see `Mutation`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The post that the new one answers; null or left out for a post that is no reply. */
  inReplyTo?: InputMaybe<Scalars['ID']['input']>;
  /** The picture or video, if the post has one. */
  media?: InputMaybe<MediaInput>;
};

/** The result of `createPost`. */
export type CreatePostPayload = {
  /** The new post as the first edge of lists in the order `LATEST`; for a reply, `replyEdge` has its place. */
  postEdge: PostEdge;
  /** The new reply as the last edge of the replies to its parent; null for a post that is no reply. */
  replyEdge?: Maybe<ThreadEdge>;
  /** The author, whose `postCount` has changed if the post is no reply. */
  viewer: User;
};

/** The confirmation that the viewer wants to delete their account. */
export type DeleteAccountInput = {
  /** Names this request: see `Mutation`. Sent again, it accepts the token of the account that it has deleted. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The viewer's username, exactly. */
  username: Scalars['String']['input'];
};

/** The result of `deleteAccount`. */
export type DeleteAccountPayload = {
  /** The id that the user had. */
  deletedUserId: Scalars['ID']['output'];
};

/** The post to delete. */
export type DeletePostInput = {
  /** Names this request: see `Mutation`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** A post of the viewer. */
  postId: Scalars['ID']['input'];
};

/** The result of `deletePost`. */
export type DeletePostPayload = {
  /** The id that the post had. */
  deletedPostId: Scalars['ID']['output'];
  /** The post that it answered, whose `replyCount` has changed; null if it was no reply. */
  parent?: Maybe<ThreadItem>;
  /** The author, whose `postCount` has changed. */
  viewer: User;
};

/** The post to dislike. */
export type DislikePostInput = {
  /** Names this request: see `Mutation`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The post. */
  postId: Scalars['ID']['input'];
};

/** The result of `dislikePost`. */
export type DislikePostPayload = {
  /** The post after the change. */
  post: Post;
};

/** Changes of a post. A field that is left out does not change. */
export type EditPostInput = {
  /** Plain text of at most 5,000 characters; may be empty. Null is the same as absent. */
  content?: InputMaybe<Scalars['String']['input']>;
  /** Names this request: see `Mutation`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The picture or video. Null removes it. */
  media?: InputMaybe<MediaInput>;
  /** The post. */
  postId: Scalars['ID']['input'];
};

/** The result of `editPost`. */
export type EditPostPayload = {
  /** The post after the change. */
  post: Post;
};

/** Changes of the viewer. A field that is null or left out does not change. */
export type EditProfileInput = {
  /** The URL of a picture, such as `POST /media` returns. */
  avatarUrl?: InputMaybe<Scalars['String']['input']>;
  /** Plain text of at most 2,000 characters; may be empty. */
  bio?: InputMaybe<Scalars['String']['input']>;
  /** Names this request: see `Mutation`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** A URL of at most 2,000 characters; may be empty. Not checked. */
  portfolioUrl?: InputMaybe<Scalars['String']['input']>;
  /** A username cannot be changed: any other than the viewer's is refused. */
  username?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `editProfile`. */
export type EditProfilePayload = {
  /** The viewer after the change. */
  viewer: User;
};

/** The reason of an error: its `extensions.code`. The status is in `extensions.status`. */
export type ErrorCode =
  /** 400: bookmarking twice. */
  | 'ALREADY_BOOKMARKED'
  /** 400: disliking twice. */
  | 'ALREADY_DISLIKED'
  /** 400: following twice. */
  | 'ALREADY_FOLLOWING'
  /** 400: liking twice. */
  | 'ALREADY_LIKED'
  /** 400: an invalid value; the message names the field. */
  | 'BAD_INPUT'
  /** 404: following oneself. */
  | 'CANNOT_FOLLOW_SELF'
  /** 401: log-in with a wrong password. */
  | 'CREDENTIALS_INVALID'
  /** 403: a browser sends a request other than GET and HEAD for a page of another origin, or for a form. */
  | 'CROSS_ORIGIN'
  /** 415: the body of an HTTP request is compressed. */
  | 'ENCODING_UNSUPPORTED'
  /** 503: a subscription that lacks events: a slow client, replaced data, or an unknown or unreadable change. It continues. */
  | 'EVENTS_MISSED'
  /** 500: anything unexpected. The change may have been made, or not. */
  | 'INTERNAL'
  /** 405: the path does not take this method. */
  | 'METHOD_NOT_ALLOWED'
  /** 400: removing a bookmark that does not exist. */
  | 'NOT_BOOKMARKED'
  /** 400: unfollowing a user whom the viewer does not follow. */
  | 'NOT_FOLLOWING'
  /** 400: editing another user's post. */
  | 'NOT_POST_EDITOR'
  /** 400: deleting another user's post. */
  | 'NOT_POST_OWNER'
  /** 404: log-in with an unknown username, or a token whose user was deleted. */
  | 'NOT_REGISTERED'
  /** 400: disliking a post whose count is 0. */
  | 'NO_LIKES_LEFT'
  /** 404: there is nothing at this path. */
  | 'PATH_NOT_FOUND'
  /** 404: no post with this id. */
  | 'POST_NOT_FOUND'
  /** 403: a picture or video with which those of the user would take more than a server allows. */
  | 'QUOTA_EXCEEDED'
  /** 400: an operation of GraphQL whose result is longer than a server allows. A change was made. */
  | 'RESPONSE_TOO_LARGE'
  /** 403: sign-up on a server whose host has closed it. */
  | 'SIGN_UP_CLOSED'
  /** 401: no token, or one that is malformed, expired, revoked by signOutEverywhere, or not signed here. */
  | 'TOKEN_INVALID'
  /** 413: the body of an HTTP request is larger than 1 MB, or a picture or video than its limit. */
  | 'TOO_LARGE'
  /** 429: more requests, changes, log-ins, sign-ups, uploads or open streams than a server allows. */
  | 'TOO_MANY_REQUESTS'
  /** 503: a server that is busy or stops, or whose database does not answer. */
  | 'UNAVAILABLE'
  /** 404: a profile edit that names another username. */
  | 'USERNAME_FIXED'
  /** 422: sign-up with a username that exists. */
  | 'USERNAME_TAKEN'
  /** 404: no user with this id. */
  | 'USER_NOT_FOUND';

/** The user to follow. */
export type FollowUserInput = {
  /** Names this request: see `Mutation`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Any user but the viewer. */
  userId: Scalars['ID']['input'];
};

/** The result of `followUser`. */
export type FollowUserPayload = {
  /** The followed user, whose `followerCount` has changed. */
  user: User;
  /** The viewer, whose `followingCount` has changed. */
  viewer: User;
};

/** A user whom the viewer has followed or unfollowed. */
export type FollowingChange = {
  /** The user, with whether the viewer follows them now. */
  user: User;
};

/** The post to like. */
export type LikePostInput = {
  /** Names this request: see `Mutation`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The post. */
  postId: Scalars['ID']['input'];
};

/** The result of `likePost`. */
export type LikePostPayload = {
  /** The post after the change. */
  post: Post;
};

/** The credentials of a user. */
export type LogInInput = {
  /** Accepted, but not remembered: a log-in changes nothing. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The password, exactly as at sign-up. */
  password: Scalars['String']['input'];
  /** The username, exactly as at sign-up. */
  username: Scalars['String']['input'];
};

/** The result of `logIn`. */
export type LogInPayload = {
  /** The root query as this user, so that one request signs in and reads the first page. */
  query: Query;
  /** A token of this user, valid for 30 days. Send it in the `authorization` header. */
  token: Scalars['String']['output'];
  /** The signed-in user. */
  user: User;
};

/** The notifications to mark as read. */
export type MarkNotificationsReadInput = {
  /** Accepted, but not remembered: what is read stays read. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** At most 100 ids of notifications of the viewer; null or left out for all. Others are ignored. */
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
};

/** The result of `markNotificationsRead`. */
export type MarkNotificationsReadPayload = {
  /** The notifications that were unread before, at most 100. */
  notifications: Array<Notification>;
  /** The number of notifications that the viewer has not read now. */
  unreadNotificationCount: Scalars['Int']['output'];
};

/** The picture or video of a post. */
export type Media = {
  /** What it shows, for those who cannot see it. Plain text of at most 500 characters; empty if there is no description. */
  alt: Scalars['String']['output'];
  /** The height in pixels, or null if it is not known. */
  height?: Maybe<Scalars['Int']['output']>;
  /** Whether it is a picture or a video. */
  type: MediaType;
  /** At http or https, or relative to the origin of this API. */
  url: Scalars['String']['output'];
  /** The width in pixels, or null if it is not known. */
  width?: Maybe<Scalars['Int']['output']>;
};

/**
 * The picture or video of a post. If an edit keeps the `url`, `width`, `height` and `alt` stay as they are where they are
 * null or left out.
 */
export type MediaInput = {
  /** What it shows, for those who cannot see it. Plain text of at most 500 characters. */
  alt?: InputMaybe<Scalars['String']['input']>;
  /** The height in pixels, from 1 to 16,384; null if it is not known. */
  height?: InputMaybe<Scalars['Int']['input']>;
  /** Whether it is a picture or a video. */
  type: MediaType;
  /** The URL of a picture or video, such as `POST /media` returns: 1 to 2,000 characters. */
  url: Scalars['String']['input'];
  /** The width in pixels, from 1 to 16,384; null if it is not known. */
  width?: InputMaybe<Scalars['Int']['input']>;
};

/** The kind of a file. */
export type MediaType =
  /** A picture: JPEG, PNG, GIF, WebP or AVIF. */
  | 'IMAGE'
  /** A video: MP4, MOV, WebM or Ogg. */
  | 'VIDEO';

/**
 * A user whom a text mentions. It is resolved when the text is written: a name that another account takes later does not
 * inherit it.
 */
export type Mention = {
  /** Where the name ends in the text: an offset in UTF-16 code units. */
  end: Scalars['Int']['output'];
  /** Where the name starts in the text, at its `@`: an offset in UTF-16 code units. */
  start: Scalars['Int']['output'];
  /** The user who had this name. */
  user: User;
};

/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type Mutation = {
  /** Adds a post to the viewer's bookmarks. Refused with `POST_NOT_FOUND` or `ALREADY_BOOKMARKED`. */
  addBookmark?: Maybe<AddBookmarkPayload>;
  /**
   * Pushes the viewer's notifications to a device until the session ends. A user has at most 20 devices; the oldest go. Refused
   * with `BAD_INPUT` if this host sends no pushes, or not to such an address.
   */
  addPushSubscription?: Maybe<AddPushSubscriptionPayload>;
  /** Creates a post of the viewer, or a reply. Refused with `POST_NOT_FOUND` if the post that it answers is not there. */
  createPost?: Maybe<CreatePostPayload>;
  /** Deletes the viewer with all their posts, likes, bookmarks, follows and files, for good. Refused with `BAD_INPUT` without the viewer's username. */
  deleteAccount?: Maybe<DeleteAccountPayload>;
  /** Deletes a post of the viewer and all bookmarks of it. `restorePost` undoes it for 10 minutes. Refused with `POST_NOT_FOUND` or `NOT_POST_OWNER`. */
  deletePost?: Maybe<DeletePostPayload>;
  /** Dislikes a post: subtracts 1 from its count. Refused with `POST_NOT_FOUND`, `NO_LIKES_LEFT` or `ALREADY_DISLIKED`. */
  dislikePost?: Maybe<DislikePostPayload>;
  /** Changes a post of the viewer. Refused with `POST_NOT_FOUND` or `NOT_POST_EDITOR`. */
  editPost?: Maybe<EditPostPayload>;
  /** Changes the viewer's profile. Refused with `USERNAME_FIXED`. */
  editProfile?: Maybe<EditProfilePayload>;
  /** Follows a user. Refused with `CANNOT_FOLLOW_SELF`, `USER_NOT_FOUND` or `ALREADY_FOLLOWING`. */
  followUser?: Maybe<FollowUserPayload>;
  /** Likes a post: adds 1 to its count. Refused with `POST_NOT_FOUND` or `ALREADY_LIKED`. */
  likePost?: Maybe<LikePostPayload>;
  /** Signs a user in. Refused with `NOT_REGISTERED` or `CREDENTIALS_INVALID`. */
  logIn?: Maybe<LogInPayload>;
  /** Marks notifications of the viewer as read: those with the given ids, or all. */
  markNotificationsRead?: Maybe<MarkNotificationsReadPayload>;
  /** Removes a post from the viewer's bookmarks. Refused with `POST_NOT_FOUND` or `NOT_BOOKMARKED`. */
  removeBookmark?: Maybe<RemoveBookmarkPayload>;
  /** Pushes nothing more to a device of the viewer. */
  removePushSubscription?: Maybe<RemovePushSubscriptionPayload>;
  /** Restores a post that the viewer deleted at most 10 minutes ago, with its id, dates, likes and bookmarks. Refused with `POST_NOT_FOUND`. */
  restorePost?: Maybe<RestorePostPayload>;
  /** Sets which kinds of notifications the viewer wants. Those that are there stay. */
  setNotificationKinds?: Maybe<SetNotificationKindsPayload>;
  /** Makes every token of the viewer invalid, on all devices, and returns a new one for this session. */
  signOutEverywhere?: Maybe<SignOutEverywherePayload>;
  /** Creates an account and signs it in. Refused with `USERNAME_TAKEN`, or `BAD_INPUT` for an empty username or password. */
  signUp?: Maybe<SignUpPayload>;
  /** Stops following a user. Refused with `USER_NOT_FOUND` or `NOT_FOLLOWING`. */
  unfollowUser?: Maybe<UnfollowUserPayload>;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationAddBookmarkArgs = {
  input: AddBookmarkInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationAddPushSubscriptionArgs = {
  input: AddPushSubscriptionInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationCreatePostArgs = {
  input: CreatePostInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationDeleteAccountArgs = {
  input: DeleteAccountInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationDeletePostArgs = {
  input: DeletePostInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationDislikePostArgs = {
  input: DislikePostInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationEditPostArgs = {
  input: EditPostInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationEditProfileArgs = {
  input: EditProfileInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationFollowUserArgs = {
  input: FollowUserInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationLikePostArgs = {
  input: LikePostInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationLogInArgs = {
  input: LogInInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationMarkNotificationsReadArgs = {
  input?: MarkNotificationsReadInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationRemoveBookmarkArgs = {
  input: RemoveBookmarkInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationRemovePushSubscriptionArgs = {
  input: RemovePushSubscriptionInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationRestorePostArgs = {
  input: RestorePostInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationSetNotificationKindsArgs = {
  input: SetNotificationKindsInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationSignOutEverywhereArgs = {
  input?: SignOutEverywhereInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationSignUpArgs = {
  input: SignUpInput;
};


/**
 * Everything that can be changed. Each change is atomic. All but `signUp` and `logIn` need a signed-in user and refuse others
 * with `TOKEN_INVALID`, or with `NOT_REGISTERED` if the account was deleted.
 *
 * Each input takes an `idempotencyKey`, a text of 1 to 200 characters that the client makes for one change. The user can
 * send the same input again with it within a day: the change is made once, and the response shows the present state of what
 * it has changed. A refused request is not remembered. The same key with another request is refused with `BAD_INPUT`.
 */
export type MutationUnfollowUserArgs = {
  input: UnfollowUserInput;
};

/** An object with an id: a user, a post or a notification. */
export type Node = {
  /** Unique among users and posts. It never changes. */
  id: Scalars['ID']['output'];
};

/**
 * A message to a user that others have liked or answered a post of theirs, mentioned them or followed them. An act that is
 * undone takes its notification back. Likes of one post, and follows, are one notification for each day (UTC).
 */
export type Notification = Node & {
  /** The number of users who have acted. */
  actorCount: Scalars['Int']['output'];
  /** Who has acted, the latest first: at most four. */
  actors: Array<User>;
  /** Unique among all nodes. It never changes. */
  id: Scalars['ID']['output'];
  /** Whether the viewer has read it. Another act makes it unread again. */
  isRead: Scalars['Boolean']['output'];
  /** What has happened. */
  kind: NotificationKind;
  /** The post that was liked, the reply, or the post with the mention; null for follows. */
  post?: Maybe<Post>;
  /** The instant of the last act. */
  updatedAt: Scalars['DateTime']['output'];
};

/** The viewer's notifications have changed: there is a new one, one was taken back, or some were read. */
export type NotificationChange = {
  /** The viewer's latest notification, or null if there is none. */
  notification?: Maybe<Notification>;
  /** The number of notifications that the viewer has not read. */
  unreadNotificationCount: Scalars['Int']['output'];
};

/** A page of notifications. */
export type NotificationConnection = {
  /** The edges of this page, in the order of the list. */
  edges: Array<NotificationEdge>;
  /** Where this page is in the list. */
  pageInfo: PageInfo;
};

/** A notification in a list. */
export type NotificationEdge = {
  /** The place in the list, for the `after` of this list. */
  cursor: Scalars['String']['output'];
  /** The notification. */
  node: Notification;
};

/** What a notification can be about. */
export type NotificationKind =
  /** Others follow the user. */
  | 'FOLLOW'
  /** Others like a post of the user. */
  | 'LIKE'
  /** Somebody has mentioned the user. A reply that mentions the user is a reply. */
  | 'MENTION'
  /** Somebody has answered a post of the user. */
  | 'REPLY';

/** The place of a page in its list. */
export type PageInfo = {
  /** The cursor of the last edge, for the `after` of the next page, or null if the page is empty. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether the list has more edges after this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Always false: lists can be read forwards only. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first edge, or null if the page is empty. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** A short text, optionally with a picture or a video. */
export type Post = Node & {
  /** The posts that this one answers: its parent last, before it the parent of this, and so on. At most the 50 nearest. */
  ancestors: Array<ThreadItem>;
  /** The user who wrote the post. Fails with `USER_NOT_FOUND` if the account was deleted. */
  author?: Maybe<User>;
  /** Plain text as typed; may be empty. */
  content: Scalars['String']['output'];
  /** The instant of creation. */
  createdAt: Scalars['DateTime']['output'];
  /** The instant of the last edit, or null if the post was never edited. A like is no edit. */
  editedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Unique among users and posts. It never changes. */
  id: Scalars['ID']['output'];
  /** Whether the post answers another one. Of the lists of posts only those of a tag, bookmarks and likes have replies. */
  isReply: Scalars['Boolean']['output'];
  /** Each like adds 1 and each dislike subtracts 1. Never negative. */
  likeCount: Scalars['Int']['output'];
  /** The users who like the post, the latest first. `likeCount` can be higher: the sample posts have a count only. */
  likedBy: UserConnection;
  /** The picture or video, or null if there is none. */
  media?: Maybe<Media>;
  /** The users whom the text mentions, in the order of their places. At most 10; nobody who has left or is not visible. */
  mentions: Array<Mention>;
  /** The post that this one answers, or what is left of it; null if it is no reply. */
  parent?: Maybe<ThreadItem>;
  /** The direct replies, the oldest first. A page can have fewer edges than `first`, and still a next page. */
  replies: ThreadConnection;
  /** The number of direct replies that are not deleted. */
  replyCount: Scalars['Int']['output'];
  /** The instant of the last change: an edit, a like or a dislike. */
  updatedAt: Scalars['DateTime']['output'];
  /** Whether the viewer is the author, who may edit and delete the post; false for a visitor. */
  viewerCanEdit: Scalars['Boolean']['output'];
  /** Whether the viewer has bookmarked the post; false for a visitor. */
  viewerHasBookmarked: Scalars['Boolean']['output'];
  /** Whether the viewer dislikes the post; false for a visitor. */
  viewerHasDisliked: Scalars['Boolean']['output'];
  /** Whether the viewer likes the post; false for a visitor. */
  viewerHasLiked: Scalars['Boolean']['output'];
};


/** A short text, optionally with a picture or a video. */
export type PostLikedByArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** A short text, optionally with a picture or a video. */
export type PostRepliesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** A post whose text, picture, video, likes or number of replies have changed. */
export type PostChange = {
  /** The post as it is now. */
  post: Post;
};

/** A page of a list of posts. */
export type PostConnection = {
  /** The edges of this page, in the order of the list. */
  edges: Array<PostEdge>;
  /** Where this page is in the list. */
  pageInfo: PageInfo;
  /** The length of the whole list if it is stored: of `postsByTag`, and of `posts`, `followers` and `following` of a user. Null for other lists, which are not counted. */
  totalCount?: Maybe<Scalars['Int']['output']>;
};

/** A new post. */
export type PostCreation = {
  /** The post as the first edge of lists in the order `LATEST`. */
  postEdge: PostEdge;
};

/** A post that was deleted. */
export type PostDeletion = {
  /** The author, whose `postCount` has changed; null if the account was deleted. */
  author?: Maybe<User>;
  /** The id that the post had. */
  deletedPostId: Scalars['ID']['output'];
};

/** A post in a list. */
export type PostEdge = {
  /** The place in the list, for the `after` of this list. For a new or restored post: of `posts`, of the author's `posts` and of the viewer's `feed`, in every order. */
  cursor: Scalars['String']['output'];
  /** The post. Fails with `POST_NOT_FOUND` if it was deleted; the other edges stay. */
  node?: Maybe<Post>;
};

/** The order of a list of posts. */
export type PostOrder =
  /** The newest first. */
  | 'LATEST'
  /** The most liked first; those with equal counts newest first. */
  | 'TRENDING';

/**
 * A post whose deletion was undone. The users who had bookmarked it have it in their bookmarks again; no
 * `BookmarkChange` is sent.
 */
export type PostRestoration = {
  /** The post as an edge of lists in the order `LATEST`. */
  postEdge: PostEdge;
};

/** What is left of a post that the viewer cannot see: its place, and the replies to it. */
export type PostTombstone = {
  /** The id of the post. */
  id: Scalars['ID']['output'];
  /** Why the viewer cannot see the post. */
  reason: TombstoneReason;
  /** The direct replies, the oldest first. A page can have fewer edges than `first`, and still a next page. */
  replies: ThreadConnection;
  /** The number of direct replies that are not deleted. */
  replyCount: Scalars['Int']['output'];
};


/** What is left of a post that the viewer cannot see: its place, and the replies to it. */
export type PostTombstoneRepliesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type Query = {
  /** **Signed in.** The posts that the viewer has bookmarked, the latest bookmark first. */
  bookmarks?: Maybe<PostConnection>;
  /** **Signed in.** The posts of the viewer and of the users whom the viewer follows, without replies. */
  feed?: Maybe<PostConnection>;
  /** **Signed in.** Whether the viewer's notifications are pushed to this address. */
  hasPushSubscription?: Maybe<Scalars['Boolean']['output']>;
  /** **Signed in.** The posts that the viewer likes, the newest post first. A page can have fewer edges than `first`, and still a next page. */
  likes?: Maybe<PostConnection>;
  /**
   * **Signed in.** Users to mention, at most 8: those whose username, first or last name starts with the text, first those
   * whom the viewer follows. Case and accents do not matter. Nobody for an empty text.
   */
  mentionSuggestions?: Maybe<Array<User>>;
  /** The user, post or notification of the viewer with this id, or null if there is none. */
  node?: Maybe<Node>;
  /** The nodes with these ids, in the same order. Null in the place of an id that does not exist. */
  nodes?: Maybe<Array<Maybe<Node>>>;
  /** **Signed in.** The kinds of notifications that the viewer wants; at first all. */
  notificationKinds?: Maybe<Array<NotificationKind>>;
  /**
   * **Signed in.** The notifications of the viewer, the latest first: at most 1,000, none older than 90 days. A page can
   * have fewer edges than `first`, and still a next page.
   */
  notifications?: Maybe<NotificationConnection>;
  /** The post with this id, or null if there is none. */
  post?: Maybe<Post>;
  /** All posts, without replies. */
  posts?: Maybe<PostConnection>;
  /** The posts with this tag: a word after `#` in their text, in upper or lower case. `totalCount` is their number. */
  postsByTag?: Maybe<PostConnection>;
  /**
   * The key with which a browser subscribes to pushes of this host: its `applicationServerKey`. Null if the host sends none, as
   * in the browser.
   */
  pushPublicKey?: Maybe<Scalars['String']['output']>;
  /**
   * The posts that have all words of a text, the newest first. Case, accents, width and normal form do not matter, and neither
   * does what stands between words. A page can have fewer edges than `first`, and still a next page.
   */
  searchPosts?: Maybe<PostConnection>;
  /**
   * The users whose first name, last name or username has, for each word of a text, a word that starts with it. Names that are
   * spelled like the text come first, then other names with the same words, then the others by their words. A text that
   * starts with `@` finds the usernames that start with what follows. A page can have fewer edges than `first`, and still a
   * next page.
   */
  searchUsers?: Maybe<UserConnection>;
  /**
   * **Signed in.** All users except the viewer: first those whom the viewer does not follow, the latest sign-up first, then
   * those whom they follow, the latest follow first.
   */
  suggestions?: Maybe<UserConnection>;
  /** **Signed in.** The number of notifications that the viewer has not read. */
  unreadNotificationCount?: Maybe<Scalars['Int']['output']>;
  /** The user with this id, or null if there is none. */
  user?: Maybe<User>;
  /** The user with this username, compared exactly, or null if there is none. */
  userByUsername?: Maybe<User>;
  /** All users in the order of sign-up. With `firstName` only the users whom it finds, best matches first. */
  users?: Maybe<UserConnection>;
  /** The signed-in user, or null without a token. An invalid token is an error here. */
  viewer?: Maybe<User>;
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QueryBookmarksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QueryFeedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: PostOrder;
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QueryHasPushSubscriptionArgs = {
  endpoint: Scalars['String']['input'];
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QueryLikesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QueryMentionSuggestionsArgs = {
  prefix: Scalars['String']['input'];
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QueryNotificationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  kinds?: InputMaybe<Array<NotificationKind>>;
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QueryPostArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QueryPostsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: PostOrder;
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QueryPostsByTagArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: PostOrder;
  tag: Scalars['String']['input'];
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QuerySearchPostsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  scope?: SearchScope;
  text: Scalars['String']['input'];
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QuerySearchUsersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  text: Scalars['String']['input'];
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QuerySuggestionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QueryUserArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QueryUserByUsernameArgs = {
  username: Scalars['String']['input'];
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QueryUsersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  firstName?: InputMaybe<Scalars['String']['input']>;
};

/** A post that the viewer has liked or disliked. */
export type ReactionChange = {
  /** The post, with whether the viewer likes it now. */
  post: Post;
};

/** The post to remove from the bookmarks. */
export type RemoveBookmarkInput = {
  /** Names this request: see `Mutation`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The post. */
  postId: Scalars['ID']['input'];
};

/** The result of `removeBookmark`. */
export type RemoveBookmarkPayload = {
  /** The post that is no longer bookmarked. */
  post: Post;
};

/** A device that is to get no more pushes. */
export type RemovePushSubscriptionInput = {
  /** Its address at its push service. One that gets no pushes is ignored. */
  endpoint: Scalars['String']['input'];
  /** Accepted, but not remembered: the same device can be removed again. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `removePushSubscription`. */
export type RemovePushSubscriptionPayload = {
  /** The address of the device. */
  endpoint: Scalars['String']['output'];
};

/** A new reply, or one whose deletion was undone. It matches `ids` that have it or the post that it answers. `inFeed` has none. */
export type ReplyCreation = {
  /** The reply as the last edge of the replies to its parent. */
  replyEdge: ThreadEdge;
};

/** The post to restore. */
export type RestorePostInput = {
  /** Names this request: see `Mutation`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** A post that the viewer has deleted. */
  postId: Scalars['ID']['input'];
};

/** The result of `restorePost`. */
export type RestorePostPayload = {
  /** The post as an edge of lists of posts. */
  postEdge: PostEdge;
  /** The author, whose `postCount` has changed. */
  viewer: User;
};

/** The posts that a search looks through. */
export type SearchScope =
  /** All posts. */
  | 'ALL'
  /** Those that the viewer has bookmarked. */
  | 'BOOKMARKED'
  /** Those of the users whom the viewer follows. */
  | 'FOLLOWING'
  /** Those of the viewer. */
  | 'MINE';

/** The kinds of notifications that the viewer wants. */
export type SetNotificationKindsInput = {
  /** Accepted, but not remembered: the same kinds can be set again. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** All kinds that the viewer wants; none turns notifications off. */
  kinds: Array<NotificationKind>;
};

/** The result of `setNotificationKinds`. */
export type SetNotificationKindsPayload = {
  /** The kinds that the viewer wants now. */
  notificationKinds: Array<NotificationKind>;
};

/** The request to make the viewer's tokens invalid. */
export type SignOutEverywhereInput = {
  /** Names this request: see `Mutation`. Sent again, it accepts the token that it has made invalid. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `signOutEverywhere`. */
export type SignOutEverywherePayload = {
  /** The only valid token of the viewer, for 30 days. Send it in the `authorization` header. */
  token: Scalars['String']['output'];
  /** The viewer. */
  viewer: User;
};

/** A new account. */
export type SignUpInput = {
  /** The e-mail address; may be empty. Not checked, and shown to the user alone. */
  email?: Scalars['String']['input'];
  /** The first name; may be empty. */
  firstName?: Scalars['String']['input'];
  /** Names this request: see `Mutation`. Sent again with the same password, it signs in the account that it has created. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The last name; may be empty. */
  lastName?: Scalars['String']['input'];
  /** Must not be empty. Only a salted hash is stored. */
  password: Scalars['String']['input'];
  /** Must not be empty, nor the username of another user. */
  username: Scalars['String']['input'];
};

/** The result of `signUp`. */
export type SignUpPayload = {
  /** The root query as this user, so that one request signs in and reads the first page. */
  query: Query;
  /** A token of this user, valid for 30 days. Send it in the `authorization` header. */
  token: Scalars['String']['output'];
  /** The new user. */
  user: User;
};

/** Changes as they happen, in this tab, in another, or through `/api`. Each result is what the viewer may see. */
export type Subscription = {
  /**
   * The changes of posts and users, and the viewer's own reactions, bookmarks and follows. A change must match all arguments.
   * Changes of a kind of which nothing is selected are not sent.
   * A client that is slow gets only the last of several changes of a record. When more than 1,000 changes wait for it, all
   * data was replaced, a change could not be read, or the server has lost others, it gets the error `EVENTS_MISSED`, and the
   * subscription continues: fetch again what you show.
   */
  changes: Change;
};


/** Changes as they happen, in this tab, in another, or through `/api`. Each result is what the viewer may see. */
export type SubscriptionChangesArgs = {
  authorIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
  inFeed?: Scalars['Boolean']['input'];
};

/** A page of the replies to a post. */
export type ThreadConnection = {
  /** The edges of this page, in the order of the list. */
  edges: Array<ThreadEdge>;
  /** Where this page is in the list. */
  pageInfo: PageInfo;
  /** The number of direct replies that are not deleted. */
  totalCount?: Maybe<Scalars['Int']['output']>;
};

/** A reply in a thread. */
export type ThreadEdge = {
  /** The place in the list, for the `after` of this list. */
  cursor: Scalars['String']['output'];
  /** The reply, or what is left of it if there are replies to it. */
  node: ThreadItem;
};

/** An entry of a thread: a post, or what is left of one that the viewer cannot see. */
export type ThreadItem = Post | PostTombstone;

/** Why a viewer cannot see a post. */
export type TombstoneReason =
  /** Its author has deleted it, or their account. */
  | 'DELETED'
  /** A moderator has hidden it. */
  | 'HIDDEN';

/** The user to unfollow. */
export type UnfollowUserInput = {
  /** Names this request: see `Mutation`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** A user whom the viewer follows. */
  userId: Scalars['ID']['input'];
};

/** The result of `unfollowUser`. */
export type UnfollowUserPayload = {
  /** The unfollowed user, whose `followerCount` has changed. */
  user: User;
  /** The viewer, whose `followingCount` has changed. */
  viewer: User;
};

/** A user account. */
export type User = Node & {
  /**
   * The URL of the profile picture: at http or https, or relative to the origin of this API. That of the default picture if
   * the user has stored any other.
   */
  avatarUrl: Scalars['String']['output'];
  /** What users write about themselves. Plain text, empty at first. */
  bio: Scalars['String']['output'];
  /** The instant of sign-up. */
  createdAt: Scalars['DateTime']['output'];
  /** The e-mail address, as given at sign-up; may be empty. Null for everyone but the user. */
  email?: Maybe<Scalars['String']['output']>;
  /** The first name, as given at sign-up; may be empty. */
  firstName: Scalars['String']['output'];
  /** The number of users who follow this user. */
  followerCount: Scalars['Int']['output'];
  /** The users who follow this user, the latest first. */
  followers: UserConnection;
  /** The users whom this user follows, the latest first. */
  following: UserConnection;
  /** The number of users whom this user follows. */
  followingCount: Scalars['Int']['output'];
  /** Whether this user follows the viewer; false for a visitor. */
  followsViewer: Scalars['Boolean']['output'];
  /** Unique among users and posts. It never changes. */
  id: Scalars['ID']['output'];
  /** Whether this user is the viewer; false for a visitor. */
  isViewer: Scalars['Boolean']['output'];
  /** The last name, as given at sign-up; may be empty. */
  lastName: Scalars['String']['output'];
  /** The posts and replies by this user that have a picture or video, the newest first. */
  mediaPosts: PostConnection;
  /** The URL of a portfolio as the user typed it, empty at first. Not checked: show it as a link only if it is http or https. */
  portfolioUrl: Scalars['String']['output'];
  /** The number of posts by this user, without replies. */
  postCount: Scalars['Int']['output'];
  /** The posts by this user, without replies. */
  posts: PostConnection;
  /** The replies by this user, the newest first. */
  replies: PostConnection;
  /** The instant of the last change to the profile, the bookmarks, or whom the user follows or is followed by. */
  updatedAt: Scalars['DateTime']['output'];
  /** Unique among users. It never changes. Upper and lower case, and spaces, are significant. */
  username: Scalars['String']['output'];
  /** Whether the viewer follows this user; false for a visitor. */
  viewerIsFollowing: Scalars['Boolean']['output'];
};


/** A user account. */
export type UserFollowersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** A user account. */
export type UserFollowingArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** A user account. */
export type UserMediaPostsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** A user account. */
export type UserPostsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: PostOrder;
};


/** A user account. */
export type UserRepliesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** A user who has signed up, or whose profile or counts have changed. */
export type UserChange = {
  /** The user as they are now. */
  user: User;
};

/** A page of a list of users. */
export type UserConnection = {
  /** The edges of this page, in the order of the list. */
  edges: Array<UserEdge>;
  /** Where this page is in the list. */
  pageInfo: PageInfo;
  /** The length of the whole list if it is stored: of `postsByTag`, and of `posts`, `followers` and `following` of a user. Null for other lists, which are not counted. */
  totalCount?: Maybe<Scalars['Int']['output']>;
};

/** A user whose account was deleted, with all posts. */
export type UserDeletion = {
  /** The id that the user had. */
  deletedUserId: Scalars['ID']['output'];
};

/** A user in a list. */
export type UserEdge = {
  /** The place in the list, for the `after` of this list. */
  cursor: Scalars['String']['output'];
  /** The user. Fails with `USER_NOT_FOUND` if the account was deleted; the other edges stay. */
  node?: Maybe<User>;
};
