import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { UserSource, Context } from '../context.ts';
import type { PostRow, NotificationRow } from '../store/rows.ts';
import type { Edge } from '../graphql/connections.ts';
import type { ThreadEntryEdge, Tombstone } from '../graphql/threads.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
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
  __typename?: 'AddBookmarkPayload';
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
  __typename?: 'AddPushSubscriptionPayload';
  /** The address of the device. */
  endpoint: Scalars['String']['output'];
};

/** A bookmark that the viewer has added or removed. */
export type BookmarkChange = {
  __typename?: 'BookmarkChange';
  /** The post as the first edge of `bookmarks`, or null if the bookmark was removed. */
  bookmarkEdge: Maybe<PostEdge>;
  /** The post that was bookmarked, or is no longer. */
  post: Post;
};

/** Something that has changed, with its present state. */
export type Change = BookmarkChange | FollowingChange | NotificationChange | PostChange | PostCreation | PostDeletion | PostRestoration | ReactionChange | ReplyCreation | UserChange | UserDeletion;

/** A new post. */
export type CreatePostInput = {
  /** Plain text of at most 5,000 characters; may be empty. */
  content: Scalars['String']['input'];
  /** Names this request: see `Mutation`. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The post that the new one answers; null or left out for a post that is no reply. */
  inReplyTo?: InputMaybe<Scalars['ID']['input']>;
  /** The picture or video, if the post has one. */
  media?: InputMaybe<MediaInput>;
};

/** The result of `createPost`. */
export type CreatePostPayload = {
  __typename?: 'CreatePostPayload';
  /** The new post as the first edge of lists in the order `LATEST`; for a reply, `replyEdge` has its place. */
  postEdge: PostEdge;
  /** The new reply as the last edge of the replies to its parent; null for a post that is no reply. */
  replyEdge: Maybe<ThreadEdge>;
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
  __typename?: 'DeleteAccountPayload';
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
  __typename?: 'DeletePostPayload';
  /** The id that the post had. */
  deletedPostId: Scalars['ID']['output'];
  /** The post that it answered, whose `replyCount` has changed; null if it was no reply. */
  parent: Maybe<ThreadItem>;
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
  __typename?: 'DislikePostPayload';
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
  __typename?: 'EditPostPayload';
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
  __typename?: 'EditProfilePayload';
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
  __typename?: 'FollowUserPayload';
  /** The followed user, whose `followerCount` has changed. */
  user: User;
  /** The viewer, whose `followingCount` has changed. */
  viewer: User;
};

/** A user whom the viewer has followed or unfollowed. */
export type FollowingChange = {
  __typename?: 'FollowingChange';
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
  __typename?: 'LikePostPayload';
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
  __typename?: 'LogInPayload';
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
  __typename?: 'MarkNotificationsReadPayload';
  /** The notifications that were unread before, at most 100. */
  notifications: Array<Notification>;
  /** The number of notifications that the viewer has not read now. */
  unreadNotificationCount: Scalars['Int']['output'];
};

/** The picture or video of a post. */
export type Media = {
  __typename?: 'Media';
  /** What it shows, for those who cannot see it. Plain text of at most 500 characters; empty if there is no description. */
  alt: Scalars['String']['output'];
  /** The height in pixels, or null if it is not known. */
  height: Maybe<Scalars['Int']['output']>;
  /** Whether it is a picture or a video. */
  type: MediaType;
  /** At http or https, or relative to the origin of this API. */
  url: Scalars['String']['output'];
  /** The width in pixels, or null if it is not known. */
  width: Maybe<Scalars['Int']['output']>;
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
  __typename?: 'Mention';
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
  __typename?: 'Mutation';
  /** Adds a post to the viewer's bookmarks. Refused with `POST_NOT_FOUND` or `ALREADY_BOOKMARKED`. */
  addBookmark: Maybe<AddBookmarkPayload>;
  /**
   * Pushes the viewer's notifications to a device until the session ends. A user has at most 20 devices; the oldest go. Refused
   * with `BAD_INPUT` if this host sends no pushes, or not to such an address.
   */
  addPushSubscription: Maybe<AddPushSubscriptionPayload>;
  /** Creates a post of the viewer, or a reply. Refused with `POST_NOT_FOUND` if the post that it answers is not there. */
  createPost: Maybe<CreatePostPayload>;
  /** Deletes the viewer with all their posts, likes, bookmarks, follows and files, for good. Refused with `BAD_INPUT` without the viewer's username. */
  deleteAccount: Maybe<DeleteAccountPayload>;
  /** Deletes a post of the viewer and all bookmarks of it. `restorePost` undoes it for 10 minutes. Refused with `POST_NOT_FOUND` or `NOT_POST_OWNER`. */
  deletePost: Maybe<DeletePostPayload>;
  /** Dislikes a post: subtracts 1 from its count. Refused with `POST_NOT_FOUND`, `NO_LIKES_LEFT` or `ALREADY_DISLIKED`. */
  dislikePost: Maybe<DislikePostPayload>;
  /** Changes a post of the viewer. Refused with `POST_NOT_FOUND` or `NOT_POST_EDITOR`. */
  editPost: Maybe<EditPostPayload>;
  /** Changes the viewer's profile. Refused with `USERNAME_FIXED`. */
  editProfile: Maybe<EditProfilePayload>;
  /** Follows a user. Refused with `CANNOT_FOLLOW_SELF`, `USER_NOT_FOUND` or `ALREADY_FOLLOWING`. */
  followUser: Maybe<FollowUserPayload>;
  /** Likes a post: adds 1 to its count. Refused with `POST_NOT_FOUND` or `ALREADY_LIKED`. */
  likePost: Maybe<LikePostPayload>;
  /** Signs a user in. Refused with `NOT_REGISTERED` or `CREDENTIALS_INVALID`. */
  logIn: Maybe<LogInPayload>;
  /** Marks notifications of the viewer as read: those with the given ids, or all. */
  markNotificationsRead: Maybe<MarkNotificationsReadPayload>;
  /** Removes a post from the viewer's bookmarks. Refused with `POST_NOT_FOUND` or `NOT_BOOKMARKED`. */
  removeBookmark: Maybe<RemoveBookmarkPayload>;
  /** Pushes nothing more to a device of the viewer. */
  removePushSubscription: Maybe<RemovePushSubscriptionPayload>;
  /** Restores a post that the viewer deleted at most 10 minutes ago, with its id, dates, likes and bookmarks. Refused with `POST_NOT_FOUND`. */
  restorePost: Maybe<RestorePostPayload>;
  /** Sets which kinds of notifications the viewer wants. Those that are there stay. */
  setNotificationKinds: Maybe<SetNotificationKindsPayload>;
  /** Makes every token of the viewer invalid, on all devices, and returns a new one for this session. */
  signOutEverywhere: Maybe<SignOutEverywherePayload>;
  /** Creates an account and signs it in. Refused with `USERNAME_TAKEN`, or `BAD_INPUT` for an empty username or password. */
  signUp: Maybe<SignUpPayload>;
  /** Stops following a user. Refused with `USER_NOT_FOUND` or `NOT_FOLLOWING`. */
  unfollowUser: Maybe<UnfollowUserPayload>;
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
  input: MarkNotificationsReadInput;
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
  input: SignOutEverywhereInput;
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
  __typename?: 'Notification';
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
  post: Maybe<Post>;
  /** The instant of the last act. */
  updatedAt: Scalars['DateTime']['output'];
};

/** The viewer's notifications have changed: there is a new one, one was taken back, or some were read. */
export type NotificationChange = {
  __typename?: 'NotificationChange';
  /** The viewer's latest notification, or null if there is none. */
  notification: Maybe<Notification>;
  /** The number of notifications that the viewer has not read. */
  unreadNotificationCount: Scalars['Int']['output'];
};

/** A page of notifications. */
export type NotificationConnection = {
  __typename?: 'NotificationConnection';
  /** The edges of this page, in the order of the list. */
  edges: Array<NotificationEdge>;
  /** Where this page is in the list. */
  pageInfo: PageInfo;
};

/** A notification in a list. */
export type NotificationEdge = {
  __typename?: 'NotificationEdge';
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
  __typename?: 'PageInfo';
  /** The cursor of the last edge, for the `after` of the next page, or null if the page is empty. */
  endCursor: Maybe<Scalars['String']['output']>;
  /** Whether the list has more edges after this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Always false: lists can be read forwards only. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first edge, or null if the page is empty. */
  startCursor: Maybe<Scalars['String']['output']>;
};

/** A short text, optionally with a picture or a video. */
export type Post = Node & {
  __typename?: 'Post';
  /** The posts that this one answers: its parent last, before it the parent of this, and so on. At most the 50 nearest. */
  ancestors: Array<ThreadItem>;
  /** The user who wrote the post. Fails with `USER_NOT_FOUND` if the account was deleted. */
  author: Maybe<User>;
  /** Plain text as typed; may be empty. */
  content: Scalars['String']['output'];
  /** The instant of creation. */
  createdAt: Scalars['DateTime']['output'];
  /** The instant of the last edit, or null if the post was never edited. A like is no edit. */
  editedAt: Maybe<Scalars['DateTime']['output']>;
  /** Unique among users and posts. It never changes. */
  id: Scalars['ID']['output'];
  /** Whether the post answers another one. Of the lists of posts only those of a tag, bookmarks and likes have replies. */
  isReply: Scalars['Boolean']['output'];
  /** Each like adds 1 and each dislike subtracts 1. Never negative. */
  likeCount: Scalars['Int']['output'];
  /** The users who like the post, the latest first. `likeCount` can be higher: the sample posts have a count only. */
  likedBy: UserConnection;
  /** The picture or video, or null if there is none. */
  media: Maybe<Media>;
  /** The users whom the text mentions, in the order of their places. At most 10; nobody who has left or is not visible. */
  mentions: Array<Mention>;
  /** The post that this one answers, or what is left of it; null if it is no reply. */
  parent: Maybe<ThreadItem>;
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
  __typename?: 'PostChange';
  /** The post as it is now. */
  post: Post;
};

/** A page of a list of posts. */
export type PostConnection = {
  __typename?: 'PostConnection';
  /** The edges of this page, in the order of the list. */
  edges: Array<PostEdge>;
  /** Where this page is in the list. */
  pageInfo: PageInfo;
  /** The length of the whole list if it is stored: of `postsByTag`, and of `posts`, `followers` and `following` of a user. Null for other lists, which are not counted. */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** A new post. */
export type PostCreation = {
  __typename?: 'PostCreation';
  /** The post as the first edge of lists in the order `LATEST`. */
  postEdge: PostEdge;
};

/** A post that was deleted. */
export type PostDeletion = {
  __typename?: 'PostDeletion';
  /** The author, whose `postCount` has changed; null if the account was deleted. */
  author: Maybe<User>;
  /** The id that the post had. */
  deletedPostId: Scalars['ID']['output'];
};

/** A post in a list. */
export type PostEdge = {
  __typename?: 'PostEdge';
  /** The place in the list, for the `after` of this list. For a new or restored post: of `posts`, of the author's `posts` and of the viewer's `feed`, in every order. */
  cursor: Scalars['String']['output'];
  /** The post. Fails with `POST_NOT_FOUND` if it was deleted; the other edges stay. */
  node: Maybe<Post>;
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
  __typename?: 'PostRestoration';
  /** The post as an edge of lists in the order `LATEST`. */
  postEdge: PostEdge;
};

/** What is left of a post that the viewer cannot see: its place, and the replies to it. */
export type PostTombstone = {
  __typename?: 'PostTombstone';
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
  __typename?: 'Query';
  /** **Signed in.** The posts that the viewer has bookmarked, the latest bookmark first. */
  bookmarks: Maybe<PostConnection>;
  /** **Signed in.** The posts of the viewer and of the users whom the viewer follows, without replies. */
  feed: Maybe<PostConnection>;
  /** **Signed in.** Whether the viewer's notifications are pushed to this address. */
  hasPushSubscription: Maybe<Scalars['Boolean']['output']>;
  /** **Signed in.** The posts that the viewer likes, the newest post first. A page can have fewer edges than `first`, and still a next page. */
  likes: Maybe<PostConnection>;
  /**
   * **Signed in.** Users to mention, at most 8: those whose username, first or last name starts with the text, first those
   * whom the viewer follows. Case and accents do not matter. Nobody for an empty text.
   */
  mentionSuggestions: Maybe<Array<User>>;
  /** The user, post or notification of the viewer with this id, or null if there is none. */
  node: Maybe<Node>;
  /** The nodes with these ids, in the same order. Null in the place of an id that does not exist. */
  nodes: Maybe<Array<Maybe<Node>>>;
  /** **Signed in.** The kinds of notifications that the viewer wants; at first all. */
  notificationKinds: Maybe<Array<NotificationKind>>;
  /**
   * **Signed in.** The notifications of the viewer, the latest first: at most 1,000, none older than 90 days. A page can
   * have fewer edges than `first`, and still a next page.
   */
  notifications: Maybe<NotificationConnection>;
  /** The post with this id, or null if there is none. */
  post: Maybe<Post>;
  /** All posts, without replies. */
  posts: Maybe<PostConnection>;
  /** The posts with this tag: a word after `#` in their text, in upper or lower case. `totalCount` is their number. */
  postsByTag: Maybe<PostConnection>;
  /**
   * The key with which a browser subscribes to pushes of this host: its `applicationServerKey`. Null if the host sends none, as
   * in the browser.
   */
  pushPublicKey: Maybe<Scalars['String']['output']>;
  /**
   * The posts that have all words of a text, the newest first. Case, accents, width and normal form do not matter, and neither
   * does what stands between words. A page can have fewer edges than `first`, and still a next page.
   */
  searchPosts: Maybe<PostConnection>;
  /**
   * The users whose first name, last name or username has, for each word of a text, a word that starts with it. Names that are
   * spelled like the text come first, then other names with the same words, then the others by their words. A text that
   * starts with `@` finds the usernames that start with what follows. A page can have fewer edges than `first`, and still a
   * next page.
   */
  searchUsers: Maybe<UserConnection>;
  /**
   * **Signed in.** All users except the viewer: first those whom the viewer does not follow, the latest sign-up first, then
   * those whom they follow, the latest follow first.
   */
  suggestions: Maybe<UserConnection>;
  /** **Signed in.** The number of notifications that the viewer has not read. */
  unreadNotificationCount: Maybe<Scalars['Int']['output']>;
  /** The user with this id, or null if there is none. */
  user: Maybe<User>;
  /** The user with this username, compared exactly, or null if there is none. */
  userByUsername: Maybe<User>;
  /** All users in the order of sign-up. With `firstName` only the users whom it finds, best matches first. */
  users: Maybe<UserConnection>;
  /** The signed-in user, or null without a token. An invalid token is an error here. */
  viewer: Maybe<User>;
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
  orderBy: PostOrder;
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
  orderBy: PostOrder;
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QueryPostsByTagArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  orderBy: PostOrder;
  tag: Scalars['String']['input'];
};


/**
 * Everything that can be read. Fields marked **signed in** refuse a visitor with `TOKEN_INVALID`.
 * All others are public and ignore an invalid token.
 */
export type QuerySearchPostsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  scope: SearchScope;
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
  __typename?: 'ReactionChange';
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
  __typename?: 'RemoveBookmarkPayload';
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
  __typename?: 'RemovePushSubscriptionPayload';
  /** The address of the device. */
  endpoint: Scalars['String']['output'];
};

/** A new reply, or one whose deletion was undone. It matches `ids` that have it or the post that it answers. `inFeed` has none. */
export type ReplyCreation = {
  __typename?: 'ReplyCreation';
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
  __typename?: 'RestorePostPayload';
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
  __typename?: 'SetNotificationKindsPayload';
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
  __typename?: 'SignOutEverywherePayload';
  /** The only valid token of the viewer, for 30 days. Send it in the `authorization` header. */
  token: Scalars['String']['output'];
  /** The viewer. */
  viewer: User;
};

/** A new account. */
export type SignUpInput = {
  /** The e-mail address; may be empty. Not checked, and shown to the user alone. */
  email: Scalars['String']['input'];
  /** The first name; may be empty. */
  firstName: Scalars['String']['input'];
  /** Names this request: see `Mutation`. Sent again with the same password, it signs in the account that it has created. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The last name; may be empty. */
  lastName: Scalars['String']['input'];
  /** Must not be empty. Only a salted hash is stored. */
  password: Scalars['String']['input'];
  /** Must not be empty, nor the username of another user. */
  username: Scalars['String']['input'];
};

/** The result of `signUp`. */
export type SignUpPayload = {
  __typename?: 'SignUpPayload';
  /** The root query as this user, so that one request signs in and reads the first page. */
  query: Query;
  /** A token of this user, valid for 30 days. Send it in the `authorization` header. */
  token: Scalars['String']['output'];
  /** The new user. */
  user: User;
};

/** Changes as they happen, in this tab, in another, or through `/api`. Each result is what the viewer may see. */
export type Subscription = {
  __typename?: 'Subscription';
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
  inFeed: Scalars['Boolean']['input'];
};

/** A page of the replies to a post. */
export type ThreadConnection = {
  __typename?: 'ThreadConnection';
  /** The edges of this page, in the order of the list. */
  edges: Array<ThreadEdge>;
  /** Where this page is in the list. */
  pageInfo: PageInfo;
  /** The number of direct replies that are not deleted. */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** A reply in a thread. */
export type ThreadEdge = {
  __typename?: 'ThreadEdge';
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
  __typename?: 'UnfollowUserPayload';
  /** The unfollowed user, whose `followerCount` has changed. */
  user: User;
  /** The viewer, whose `followingCount` has changed. */
  viewer: User;
};

/** A user account. */
export type User = Node & {
  __typename?: 'User';
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
  email: Maybe<Scalars['String']['output']>;
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
  orderBy: PostOrder;
};


/** A user account. */
export type UserRepliesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** A user who has signed up, or whose profile or counts have changed. */
export type UserChange = {
  __typename?: 'UserChange';
  /** The user as they are now. */
  user: User;
};

/** A page of a list of users. */
export type UserConnection = {
  __typename?: 'UserConnection';
  /** The edges of this page, in the order of the list. */
  edges: Array<UserEdge>;
  /** Where this page is in the list. */
  pageInfo: PageInfo;
  /** The length of the whole list if it is stored: of `postsByTag`, and of `posts`, `followers` and `following` of a user. Null for other lists, which are not counted. */
  totalCount: Maybe<Scalars['Int']['output']>;
};

/** A user whose account was deleted, with all posts. */
export type UserDeletion = {
  __typename?: 'UserDeletion';
  /** The id that the user had. */
  deletedUserId: Scalars['ID']['output'];
};

/** A user in a list. */
export type UserEdge = {
  __typename?: 'UserEdge';
  /** The place in the list, for the `after` of this list. */
  cursor: Scalars['String']['output'];
  /** The user. Fails with `USER_NOT_FOUND` if the account was deleted; the other edges stay. */
  node: Maybe<User>;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;



/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  Change:
    | ( Omit<BookmarkChange, 'bookmarkEdge' | 'post'> & { bookmarkEdge: Maybe<_RefType['PostEdge']>, post: _RefType['Post'] } )
    | ( Omit<FollowingChange, 'user'> & { user: _RefType['User'] } )
    | ( Omit<NotificationChange, 'notification'> & { notification: Maybe<_RefType['Notification']> } )
    | ( Omit<PostChange, 'post'> & { post: _RefType['Post'] } )
    | ( Omit<PostCreation, 'postEdge'> & { postEdge: _RefType['PostEdge'] } )
    | ( Omit<PostDeletion, 'author'> & { author: Maybe<_RefType['User']> } )
    | ( Omit<PostRestoration, 'postEdge'> & { postEdge: _RefType['PostEdge'] } )
    | ( Omit<ReactionChange, 'post'> & { post: _RefType['Post'] } )
    | ( Omit<ReplyCreation, 'replyEdge'> & { replyEdge: _RefType['ThreadEdge'] } )
    | ( Omit<UserChange, 'user'> & { user: _RefType['User'] } )
    | ( UserDeletion )
  ;
  ThreadItem:
    | ( PostRow )
    | ( Tombstone )
  ;
};

/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node:
    | ( NotificationRow )
    | ( PostRow )
    | ( UserSource )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  AddBookmarkInput: AddBookmarkInput;
  AddBookmarkPayload: ResolverTypeWrapper<Omit<AddBookmarkPayload, 'bookmarkEdge' | 'post'> & { bookmarkEdge: ResolversTypes['PostEdge'], post: ResolversTypes['Post'] }>;
  AddPushSubscriptionInput: AddPushSubscriptionInput;
  AddPushSubscriptionPayload: ResolverTypeWrapper<AddPushSubscriptionPayload>;
  BookmarkChange: ResolverTypeWrapper<Omit<BookmarkChange, 'bookmarkEdge' | 'post'> & { bookmarkEdge: Maybe<ResolversTypes['PostEdge']>, post: ResolversTypes['Post'] }>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Change: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['Change']>;
  CreatePostInput: CreatePostInput;
  CreatePostPayload: ResolverTypeWrapper<Omit<CreatePostPayload, 'postEdge' | 'replyEdge' | 'viewer'> & { postEdge: ResolversTypes['PostEdge'], replyEdge: Maybe<ResolversTypes['ThreadEdge']>, viewer: ResolversTypes['User'] }>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DeleteAccountInput: DeleteAccountInput;
  DeleteAccountPayload: ResolverTypeWrapper<DeleteAccountPayload>;
  DeletePostInput: DeletePostInput;
  DeletePostPayload: ResolverTypeWrapper<Omit<DeletePostPayload, 'parent' | 'viewer'> & { parent: Maybe<ResolversTypes['ThreadItem']>, viewer: ResolversTypes['User'] }>;
  DislikePostInput: DislikePostInput;
  DislikePostPayload: ResolverTypeWrapper<Omit<DislikePostPayload, 'post'> & { post: ResolversTypes['Post'] }>;
  EditPostInput: EditPostInput;
  EditPostPayload: ResolverTypeWrapper<Omit<EditPostPayload, 'post'> & { post: ResolversTypes['Post'] }>;
  EditProfileInput: EditProfileInput;
  EditProfilePayload: ResolverTypeWrapper<Omit<EditProfilePayload, 'viewer'> & { viewer: ResolversTypes['User'] }>;
  ErrorCode: ErrorCode;
  FollowUserInput: FollowUserInput;
  FollowUserPayload: ResolverTypeWrapper<Omit<FollowUserPayload, 'user' | 'viewer'> & { user: ResolversTypes['User'], viewer: ResolversTypes['User'] }>;
  FollowingChange: ResolverTypeWrapper<Omit<FollowingChange, 'user'> & { user: ResolversTypes['User'] }>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  LikePostInput: LikePostInput;
  LikePostPayload: ResolverTypeWrapper<Omit<LikePostPayload, 'post'> & { post: ResolversTypes['Post'] }>;
  LogInInput: LogInInput;
  LogInPayload: ResolverTypeWrapper<Omit<LogInPayload, 'query' | 'user'> & { query: ResolversTypes['Query'], user: ResolversTypes['User'] }>;
  MarkNotificationsReadInput: MarkNotificationsReadInput;
  MarkNotificationsReadPayload: ResolverTypeWrapper<Omit<MarkNotificationsReadPayload, 'notifications'> & { notifications: Array<ResolversTypes['Notification']> }>;
  Media: ResolverTypeWrapper<Media>;
  MediaInput: MediaInput;
  MediaType: MediaType;
  Mention: ResolverTypeWrapper<Omit<Mention, 'user'> & { user: ResolversTypes['User'] }>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  Notification: ResolverTypeWrapper<NotificationRow>;
  NotificationChange: ResolverTypeWrapper<Omit<NotificationChange, 'notification'> & { notification: Maybe<ResolversTypes['Notification']> }>;
  NotificationConnection: ResolverTypeWrapper<Omit<NotificationConnection, 'edges'> & { edges: Array<ResolversTypes['NotificationEdge']> }>;
  NotificationEdge: ResolverTypeWrapper<Omit<NotificationEdge, 'node'> & { node: ResolversTypes['Notification'] }>;
  NotificationKind: NotificationKind;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Post: ResolverTypeWrapper<PostRow>;
  PostChange: ResolverTypeWrapper<Omit<PostChange, 'post'> & { post: ResolversTypes['Post'] }>;
  PostConnection: ResolverTypeWrapper<Omit<PostConnection, 'edges'> & { edges: Array<ResolversTypes['PostEdge']> }>;
  PostCreation: ResolverTypeWrapper<Omit<PostCreation, 'postEdge'> & { postEdge: ResolversTypes['PostEdge'] }>;
  PostDeletion: ResolverTypeWrapper<Omit<PostDeletion, 'author'> & { author: Maybe<ResolversTypes['User']> }>;
  PostEdge: ResolverTypeWrapper<Edge<PostRow>>;
  PostOrder: PostOrder;
  PostRestoration: ResolverTypeWrapper<Omit<PostRestoration, 'postEdge'> & { postEdge: ResolversTypes['PostEdge'] }>;
  PostTombstone: ResolverTypeWrapper<Tombstone>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ReactionChange: ResolverTypeWrapper<Omit<ReactionChange, 'post'> & { post: ResolversTypes['Post'] }>;
  RemoveBookmarkInput: RemoveBookmarkInput;
  RemoveBookmarkPayload: ResolverTypeWrapper<Omit<RemoveBookmarkPayload, 'post'> & { post: ResolversTypes['Post'] }>;
  RemovePushSubscriptionInput: RemovePushSubscriptionInput;
  RemovePushSubscriptionPayload: ResolverTypeWrapper<RemovePushSubscriptionPayload>;
  ReplyCreation: ResolverTypeWrapper<Omit<ReplyCreation, 'replyEdge'> & { replyEdge: ResolversTypes['ThreadEdge'] }>;
  RestorePostInput: RestorePostInput;
  RestorePostPayload: ResolverTypeWrapper<Omit<RestorePostPayload, 'postEdge' | 'viewer'> & { postEdge: ResolversTypes['PostEdge'], viewer: ResolversTypes['User'] }>;
  SearchScope: SearchScope;
  SetNotificationKindsInput: SetNotificationKindsInput;
  SetNotificationKindsPayload: ResolverTypeWrapper<SetNotificationKindsPayload>;
  SignOutEverywhereInput: SignOutEverywhereInput;
  SignOutEverywherePayload: ResolverTypeWrapper<Omit<SignOutEverywherePayload, 'viewer'> & { viewer: ResolversTypes['User'] }>;
  SignUpInput: SignUpInput;
  SignUpPayload: ResolverTypeWrapper<Omit<SignUpPayload, 'query' | 'user'> & { query: ResolversTypes['Query'], user: ResolversTypes['User'] }>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ThreadConnection: ResolverTypeWrapper<Omit<ThreadConnection, 'edges'> & { edges: Array<ResolversTypes['ThreadEdge']> }>;
  ThreadEdge: ResolverTypeWrapper<ThreadEntryEdge>;
  ThreadItem: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['ThreadItem']>;
  TombstoneReason: TombstoneReason;
  UnfollowUserInput: UnfollowUserInput;
  UnfollowUserPayload: ResolverTypeWrapper<Omit<UnfollowUserPayload, 'user' | 'viewer'> & { user: ResolversTypes['User'], viewer: ResolversTypes['User'] }>;
  User: ResolverTypeWrapper<UserSource>;
  UserChange: ResolverTypeWrapper<Omit<UserChange, 'user'> & { user: ResolversTypes['User'] }>;
  UserConnection: ResolverTypeWrapper<Omit<UserConnection, 'edges'> & { edges: Array<ResolversTypes['UserEdge']> }>;
  UserDeletion: ResolverTypeWrapper<UserDeletion>;
  UserEdge: ResolverTypeWrapper<Edge<UserSource>>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AddBookmarkInput: AddBookmarkInput;
  AddBookmarkPayload: Omit<AddBookmarkPayload, 'bookmarkEdge' | 'post'> & { bookmarkEdge: ResolversParentTypes['PostEdge'], post: ResolversParentTypes['Post'] };
  AddPushSubscriptionInput: AddPushSubscriptionInput;
  AddPushSubscriptionPayload: AddPushSubscriptionPayload;
  BookmarkChange: Omit<BookmarkChange, 'bookmarkEdge' | 'post'> & { bookmarkEdge: Maybe<ResolversParentTypes['PostEdge']>, post: ResolversParentTypes['Post'] };
  Boolean: Scalars['Boolean']['output'];
  Change: ResolversUnionTypes<ResolversParentTypes>['Change'];
  CreatePostInput: CreatePostInput;
  CreatePostPayload: Omit<CreatePostPayload, 'postEdge' | 'replyEdge' | 'viewer'> & { postEdge: ResolversParentTypes['PostEdge'], replyEdge: Maybe<ResolversParentTypes['ThreadEdge']>, viewer: ResolversParentTypes['User'] };
  DateTime: Scalars['DateTime']['output'];
  DeleteAccountInput: DeleteAccountInput;
  DeleteAccountPayload: DeleteAccountPayload;
  DeletePostInput: DeletePostInput;
  DeletePostPayload: Omit<DeletePostPayload, 'parent' | 'viewer'> & { parent: Maybe<ResolversParentTypes['ThreadItem']>, viewer: ResolversParentTypes['User'] };
  DislikePostInput: DislikePostInput;
  DislikePostPayload: Omit<DislikePostPayload, 'post'> & { post: ResolversParentTypes['Post'] };
  EditPostInput: EditPostInput;
  EditPostPayload: Omit<EditPostPayload, 'post'> & { post: ResolversParentTypes['Post'] };
  EditProfileInput: EditProfileInput;
  EditProfilePayload: Omit<EditProfilePayload, 'viewer'> & { viewer: ResolversParentTypes['User'] };
  FollowUserInput: FollowUserInput;
  FollowUserPayload: Omit<FollowUserPayload, 'user' | 'viewer'> & { user: ResolversParentTypes['User'], viewer: ResolversParentTypes['User'] };
  FollowingChange: Omit<FollowingChange, 'user'> & { user: ResolversParentTypes['User'] };
  ID: Scalars['ID']['output'];
  Int: Scalars['Int']['output'];
  LikePostInput: LikePostInput;
  LikePostPayload: Omit<LikePostPayload, 'post'> & { post: ResolversParentTypes['Post'] };
  LogInInput: LogInInput;
  LogInPayload: Omit<LogInPayload, 'query' | 'user'> & { query: ResolversParentTypes['Query'], user: ResolversParentTypes['User'] };
  MarkNotificationsReadInput: MarkNotificationsReadInput;
  MarkNotificationsReadPayload: Omit<MarkNotificationsReadPayload, 'notifications'> & { notifications: Array<ResolversParentTypes['Notification']> };
  Media: Media;
  MediaInput: MediaInput;
  Mention: Omit<Mention, 'user'> & { user: ResolversParentTypes['User'] };
  Mutation: Record<PropertyKey, never>;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  Notification: NotificationRow;
  NotificationChange: Omit<NotificationChange, 'notification'> & { notification: Maybe<ResolversParentTypes['Notification']> };
  NotificationConnection: Omit<NotificationConnection, 'edges'> & { edges: Array<ResolversParentTypes['NotificationEdge']> };
  NotificationEdge: Omit<NotificationEdge, 'node'> & { node: ResolversParentTypes['Notification'] };
  PageInfo: PageInfo;
  Post: PostRow;
  PostChange: Omit<PostChange, 'post'> & { post: ResolversParentTypes['Post'] };
  PostConnection: Omit<PostConnection, 'edges'> & { edges: Array<ResolversParentTypes['PostEdge']> };
  PostCreation: Omit<PostCreation, 'postEdge'> & { postEdge: ResolversParentTypes['PostEdge'] };
  PostDeletion: Omit<PostDeletion, 'author'> & { author: Maybe<ResolversParentTypes['User']> };
  PostEdge: Edge<PostRow>;
  PostRestoration: Omit<PostRestoration, 'postEdge'> & { postEdge: ResolversParentTypes['PostEdge'] };
  PostTombstone: Tombstone;
  Query: Record<PropertyKey, never>;
  ReactionChange: Omit<ReactionChange, 'post'> & { post: ResolversParentTypes['Post'] };
  RemoveBookmarkInput: RemoveBookmarkInput;
  RemoveBookmarkPayload: Omit<RemoveBookmarkPayload, 'post'> & { post: ResolversParentTypes['Post'] };
  RemovePushSubscriptionInput: RemovePushSubscriptionInput;
  RemovePushSubscriptionPayload: RemovePushSubscriptionPayload;
  ReplyCreation: Omit<ReplyCreation, 'replyEdge'> & { replyEdge: ResolversParentTypes['ThreadEdge'] };
  RestorePostInput: RestorePostInput;
  RestorePostPayload: Omit<RestorePostPayload, 'postEdge' | 'viewer'> & { postEdge: ResolversParentTypes['PostEdge'], viewer: ResolversParentTypes['User'] };
  SetNotificationKindsInput: SetNotificationKindsInput;
  SetNotificationKindsPayload: SetNotificationKindsPayload;
  SignOutEverywhereInput: SignOutEverywhereInput;
  SignOutEverywherePayload: Omit<SignOutEverywherePayload, 'viewer'> & { viewer: ResolversParentTypes['User'] };
  SignUpInput: SignUpInput;
  SignUpPayload: Omit<SignUpPayload, 'query' | 'user'> & { query: ResolversParentTypes['Query'], user: ResolversParentTypes['User'] };
  String: Scalars['String']['output'];
  Subscription: Record<PropertyKey, never>;
  ThreadConnection: Omit<ThreadConnection, 'edges'> & { edges: Array<ResolversParentTypes['ThreadEdge']> };
  ThreadEdge: ThreadEntryEdge;
  ThreadItem: ResolversUnionTypes<ResolversParentTypes>['ThreadItem'];
  UnfollowUserInput: UnfollowUserInput;
  UnfollowUserPayload: Omit<UnfollowUserPayload, 'user' | 'viewer'> & { user: ResolversParentTypes['User'], viewer: ResolversParentTypes['User'] };
  User: UserSource;
  UserChange: Omit<UserChange, 'user'> & { user: ResolversParentTypes['User'] };
  UserConnection: Omit<UserConnection, 'edges'> & { edges: Array<ResolversParentTypes['UserEdge']> };
  UserDeletion: UserDeletion;
  UserEdge: Edge<UserSource>;
};

export type AddBookmarkPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AddBookmarkPayload'] = ResolversParentTypes['AddBookmarkPayload']> = {
  bookmarkEdge: Resolver<ResolversTypes['PostEdge'], ParentType, ContextType>;
  post: Resolver<ResolversTypes['Post'], ParentType, ContextType>;
};

export type AddPushSubscriptionPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AddPushSubscriptionPayload'] = ResolversParentTypes['AddPushSubscriptionPayload']> = {
  endpoint: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type BookmarkChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['BookmarkChange'] = ResolversParentTypes['BookmarkChange']> = {
  bookmarkEdge: Resolver<Maybe<ResolversTypes['PostEdge']>, ParentType, ContextType>;
  post: Resolver<ResolversTypes['Post'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Change'] = ResolversParentTypes['Change']> = {
  __resolveType: TypeResolveFn<'BookmarkChange' | 'FollowingChange' | 'NotificationChange' | 'PostChange' | 'PostCreation' | 'PostDeletion' | 'PostRestoration' | 'ReactionChange' | 'ReplyCreation' | 'UserChange' | 'UserDeletion', ParentType, ContextType>;
};

export type CreatePostPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreatePostPayload'] = ResolversParentTypes['CreatePostPayload']> = {
  postEdge: Resolver<ResolversTypes['PostEdge'], ParentType, ContextType>;
  replyEdge: Resolver<Maybe<ResolversTypes['ThreadEdge']>, ParentType, ContextType>;
  viewer: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DeleteAccountPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteAccountPayload'] = ResolversParentTypes['DeleteAccountPayload']> = {
  deletedUserId: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type DeletePostPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeletePostPayload'] = ResolversParentTypes['DeletePostPayload']> = {
  deletedPostId: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  parent: Resolver<Maybe<ResolversTypes['ThreadItem']>, ParentType, ContextType>;
  viewer: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type DislikePostPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DislikePostPayload'] = ResolversParentTypes['DislikePostPayload']> = {
  post: Resolver<ResolversTypes['Post'], ParentType, ContextType>;
};

export type EditPostPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EditPostPayload'] = ResolversParentTypes['EditPostPayload']> = {
  post: Resolver<ResolversTypes['Post'], ParentType, ContextType>;
};

export type EditProfilePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EditProfilePayload'] = ResolversParentTypes['EditProfilePayload']> = {
  viewer: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type FollowUserPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FollowUserPayload'] = ResolversParentTypes['FollowUserPayload']> = {
  user: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  viewer: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type FollowingChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FollowingChange'] = ResolversParentTypes['FollowingChange']> = {
  user: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type LikePostPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LikePostPayload'] = ResolversParentTypes['LikePostPayload']> = {
  post: Resolver<ResolversTypes['Post'], ParentType, ContextType>;
};

export type LogInPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LogInPayload'] = ResolversParentTypes['LogInPayload']> = {
  query: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  token: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  user: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type MarkNotificationsReadPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['MarkNotificationsReadPayload'] = ResolversParentTypes['MarkNotificationsReadPayload']> = {
  notifications: Resolver<Array<ResolversTypes['Notification']>, ParentType, ContextType>;
  unreadNotificationCount: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MediaResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Media'] = ResolversParentTypes['Media']> = {
  alt: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  height: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  type: Resolver<ResolversTypes['MediaType'], ParentType, ContextType>;
  url: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  width: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type MentionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mention'] = ResolversParentTypes['Mention']> = {
  end: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  start: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  user: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  addBookmark?: Resolver<ResolversTypes['AddBookmarkPayload'], ParentType, ContextType, RequireFields<MutationAddBookmarkArgs, 'input'>>;
  addPushSubscription?: Resolver<ResolversTypes['AddPushSubscriptionPayload'], ParentType, ContextType, RequireFields<MutationAddPushSubscriptionArgs, 'input'>>;
  createPost?: Resolver<ResolversTypes['CreatePostPayload'], ParentType, ContextType, RequireFields<MutationCreatePostArgs, 'input'>>;
  deleteAccount?: Resolver<ResolversTypes['DeleteAccountPayload'], ParentType, ContextType, RequireFields<MutationDeleteAccountArgs, 'input'>>;
  deletePost?: Resolver<ResolversTypes['DeletePostPayload'], ParentType, ContextType, RequireFields<MutationDeletePostArgs, 'input'>>;
  dislikePost?: Resolver<ResolversTypes['DislikePostPayload'], ParentType, ContextType, RequireFields<MutationDislikePostArgs, 'input'>>;
  editPost?: Resolver<ResolversTypes['EditPostPayload'], ParentType, ContextType, RequireFields<MutationEditPostArgs, 'input'>>;
  editProfile?: Resolver<ResolversTypes['EditProfilePayload'], ParentType, ContextType, RequireFields<MutationEditProfileArgs, 'input'>>;
  followUser?: Resolver<ResolversTypes['FollowUserPayload'], ParentType, ContextType, RequireFields<MutationFollowUserArgs, 'input'>>;
  likePost?: Resolver<ResolversTypes['LikePostPayload'], ParentType, ContextType, RequireFields<MutationLikePostArgs, 'input'>>;
  logIn?: Resolver<ResolversTypes['LogInPayload'], ParentType, ContextType, RequireFields<MutationLogInArgs, 'input'>>;
  markNotificationsRead?: Resolver<ResolversTypes['MarkNotificationsReadPayload'], ParentType, ContextType, RequireFields<MutationMarkNotificationsReadArgs, 'input'>>;
  removeBookmark?: Resolver<ResolversTypes['RemoveBookmarkPayload'], ParentType, ContextType, RequireFields<MutationRemoveBookmarkArgs, 'input'>>;
  removePushSubscription?: Resolver<ResolversTypes['RemovePushSubscriptionPayload'], ParentType, ContextType, RequireFields<MutationRemovePushSubscriptionArgs, 'input'>>;
  restorePost?: Resolver<ResolversTypes['RestorePostPayload'], ParentType, ContextType, RequireFields<MutationRestorePostArgs, 'input'>>;
  setNotificationKinds?: Resolver<ResolversTypes['SetNotificationKindsPayload'], ParentType, ContextType, RequireFields<MutationSetNotificationKindsArgs, 'input'>>;
  signOutEverywhere?: Resolver<ResolversTypes['SignOutEverywherePayload'], ParentType, ContextType, RequireFields<MutationSignOutEverywhereArgs, 'input'>>;
  signUp?: Resolver<ResolversTypes['SignUpPayload'], ParentType, ContextType, RequireFields<MutationSignUpArgs, 'input'>>;
  unfollowUser?: Resolver<ResolversTypes['UnfollowUserPayload'], ParentType, ContextType, RequireFields<MutationUnfollowUserArgs, 'input'>>;
};

export type NodeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Notification' | 'Post' | 'User', ParentType, ContextType>;
};

export type NotificationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Notification'] = ResolversParentTypes['Notification']> = {
  actorCount: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  actors: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isRead: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind: Resolver<ResolversTypes['NotificationKind'], ParentType, ContextType>;
  post: Resolver<Maybe<ResolversTypes['Post']>, ParentType, ContextType>;
  updatedAt: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NotificationChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NotificationChange'] = ResolversParentTypes['NotificationChange']> = {
  notification: Resolver<Maybe<ResolversTypes['Notification']>, ParentType, ContextType>;
  unreadNotificationCount: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type NotificationConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NotificationConnection'] = ResolversParentTypes['NotificationConnection']> = {
  edges: Resolver<Array<ResolversTypes['NotificationEdge']>, ParentType, ContextType>;
  pageInfo: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type NotificationEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NotificationEdge'] = ResolversParentTypes['NotificationEdge']> = {
  cursor: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node: Resolver<ResolversTypes['Notification'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PostResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Post'] = ResolversParentTypes['Post']> = {
  ancestors: Resolver<Array<ResolversTypes['ThreadItem']>, ParentType, ContextType>;
  author: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  content: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  editedAt: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isReply: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  likeCount: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  likedBy: Resolver<ResolversTypes['UserConnection'], ParentType, ContextType, RequireFields<PostLikedByArgs, 'first'>>;
  media: Resolver<Maybe<ResolversTypes['Media']>, ParentType, ContextType>;
  mentions: Resolver<Array<ResolversTypes['Mention']>, ParentType, ContextType>;
  parent: Resolver<Maybe<ResolversTypes['ThreadItem']>, ParentType, ContextType>;
  replies: Resolver<ResolversTypes['ThreadConnection'], ParentType, ContextType, RequireFields<PostRepliesArgs, 'first'>>;
  replyCount: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedAt: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  viewerCanEdit: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  viewerHasBookmarked: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  viewerHasDisliked: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  viewerHasLiked: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PostChange'] = ResolversParentTypes['PostChange']> = {
  post: Resolver<ResolversTypes['Post'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PostConnection'] = ResolversParentTypes['PostConnection']> = {
  edges: Resolver<Array<ResolversTypes['PostEdge']>, ParentType, ContextType>;
  pageInfo: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type PostCreationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PostCreation'] = ResolversParentTypes['PostCreation']> = {
  postEdge: Resolver<ResolversTypes['PostEdge'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostDeletionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PostDeletion'] = ResolversParentTypes['PostDeletion']> = {
  author: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  deletedPostId: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PostEdge'] = ResolversParentTypes['PostEdge']> = {
  cursor: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node: Resolver<ResolversTypes['Post'], ParentType, ContextType>;
};

export type PostRestorationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PostRestoration'] = ResolversParentTypes['PostRestoration']> = {
  postEdge: Resolver<ResolversTypes['PostEdge'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostTombstoneResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PostTombstone'] = ResolversParentTypes['PostTombstone']> = {
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reason: Resolver<ResolversTypes['TombstoneReason'], ParentType, ContextType>;
  replies: Resolver<ResolversTypes['ThreadConnection'], ParentType, ContextType, RequireFields<PostTombstoneRepliesArgs, 'first'>>;
  replyCount: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  bookmarks?: Resolver<ResolversTypes['PostConnection'], ParentType, ContextType, RequireFields<QueryBookmarksArgs, 'first'>>;
  feed?: Resolver<ResolversTypes['PostConnection'], ParentType, ContextType, RequireFields<QueryFeedArgs, 'first' | 'orderBy'>>;
  hasPushSubscription?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<QueryHasPushSubscriptionArgs, 'endpoint'>>;
  likes?: Resolver<ResolversTypes['PostConnection'], ParentType, ContextType, RequireFields<QueryLikesArgs, 'first'>>;
  mentionSuggestions?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType, RequireFields<QueryMentionSuggestionsArgs, 'prefix'>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['Node']>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  notificationKinds?: Resolver<Array<ResolversTypes['NotificationKind']>, ParentType, ContextType>;
  notifications?: Resolver<ResolversTypes['NotificationConnection'], ParentType, ContextType, RequireFields<QueryNotificationsArgs, 'first'>>;
  post?: Resolver<Maybe<ResolversTypes['Post']>, ParentType, ContextType, RequireFields<QueryPostArgs, 'id'>>;
  posts?: Resolver<ResolversTypes['PostConnection'], ParentType, ContextType, RequireFields<QueryPostsArgs, 'first' | 'orderBy'>>;
  postsByTag?: Resolver<ResolversTypes['PostConnection'], ParentType, ContextType, RequireFields<QueryPostsByTagArgs, 'first' | 'orderBy' | 'tag'>>;
  pushPublicKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  searchPosts?: Resolver<ResolversTypes['PostConnection'], ParentType, ContextType, RequireFields<QuerySearchPostsArgs, 'first' | 'scope' | 'text'>>;
  searchUsers?: Resolver<ResolversTypes['UserConnection'], ParentType, ContextType, RequireFields<QuerySearchUsersArgs, 'first' | 'text'>>;
  suggestions?: Resolver<ResolversTypes['UserConnection'], ParentType, ContextType, RequireFields<QuerySuggestionsArgs, 'first'>>;
  unreadNotificationCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<QueryUserArgs, 'id'>>;
  userByUsername?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<QueryUserByUsernameArgs, 'username'>>;
  users?: Resolver<ResolversTypes['UserConnection'], ParentType, ContextType, RequireFields<QueryUsersArgs, 'first'>>;
  viewer?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type ReactionChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ReactionChange'] = ResolversParentTypes['ReactionChange']> = {
  post: Resolver<ResolversTypes['Post'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RemoveBookmarkPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RemoveBookmarkPayload'] = ResolversParentTypes['RemoveBookmarkPayload']> = {
  post: Resolver<ResolversTypes['Post'], ParentType, ContextType>;
};

export type RemovePushSubscriptionPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RemovePushSubscriptionPayload'] = ResolversParentTypes['RemovePushSubscriptionPayload']> = {
  endpoint: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ReplyCreationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ReplyCreation'] = ResolversParentTypes['ReplyCreation']> = {
  replyEdge: Resolver<ResolversTypes['ThreadEdge'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type RestorePostPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RestorePostPayload'] = ResolversParentTypes['RestorePostPayload']> = {
  postEdge: Resolver<ResolversTypes['PostEdge'], ParentType, ContextType>;
  viewer: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type SetNotificationKindsPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SetNotificationKindsPayload'] = ResolversParentTypes['SetNotificationKindsPayload']> = {
  notificationKinds: Resolver<Array<ResolversTypes['NotificationKind']>, ParentType, ContextType>;
};

export type SignOutEverywherePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SignOutEverywherePayload'] = ResolversParentTypes['SignOutEverywherePayload']> = {
  token: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  viewer: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type SignUpPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SignUpPayload'] = ResolversParentTypes['SignUpPayload']> = {
  query: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  token: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  user: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  changes?: SubscriptionResolver<ResolversTypes['Change'], "changes", ParentType, ContextType, RequireFields<SubscriptionChangesArgs, 'inFeed'>>;
};

export type ThreadConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ThreadConnection'] = ResolversParentTypes['ThreadConnection']> = {
  edges: Resolver<Array<ResolversTypes['ThreadEdge']>, ParentType, ContextType>;
  pageInfo: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ThreadEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ThreadEdge'] = ResolversParentTypes['ThreadEdge']> = {
  cursor: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node: Resolver<ResolversTypes['ThreadItem'], ParentType, ContextType>;
};

export type ThreadItemResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ThreadItem'] = ResolversParentTypes['ThreadItem']> = {
  __resolveType: TypeResolveFn<'Post' | 'PostTombstone', ParentType, ContextType>;
};

export type UnfollowUserPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UnfollowUserPayload'] = ResolversParentTypes['UnfollowUserPayload']> = {
  user: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  viewer: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type UserResolvers<ContextType = Context, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  avatarUrl: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  bio: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  email: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  firstName: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  followerCount: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  followers: Resolver<ResolversTypes['UserConnection'], ParentType, ContextType, RequireFields<UserFollowersArgs, 'first'>>;
  following: Resolver<ResolversTypes['UserConnection'], ParentType, ContextType, RequireFields<UserFollowingArgs, 'first'>>;
  followingCount: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  followsViewer: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isViewer: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastName: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mediaPosts: Resolver<ResolversTypes['PostConnection'], ParentType, ContextType, RequireFields<UserMediaPostsArgs, 'first'>>;
  portfolioUrl: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  postCount: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  posts: Resolver<ResolversTypes['PostConnection'], ParentType, ContextType, RequireFields<UserPostsArgs, 'first' | 'orderBy'>>;
  replies: Resolver<ResolversTypes['PostConnection'], ParentType, ContextType, RequireFields<UserRepliesArgs, 'first'>>;
  updatedAt: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  username: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  viewerIsFollowing: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UserChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserChange'] = ResolversParentTypes['UserChange']> = {
  user: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UserConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserConnection'] = ResolversParentTypes['UserConnection']> = {
  edges: Resolver<Array<ResolversTypes['UserEdge']>, ParentType, ContextType>;
  pageInfo: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type UserDeletionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserDeletion'] = ResolversParentTypes['UserDeletion']> = {
  deletedUserId: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UserEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserEdge'] = ResolversParentTypes['UserEdge']> = {
  cursor: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type Resolvers<ContextType = Context> = {
  AddBookmarkPayload: AddBookmarkPayloadResolvers<ContextType>;
  AddPushSubscriptionPayload: AddPushSubscriptionPayloadResolvers<ContextType>;
  BookmarkChange: BookmarkChangeResolvers<ContextType>;
  Change: ChangeResolvers<ContextType>;
  CreatePostPayload: CreatePostPayloadResolvers<ContextType>;
  DateTime: GraphQLScalarType;
  DeleteAccountPayload: DeleteAccountPayloadResolvers<ContextType>;
  DeletePostPayload: DeletePostPayloadResolvers<ContextType>;
  DislikePostPayload: DislikePostPayloadResolvers<ContextType>;
  EditPostPayload: EditPostPayloadResolvers<ContextType>;
  EditProfilePayload: EditProfilePayloadResolvers<ContextType>;
  FollowUserPayload: FollowUserPayloadResolvers<ContextType>;
  FollowingChange: FollowingChangeResolvers<ContextType>;
  LikePostPayload: LikePostPayloadResolvers<ContextType>;
  LogInPayload: LogInPayloadResolvers<ContextType>;
  MarkNotificationsReadPayload: MarkNotificationsReadPayloadResolvers<ContextType>;
  Media: MediaResolvers<ContextType>;
  Mention: MentionResolvers<ContextType>;
  Mutation: MutationResolvers<ContextType>;
  Node: NodeResolvers<ContextType>;
  Notification: NotificationResolvers<ContextType>;
  NotificationChange: NotificationChangeResolvers<ContextType>;
  NotificationConnection: NotificationConnectionResolvers<ContextType>;
  NotificationEdge: NotificationEdgeResolvers<ContextType>;
  PageInfo: PageInfoResolvers<ContextType>;
  Post: PostResolvers<ContextType>;
  PostChange: PostChangeResolvers<ContextType>;
  PostConnection: PostConnectionResolvers<ContextType>;
  PostCreation: PostCreationResolvers<ContextType>;
  PostDeletion: PostDeletionResolvers<ContextType>;
  PostEdge: PostEdgeResolvers<ContextType>;
  PostRestoration: PostRestorationResolvers<ContextType>;
  PostTombstone: PostTombstoneResolvers<ContextType>;
  Query: QueryResolvers<ContextType>;
  ReactionChange: ReactionChangeResolvers<ContextType>;
  RemoveBookmarkPayload: RemoveBookmarkPayloadResolvers<ContextType>;
  RemovePushSubscriptionPayload: RemovePushSubscriptionPayloadResolvers<ContextType>;
  ReplyCreation: ReplyCreationResolvers<ContextType>;
  RestorePostPayload: RestorePostPayloadResolvers<ContextType>;
  SetNotificationKindsPayload: SetNotificationKindsPayloadResolvers<ContextType>;
  SignOutEverywherePayload: SignOutEverywherePayloadResolvers<ContextType>;
  SignUpPayload: SignUpPayloadResolvers<ContextType>;
  Subscription: SubscriptionResolvers<ContextType>;
  ThreadConnection: ThreadConnectionResolvers<ContextType>;
  ThreadEdge: ThreadEdgeResolvers<ContextType>;
  ThreadItem: ThreadItemResolvers<ContextType>;
  UnfollowUserPayload: UnfollowUserPayloadResolvers<ContextType>;
  User: UserResolvers<ContextType>;
  UserChange: UserChangeResolvers<ContextType>;
  UserConnection: UserConnectionResolvers<ContextType>;
  UserDeletion: UserDeletionResolvers<ContextType>;
  UserEdge: UserEdgeResolvers<ContextType>;
};

