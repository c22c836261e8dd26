/**
 * The store port: the interface between the services and a database. It knows rows and their relations, but no rules.
 *
 * Every adapter guarantees, and `tests/store` checks:
 * - a transaction is serialisable and all or nothing;
 * - rows are copied in and out: mutating one changes nothing in the store;
 * - the cost of a page does not depend on the number of rows; no method scans a table for one page.
 */

import type { BookmarkRow, FileRow, FollowRow, Json, PostRow, ReactionRow, Rows, TableName, UserRow } from './rows.ts'

/** The orders of posts. Posts with equal like counts are ordered newest first (docs/spec-decisions.md, "Dates"). */
export type PostOrder = 'LATEST' | 'TRENDING'

/**
 * The place of a row in an order. Opaque: pass it as `after` to the method that returned it. An empty position, and one
 * that contains anything but strings and numbers, means the beginning. A position of another list is compared like one
 * of this list.
 */
export type Position = readonly (string | number)[]

export interface PageRequest {
  /** The page starts after this position, by default at the beginning. A position of another list is no error. */
  after?: Position | undefined
  /** The largest number of rows. */
  limit: number
}

/** A row and its position in the list. */
export interface Placed<Row> {
  row: Row
  position: Position
}

/** Rows in order; fewer than `limit` only at the end of the list. */
export type Page<Row> = Placed<Row>[]

export interface UsersReader {
  /** Returns rows in the order of `ids`, `undefined` for an id that does not exist. */
  getMany(ids: readonly string[]): Promise<(UserRow | undefined)[]>
  /** Compares exactly: case and spaces count. */
  byUsername(username: string): Promise<UserRow | undefined>
  /** Returns a page of all users in the order of sign-up. */
  page(order: 'OLDEST' | 'NEWEST', request: PageRequest): Promise<Page<UserRow>>
  /**
   * Returns users whose first name contains `text` in any case (`toLowerCase` on both sides), each once: names that
   * start with it first, then the others. Within each group the order is that of the 16 UTF-16 units from the first
   * match on, then of the ids. First matches after the 64th unit of a name come last, by id alone. `text` must not be
   * empty.
   */
  searchByFirstName(text: string, request: PageRequest): Promise<Page<UserRow>>
}

export interface Users extends UsersReader {
  /** Inserts a row, or replaces the one with its id. */
  put(row: UserRow): Promise<void>
}

export interface PostsReader {
  /** Returns rows in the order of `ids`, `undefined` for an id that does not exist. */
  getMany(ids: readonly string[]): Promise<(PostRow | undefined)[]>
  page(order: PostOrder, request: PageRequest): Promise<Page<PostRow>>
  pageByAuthor(authorId: string, order: PostOrder, request: PageRequest): Promise<Page<PostRow>>
  /**
   * Returns posts by this user and by the users they follow. The cost grows with the number of users followed, not with
   * the number of posts.
   */
  feed(userId: string, order: PostOrder, request: PageRequest): Promise<Page<PostRow>>
}

export interface Posts extends PostsReader {
  /** Inserts a row, or replaces the one with its id. */
  put(row: PostRow): Promise<void>
  remove(id: string): Promise<void>
}

export interface ReactionsReader {
  /** Returns this user's reaction to each post, in the order of `postIds`. */
  ofUser(userId: string, postIds: readonly string[]): Promise<(ReactionRow | undefined)[]>
  /** Returns all reactions to these posts, sorted by id. */
  ofPosts(postIds: readonly string[]): Promise<ReactionRow[]>
  /** Returns the likes of one post, latest first. */
  pageOfLikes(postId: string, request: PageRequest): Promise<Page<ReactionRow>>
}

export interface Reactions extends ReactionsReader {
  /** Inserts a row, or replaces the one of its post and user. */
  put(row: ReactionRow): Promise<void>
  removeOfPost(postId: string): Promise<void>
}

export interface BookmarksReader {
  /** Returns this user's bookmark of each post, in the order of `postIds`. */
  ofUser(userId: string, postIds: readonly string[]): Promise<(BookmarkRow | undefined)[]>
  /** Returns all bookmarks of one user, sorted by id. */
  allOfUser(userId: string): Promise<BookmarkRow[]>
  /** Returns the bookmarks of one user, latest first. */
  page(userId: string, request: PageRequest): Promise<Page<BookmarkRow>>
}

export interface Bookmarks extends BookmarksReader {
  /** Inserts a row, or replaces the one of its user and post. */
  put(row: BookmarkRow): Promise<void>
  remove(userId: string, postId: string): Promise<void>
  removeOfPost(postId: string): Promise<void>
}

export interface FollowsReader {
  /** Returns this user's follow of each other user, in the order of `followeeIds`. */
  ofFollower(followerId: string, followeeIds: readonly string[]): Promise<(FollowRow | undefined)[]>
  /** Returns all follows by these users, sorted by id. */
  byFollowers(followerIds: readonly string[]): Promise<FollowRow[]>
  /** Returns all follows of these users, sorted by id. */
  byFollowees(followeeIds: readonly string[]): Promise<FollowRow[]>
  /** Returns the followers of this user, latest first. */
  pageOfFollowers(followeeId: string, request: PageRequest): Promise<Page<FollowRow>>
  /** Returns the users that this user follows, latest first. */
  pageOfFollowing(followerId: string, request: PageRequest): Promise<Page<FollowRow>>
}

export interface Follows extends FollowsReader {
  /** Inserts a row, or replaces the one of its two users. */
  put(row: FollowRow): Promise<void>
  remove(followerId: string, followeeId: string): Promise<void>
}

export interface FilesReader {
  get(id: string): Promise<FileRow | undefined>
  /** Returns the files of this user that no post or profile shows, sorted by id. */
  unusedOf(ownerId: string): Promise<FileRow[]>
}

export interface Files extends FilesReader {
  /** Inserts a row, or replaces the one with its id. */
  put(row: FileRow): Promise<void>
  remove(id: string): Promise<void>
}

/** Single values beside the tables: the token key, the time of seeding, the lab's settings. */
export interface MetaReader {
  get(key: string): Promise<Json | undefined>
}

export interface Meta extends MetaReader {
  put(key: string, value: Json): Promise<void>
}

/** The number of rows in each table. */
export type Counts = Record<TableName, number>

/** The calls that need no transaction. */
export interface ReadTables {
  readonly users: UsersReader
  readonly posts: PostsReader
  readonly reactions: ReactionsReader
  readonly bookmarks: BookmarksReader
  readonly follows: FollowsReader
  readonly files: FilesReader
  readonly meta: MetaReader
  count(): Promise<Counts>
  /** Returns all rows of a table, page by page, sorted by key: the id, or the two ids that a row links. */
  rows<Table extends TableName>(table: Table, request: PageRequest): Promise<Page<Rows[Table]>>
}

/** The calls of a transaction. */
export interface Tables extends ReadTables {
  readonly users: Users
  readonly posts: Posts
  readonly reactions: Reactions
  readonly bookmarks: Bookmarks
  readonly follows: Follows
  readonly files: Files
  readonly meta: Meta
  /** Removes all rows of all tables. Keeps the values of `meta`. */
  clear(): Promise<void>
}

export interface Store {
  /** Each call reads the last committed state. Must not be called within a transaction. */
  readonly read: ReadTables
  /**
   * Runs `work` in a serialisable transaction. If `work` throws, or if a call on `tx` fails, awaited or not, everything
   * is undone and the error is rethrown. A second row with the same username fails, for example. `work` may await only
   * calls on `tx`: if it awaits anything else, IndexedDB commits what was written so far. With `relaxed` the promise
   * resolves before the changes are on the disk: use it for changes that can be repeated.
   */
  transaction<T>(work: (tx: Tables) => Promise<T>, durability?: 'relaxed'): Promise<T>
  /** Runs `work` in a read-only transaction: all its reads see one state. It may await only calls on `tx`. */
  view<T>(work: (tx: ReadTables) => Promise<T>): Promise<T>
  /** Closes the database. Every later call rejects. */
  close(): void
}
