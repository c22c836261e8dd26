/**
 * The store port: what the rules need of a database, and nothing more. Rows and links, no rules.
 *
 * Every adapter keeps three promises, and `tests/store` holds each to them:
 * - a transaction is serialisable and all or nothing;
 * - rows go in and come out as copies: changing one changes nothing in the store;
 * - a page costs the same however much there is, and no method scans a table for one page.
 */

import type { BookmarkRow, FileRow, FollowRow, Json, PostRow, ReactionRow, Rows, TableName, UserRow } from './rows.ts'

/** The orders of posts; among equal like counts the newest comes first (docs/spec-decisions.md, "Dates"). */
export type PostOrder = 'LATEST' | 'TRENDING'

/**
 * Where a row stands in an order. Opaque: give it back as `after` to the method it came from. One that is empty or holds
 * anything but strings and numbers starts at the beginning; any other foreign one is simply compared.
 */
export type Position = readonly (string | number)[]

export interface PageRequest {
  /** Start behind this position; from the beginning without it. A foreign position is no error. */
  after?: Position | undefined
  /** At most so many rows. */
  limit: number
}

export interface Placed<Row> {
  row: Row
  position: Position
}

/** A page in its order; shorter than `limit` only at the end. */
export type Page<Row> = Placed<Row>[]

export interface UsersReader {
  /** In the order of `ids`, `undefined` where there is none. */
  getMany(ids: readonly string[]): Promise<(UserRow | undefined)[]>
  /** Compares exactly. */
  byUsername(username: string): Promise<UserRow | undefined>
  /** By joining, first or last member first. */
  page(order: 'OLDEST' | 'NEWEST', request: PageRequest): Promise<Page<UserRow>>
  /**
   * Members whose first name contains `text` in any case (`toLowerCase` on both sides), each once: those whose name
   * starts with it, then the rest; in each part by the 16 UTF-16 units from the first match on, then by id. First
   * matches behind the 64th unit of a name come last, by id alone. `text` is not empty.
   */
  searchByFirstName(text: string, request: PageRequest): Promise<Page<UserRow>>
}

export interface Users extends UsersReader {
  /** Inserts, or replaces the row with this id. */
  put(row: UserRow): Promise<void>
}

export interface PostsReader {
  /** In the order of `ids`, `undefined` where there is none. */
  getMany(ids: readonly string[]): Promise<(PostRow | undefined)[]>
  page(order: PostOrder, request: PageRequest): Promise<Page<PostRow>>
  pageByAuthor(authorId: string, order: PostOrder, request: PageRequest): Promise<Page<PostRow>>
  /** Posts by this member and by those they follow. Grows with the number followed, not with the number of posts. */
  feed(userId: string, order: PostOrder, request: PageRequest): Promise<Page<PostRow>>
}

export interface Posts extends PostsReader {
  /** Inserts, or replaces the row with this id. */
  put(row: PostRow): Promise<void>
  remove(id: string): Promise<void>
}

export interface ReactionsReader {
  /** This member's reaction to each post, in the order of `postIds`. */
  ofUser(userId: string, postIds: readonly string[]): Promise<(ReactionRow | undefined)[]>
  /** All reactions to these posts, by id. */
  ofPosts(postIds: readonly string[]): Promise<ReactionRow[]>
  /** The likes of one post, the latest first. */
  pageOfLikes(postId: string, request: PageRequest): Promise<Page<ReactionRow>>
}

export interface Reactions extends ReactionsReader {
  /** Inserts, or replaces the row of this post and member. */
  put(row: ReactionRow): Promise<void>
  removeOfPost(postId: string): Promise<void>
}

export interface BookmarksReader {
  /** This member's bookmark of each post, in the order of `postIds`. */
  ofUser(userId: string, postIds: readonly string[]): Promise<(BookmarkRow | undefined)[]>
  /** All of one member, by id. */
  allOfUser(userId: string): Promise<BookmarkRow[]>
  /** Those of one member, the latest first. */
  page(userId: string, request: PageRequest): Promise<Page<BookmarkRow>>
}

export interface Bookmarks extends BookmarksReader {
  /** Inserts, or replaces the row of this member and post. */
  put(row: BookmarkRow): Promise<void>
  remove(userId: string, postId: string): Promise<void>
  removeOfPost(postId: string): Promise<void>
}

export interface FollowsReader {
  /** This member's follow of each other, in the order of `followeeIds`. */
  ofFollower(followerId: string, followeeIds: readonly string[]): Promise<(FollowRow | undefined)[]>
  /** All follows by these members, by id. */
  byFollowers(followerIds: readonly string[]): Promise<FollowRow[]>
  /** All follows of these members, by id. */
  byFollowees(followeeIds: readonly string[]): Promise<FollowRow[]>
  /** Who follows this member, the latest first. */
  pageOfFollowers(followeeId: string, request: PageRequest): Promise<Page<FollowRow>>
  /** Whom this member follows, the latest first. */
  pageOfFollowing(followerId: string, request: PageRequest): Promise<Page<FollowRow>>
}

export interface Follows extends FollowsReader {
  /** Inserts, or replaces the row of these two. */
  put(row: FollowRow): Promise<void>
  remove(followerId: string, followeeId: string): Promise<void>
}

export interface FilesReader {
  get(id: string): Promise<FileRow | undefined>
  /** What this member has added and nothing shows, by id. */
  unusedOf(ownerId: string): Promise<FileRow[]>
}

export interface Files extends FilesReader {
  /** Inserts, or replaces the row with this id. */
  put(row: FileRow): Promise<void>
  remove(id: string): Promise<void>
}

/** Single values kept beside the data: the token key, whether the seed has been sown, the schema version. */
export interface MetaReader {
  get(key: string): Promise<Json | undefined>
}

export interface Meta extends MetaReader {
  put(key: string, value: Json): Promise<void>
}

/** How many rows each table holds. */
export type Counts = Record<TableName, number>

/** What anyone may do at any time. */
export interface ReadTables {
  readonly users: UsersReader
  readonly posts: PostsReader
  readonly reactions: ReactionsReader
  readonly bookmarks: BookmarksReader
  readonly follows: FollowsReader
  readonly files: FilesReader
  readonly meta: MetaReader
  count(): Promise<Counts>
  /** All rows of a table by their keys: ids, or what a row links. Quick to read to the end, for that is what it is for. */
  rows<Table extends TableName>(table: Table, request: PageRequest): Promise<Page<Rows[Table]>>
}

/** What a transaction may do. */
export interface Tables extends ReadTables {
  readonly users: Users
  readonly posts: Posts
  readonly reactions: Reactions
  readonly bookmarks: Bookmarks
  readonly follows: Follows
  readonly files: Files
  readonly meta: Meta
  /** Removes every row of every table; single values stay. */
  clear(): Promise<void>
}

export interface Store {
  /** Each call sees what was last committed. Never to be called within a transaction. */
  readonly read: ReadTables
  /**
   * Runs `work` as if alone. What it throws undoes everything and comes back as the rejection; so does a call on `tx`
   * that fails, waited for or not: a second row with one username, say, or a second link with one id.
   * Only calls on `tx` may be awaited inside: hash, sign and wait outside, or IndexedDB commits what was written so far.
   * `relaxed`: what could be done again need not be on the disk yet.
   */
  transaction<T>(work: (tx: Tables) => Promise<T>, durability?: 'relaxed'): Promise<T>
  /** Runs `work` on all tables as of one instant; nothing is changed meanwhile. Only calls on `tx` may be awaited inside. */
  view<T>(work: (tx: ReadTables) => Promise<T>): Promise<T>
  /** Lets go of the database; no call after it. */
  close(): void
}
