/** What the tables of the store hold. Ids are UUIDv7, so that their order is the order of making. */

/** A day in UTC, `YYYY-MM-DD`. */
export type Day = string

/** Plain data, as JSON has it. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export interface UserRow {
  /** UUIDv7: the order of ids is the order of joining. */
  id: string
  username: string
  firstName: string
  lastName: string
  email: string
  /** Self-describing hash, see `api/password.ts`; never answered. */
  passwordHash: string
  bio: string
  portfolioUrl: string
  avatarUrl: string
  createdAt: Day
  updatedAt: Day
  /** Kept with each post, follow and unfollow, never counted on read. */
  postCount: number
  followerCount: number
  followingCount: number
  /** Further fields that were sent at sign-up (spec §3). */
  extra: { [key: string]: Json }
}

export interface PostRow {
  /** UUIDv7: the order of ids is the order of posting. */
  id: string
  authorId: string
  content: string
  /** Empty where there is none. */
  mediaUrl: string
  mediaType: string
  /** Milliseconds since 1970. */
  postedAt: number
  createdAt: Day
  updatedAt: Day
  likeCount: number
}

/** What one member last said of one post; at most one row for the two of them. */
export interface ReactionRow {
  /** UUIDv7: the order of ids is the order of reacting. */
  id: string
  postId: string
  userId: string
  kind: 'like' | 'dislike'
}

export interface BookmarkRow {
  /** UUIDv7: the order of ids is the order of adding. */
  id: string
  userId: string
  postId: string
}

export interface FollowRow {
  /** UUIDv7: the order of ids is the order of following. */
  id: string
  followerId: string
  followeeId: string
}

/** A picture or video that is kept with the data. */
export interface FileRow {
  /** UUIDv7: the order of ids is the order of adding. */
  id: string
  ownerId: string
  /** The ids of the owner's posts that show it, and the owner's own where it is their picture. */
  usedBy: string[]
  /** MIME type. */
  type: string
  /** Milliseconds since 1970. */
  addedAt: number
  content: Blob
}

/** The tables, in an order in which a row leads only to rows of those before; `meta` is none of them. */
export const tableNames = ['users', 'posts', 'reactions', 'bookmarks', 'follows', 'files'] as const

export interface Rows {
  users: UserRow
  posts: PostRow
  reactions: ReactionRow
  bookmarks: BookmarkRow
  follows: FollowRow
  files: FileRow
}

export type TableName = keyof Rows
