/**
 * The store port: what the services need of a database. Rows and links, no rules.
 *
 * Every adapter guarantees, and `tests/store` checks:
 * - a transaction is serialisable and all or nothing;
 * - rows are copied in and out: changing one changes nothing in the store;
 * - a page costs the same however many rows there are; no method scans a table for one page.
 */

import type { BookmarkRow, FileRow, FollowRow, Json, PostRow, ReactionRow, Rows, TableName, UserRow } from './rows.ts'

/** The orders of posts; among equal like counts the newest comes first (docs/spec-decisions.md, "Dates"). */
export type PostOrder = 'LATEST' | 'TRENDING'

/**
 * The place of a row in an order. Opaque: pass it as `after` to the method that returned it. An empty position, and one
 * with anything but strings and numbers, means the beginning; a position of another list is compared like one of this
 * list.
 */
export type Position = readonly (string | number)[]

export interface PageRequest {
  /** Start after this position, by default at the beginning. A position of another list is no error. */
  after?: Position | undefined
  /** The largest number of rows. */
  limit: number
}

export interface Placed<Row> {
  row: Row
  position: Position
}

/** Rows in order; fewer than `limit` only at the end of the list. */
export type Page<Row> = Placed<Row>[]

export interface UsersReader {
  /** In the order of `ids`, `undefined` where there is none. */
  getMany(ids: readonly string[]): Promise<(UserRow | undefined)[]>
  /** Compares exactly. */
  byUsername(username: string): Promise<UserRow | undefined>
  /** In the order of sign-up. */
  page(order: 'OLDEST' | 'NEWEST', request: PageRequest): Promise<Page<UserRow>>
  /**
   * Users whose first name contains `text` in any case (`toLowerCase` on both sides), each once: first the names that
   * start with it, then the others; within each group by the 16 UTF-16 units from the first match on, then by id. First
   * matches after the 64th unit of a name come last, ordered by id alone. `text` is not empty.
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
  /**
   * Posts by this user and by the users they follow. The cost grows with the number followed, not with the number of
   * posts.
   */
  feed(userId: string, order: PostOrder, request: PageRequest): Promise<Page<PostRow>>
}

export interface Posts extends PostsReader {
  /** Inserts, or replaces the row with this id. */
  put(row: PostRow): Promise<void>
  remove(id: string): Promise<void>
}

export interface ReactionsReader {
  /** This user's reaction to each post, in the order of `postIds`. */
  ofUser(userId: string, postIds: readonly string[]): Promise<(ReactionRow | undefined)[]>
  /** All reactions to these posts, by id. */
  ofPosts(postIds: readonly string[]): Promise<ReactionRow[]>
  /** The likes of one post, the latest first. */
  pageOfLikes(postId: string, request: PageRequest): Promise<Page<ReactionRow>>
}

export interface Reactions extends ReactionsReader {
  /** Inserts, or replaces the row of this post and user. */
  put(row: ReactionRow): Promise<void>
  removeOfPost(postId: string): Promise<void>
}

export interface BookmarksReader {
  /** This user's bookmark of each post, in the order of `postIds`. */
  ofUser(userId: string, postIds: readonly string[]): Promise<(BookmarkRow | undefined)[]>
  /** All bookmarks of one user, by id. */
  allOfUser(userId: string): Promise<BookmarkRow[]>
  /** The bookmarks of one user, the latest first. */
  page(userId: string, request: PageRequest): Promise<Page<BookmarkRow>>
}

export interface Bookmarks extends BookmarksReader {
  /** Inserts, or replaces the row of this user and post. */
  put(row: BookmarkRow): Promise<void>
  remove(userId: string, postId: string): Promise<void>
  removeOfPost(postId: string): Promise<void>
}

export interface FollowsReader {
  /** This user's follow of each other user, in the order of `followeeIds`. */
  ofFollower(followerId: string, followeeIds: readonly string[]): Promise<(FollowRow | undefined)[]>
  /** All follows by these users, by id. */
  byFollowers(followerIds: readonly string[]): Promise<FollowRow[]>
  /** All follows of these users, by id. */
  byFollowees(followeeIds: readonly string[]): Promise<FollowRow[]>
  /** The followers of this user, the latest first. */
  pageOfFollowers(followeeId: string, request: PageRequest): Promise<Page<FollowRow>>
  /** The users that this user follows, the latest first. */
  pageOfFollowing(followerId: string, request: PageRequest): Promise<Page<FollowRow>>
}

export interface Follows extends FollowsReader {
  /** Inserts, or replaces the row of these two users. */
  put(row: FollowRow): Promise<void>
  remove(followerId: string, followeeId: string): Promise<void>
}

export interface FilesReader {
  get(id: string): Promise<FileRow | undefined>
  /** The files of this user that no post or profile shows, by id. */
  unusedOf(ownerId: string): Promise<FileRow[]>
}

export interface Files extends FilesReader {
  /** Inserts, or replaces the row with this id. */
  put(row: FileRow): Promise<void>
  remove(id: string): Promise<void>
}

/** Single values beside the tables: the token key, the time of seeding, settings of the lab. */
export interface MetaReader {
  get(key: string): Promise<Json | undefined>
}

export interface Meta extends MetaReader {
  put(key: string, value: Json): Promise<void>
}

/** The number of rows in each table. */
export type Counts = Record<TableName, number>

/** What can be called without a transaction. */
export interface ReadTables {
  readonly users: UsersReader
  readonly posts: PostsReader
  readonly reactions: ReactionsReader
  readonly bookmarks: BookmarksReader
  readonly follows: FollowsReader
  readonly files: FilesReader
  readonly meta: MetaReader
  count(): Promise<Counts>
  /** All rows of a table, ordered by key: the id, or the two ids that a row links. Made to be read to the end. */
  rows<Table extends TableName>(table: Table, request: PageRequest): Promise<Page<Rows[Table]>>
}

/** What can be called in a transaction. */
export interface Tables extends ReadTables {
  readonly users: Users
  readonly posts: Posts
  readonly reactions: Reactions
  readonly bookmarks: Bookmarks
  readonly follows: Follows
  readonly files: Files
  readonly meta: Meta
  /** Removes every row of every table, but no single value. */
  clear(): Promise<void>
}

export interface Store {
  /** Each call sees what was committed last. Must not be called within a transaction. */
  readonly read: ReadTables
  /**
   * Runs `work` in a serialisable transaction. If it throws, everything is undone and the error is rethrown; the same
   * goes for a call on `tx` that fails, awaited or not, for example on a second row with the same username. `work` may
   * await only calls on `tx`: hash, sign and wait outside, or IndexedDB commits what was written so far. `relaxed`
   * resolves before the changes are on the disk, for changes that can be repeated.
   */
  transaction<T>(work: (tx: Tables) => Promise<T>, durability?: 'relaxed'): Promise<T>
  /** Runs `work` on a snapshot of all tables. It may await only calls on `tx`. */
  view<T>(work: (tx: ReadTables) => Promise<T>): Promise<T>
  /** Closes the database. Every later call rejects. */
  close(): void
}
