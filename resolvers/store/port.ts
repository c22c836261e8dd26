/**
 * The store port: the interface between the services and a database. It knows rows and their relations, but no rules.
 *
 * Every adapter guarantees, and `tests/store` checks:
 * - a transaction is all or nothing, and as isolated from others as it asks to be;
 * - rows are copied in and out: mutating one changes nothing in the store;
 * - the cost of a page does not depend on the number of rows: every list is read as one or more ranges of an index.
 *
 * Names are compared by code points. Rows, patches, search texts and cursors hold storable text only (`text.ts`); an id
 * or username that is not storable finds nothing.
 */

import type { Json } from '../../shared/json.ts'
import type {
  BookmarkRow,
  DeletedPostRow,
  FileRow,
  FileUseRow,
  FollowRow,
  IdempotencyKeyRow,
  PostRow,
  Profile,
  ReactionRow,
  UserRow,
  UserSummary,
} from './rows.ts'
import type { Bytes } from '../../shared/pictures/bytes.ts'
import type { IdCursor, Page, PageRequest, PostCursors, PostOrder, SearchCursor } from './pages.ts'

/** @public */
export { UnavailableError, UniqueViolationError, WriteConflictError } from './errors.ts'

export type { IdCursor, Page, PageRequest, PostCursors, PostOrder, SearchCursor } from './pages.ts'

/** Columns to set, and numbers to add to counters. A column that is not named, or undefined, does not change. */
export interface Patch<Settable, Counter extends string> {
  set?: { [Column in keyof Settable]?: Settable[Column] | undefined }
  add?: { [Column in Counter]?: number }
}

export type UserPatch = Patch<
  Profile & Pick<UserRow, 'updatedAt' | 'passwordHash'>,
  'postCount' | 'followerCount' | 'followingCount' | 'tokenVersion'
>
export type PostPatch = Patch<Omit<PostRow, 'id' | 'authorId' | 'createdAt' | 'likeCount'>, 'likeCount'>

/**
 * How a transaction locks a row until it ends: `reference` if it inserts rows that refer to it, so that no other
 * transaction removes it; `change` if it changes the row, so that no other one does; `remove` if it removes the row, so
 * that no other one locks it in any way. Transactions that ask for serialisable isolation need no locks.
 */
export type RowLock = 'reference' | 'change' | 'remove'

export interface UsersReader {
  /** Returns rows in the order of `ids`, `undefined` for an id that does not exist. */
  getMany(ids: readonly string[]): Promise<(UserRow | undefined)[]>
  /** Returns what `getMany` does, without the columns that may be long. */
  getSummaries(ids: readonly string[]): Promise<(UserSummary | undefined)[]>
  /** Returns the bios of these users, in the order of `ids`. */
  getBios(ids: readonly string[]): Promise<(string | undefined)[]>
  /** Compares exactly: case and spaces count. */
  byUsername(username: string): Promise<UserRow | undefined>
  /** Returns whether a removed user has left rows to `continueRemoval`. */
  hasUnfinishedRemoval(): Promise<boolean>
  /** Returns a page of all users in the order of sign-up. */
  page(order: 'OLDEST' | 'NEWEST', request: PageRequest<IdCursor>): Promise<Page<UserRow, IdCursor>>
  /**
   * Returns users whose first name contains `text`, both folded (`firstNames.ts`): names that start with it first, then
   * the others; each group sorted by the folded name, then by id. `text` must not be empty.
   */
  searchByFirstName(text: string, request: PageRequest<SearchCursor>): Promise<Page<UserRow, SearchCursor>>
}

export interface Users extends UsersReader {
  /** Locks a row and returns it, `undefined` if it does not exist. */
  lock(id: string, lock: RowLock): Promise<UserRow | undefined>
  /** Throws `UniqueViolationError` if the id or the username is taken. */
  insert(row: UserRow): Promise<void>
  /** Returns the row after the change, `undefined` if it does not exist. */
  patch(id: string, patch: UserPatch): Promise<UserRow | undefined>
  /**
   * Removes the user for good, with all rows that refer to them: posts and deleted posts with theirs, reactions,
   * bookmarks, follows, files with their uses, idempotency keys. Takes their likes and follows off the counts of others,
   * whose `updatedAt` becomes `now`; no like count falls below 0. Postgres removes a bounded number of these rows with the
   * user, and leaves the others to `continueRemoval`. Returns `undefined` if there is no such user.
   */
  remove(id: string, now: number): Promise<RemovedUser | undefined>
  /**
   * Removes further rows of a removed user, the newest posts first. Returns `undefined` if there is no such user, or if
   * other transactions continue each removal.
   */
  continueRemoval(now: number): Promise<RemovedUser | undefined>
}

/** What changed for others when rows of a user were removed. */
export interface RemovedUser {
  id: string
  /** The posts of the user, without those that were deleted before. */
  postIds: string[]
  /** The posts of others that the user liked. */
  likedPosts: { id: string; authorId: string }[]
  /** The users who followed the user or whom the user followed, each once. */
  linkedUserIds: string[]
  fileIds: string[]
}

export interface FeedRequest<Cursor> extends PageRequest<Cursor> {
  /** How many users the user follows, if it is known: Postgres reads the feed in another way if they are many. */
  followingCount?: number
}

export interface PostsReader {
  /** Returns rows in the order of `ids`, `undefined` for an id that does not exist. */
  getMany(ids: readonly string[]): Promise<(PostRow | undefined)[]>
  page<Order extends PostOrder>(
    order: Order,
    request: PageRequest<PostCursors[Order]>,
  ): Promise<Page<PostRow, PostCursors[Order]>>
  pageByAuthor<Order extends PostOrder>(
    authorId: string,
    order: Order,
    request: PageRequest<PostCursors[Order]>,
  ): Promise<Page<PostRow, PostCursors[Order]>>
  /** Returns the posts whose content has this folded tag (`shared/tags.ts`). */
  pageByTag<Order extends PostOrder>(
    tag: string,
    order: Order,
    request: PageRequest<PostCursors[Order]>,
  ): Promise<Page<PostRow, PostCursors[Order]>>
  /** Returns the number of posts with this folded tag. It is stored, not counted. */
  countByTag(tag: string): Promise<number>
  /**
   * Returns posts by this user and by the users they follow. The cost grows with the number of users followed, not with
   * the number of posts.
   */
  feed<Order extends PostOrder>(
    userId: string,
    order: Order,
    request: FeedRequest<PostCursors[Order]>,
  ): Promise<Page<PostRow, PostCursors[Order]>>
}

export interface Posts extends PostsReader {
  /** Locks a row and returns it, `undefined` if it does not exist. */
  lock(id: string, lock: RowLock): Promise<PostRow | undefined>
  /** Throws `UniqueViolationError` if the id is taken. */
  insert(row: PostRow): Promise<void>
  /** Returns the row after the change, `undefined` if it does not exist. */
  patch(id: string, patch: PostPatch): Promise<PostRow | undefined>
  /**
   * Moves the post to `deletedPosts`. Its reactions and bookmarks stay, but no list of a user's reactions or bookmarks
   * has them. Returns whether the post was there. Throws `UniqueViolationError` if a deleted post has its id.
   */
  remove(id: string, deletedAt: number): Promise<boolean>
  /** Undoes `remove`. Returns the post, `undefined` if it is not deleted. Throws `UniqueViolationError`. */
  restore(id: string): Promise<PostRow | undefined>
}

export interface ReactionsReader {
  /** Returns this user's reaction to each post, in the order of `postIds`. */
  ofUser(userId: string, postIds: readonly string[]): Promise<(ReactionRow | undefined)[]>
  /** Returns the reactions to these posts, sorted by id. With a limit, the latest ones of each post and kind. */
  ofPosts(postIds: readonly string[], limit?: number): Promise<ReactionRow[]>
  /** Returns the likes of one post, latest first. */
  pageOfLikes(postId: string, request: PageRequest<IdCursor>): Promise<Page<ReactionRow, IdCursor>>
  /** Returns the reactions of one user, those to the newest posts first. The id of a cursor is that of a post. */
  pageOfUser(userId: string, request: PageRequest<IdCursor>): Promise<Page<ReactionRow, IdCursor>>
}

export interface Reactions extends ReactionsReader {
  /**
   * Inserts a row, or replaces the one of its post and user. Returns the row that it replaced. Change or lock the post
   * first: this orders the reactions to it.
   */
  put(row: ReactionRow): Promise<ReactionRow | undefined>
}

export interface BookmarksReader {
  /** Returns this user's bookmark of each post, in the order of `postIds`. */
  ofUser(userId: string, postIds: readonly string[]): Promise<(BookmarkRow | undefined)[]>
  /** Returns all bookmarks of one user, sorted by id. */
  allOfUser(userId: string): Promise<BookmarkRow[]>
  /** Returns the bookmarks of one user, latest first. */
  page(userId: string, request: PageRequest<IdCursor>): Promise<Page<BookmarkRow, IdCursor>>
}

export interface Bookmarks extends BookmarksReader {
  /** Returns whether the bookmark is new. An existing one does not change. */
  insert(row: BookmarkRow): Promise<boolean>
  /** Returns whether it was there. */
  remove(userId: string, postId: string): Promise<boolean>
}

export interface FollowsReader {
  /** Returns this user's follow of each other user, in the order of `followeeIds`. */
  ofFollower(followerId: string, followeeIds: readonly string[]): Promise<(FollowRow | undefined)[]>
  /** Returns the follows by these users, sorted by id. With a limit, the latest ones of each user. */
  byFollowers(followerIds: readonly string[], limit?: number): Promise<FollowRow[]>
  /** Returns the follows of these users, sorted by id. With a limit, the latest ones of each user. */
  byFollowees(followeeIds: readonly string[], limit?: number): Promise<FollowRow[]>
  /** Returns the followers of this user, latest first. */
  pageOfFollowers(followeeId: string, request: PageRequest<IdCursor>): Promise<Page<FollowRow, IdCursor>>
  /** Returns the users that this user follows, latest first. */
  pageOfFollowing(followerId: string, request: PageRequest<IdCursor>): Promise<Page<FollowRow, IdCursor>>
}

export interface Follows extends FollowsReader {
  /** Returns whether the follow is new. An existing one does not change. */
  insert(row: FollowRow): Promise<boolean>
  /** Returns whether it was there. */
  remove(followerId: string, followeeId: string): Promise<boolean>
}

/** The posts that their authors can restore. */
export interface DeletedPostsReader {
  /** Returns the posts that were deleted before an instant, the earliest first, at most `limit`. */
  deletedBefore(instant: number, limit: number): Promise<Pick<DeletedPostRow, 'id' | 'mediaUrl'>[]>
}

export interface DeletedPosts extends DeletedPostsReader {
  get(id: string): Promise<DeletedPostRow | undefined>
  /** Also locks the posts, and leaves out those that another transaction has locked. */
  deletedBefore(instant: number, limit: number): Promise<Pick<DeletedPostRow, 'id' | 'mediaUrl'>[]>
  /**
   * Removes a post for good, with its reactions and bookmarks. If there are many of these, Postgres removes some of them
   * and returns false: call it again in another transaction. Returns true if the post is not deleted.
   */
  remove(id: string): Promise<boolean>
}

/** The requests with an idempotency key. */
export interface IdempotencyKeysReader {
  /** Returns whether there are rows that were used before an instant. */
  hasUsedBefore(instant: number): Promise<boolean>
}

export interface IdempotencyKeys extends IdempotencyKeysReader {
  get(userId: string, key: string): Promise<IdempotencyKeyRow | undefined>
  /**
   * Inserts a row, or replaces the one of its user and key if that was used at `expiredAt` or before. Returns the row that
   * it does not replace. A transaction that has inserted the same key first is awaited.
   */
  claim(row: IdempotencyKeyRow, expiredAt: number): Promise<IdempotencyKeyRow | undefined>
  /**
   * Removes the oldest rows that were used before an instant, at most `limit`, and none that another transaction has
   * locked. Returns how many.
   */
  removeUsedBefore(instant: number, limit: number): Promise<number>
}

/** The pictures and videos that are stored with the data, and what shows them. Their bytes are in the blob store. */
export interface FilesReader {
  /** Returns rows in the order of `ids`, `undefined` for an id that does not exist. */
  getMany(ids: readonly string[]): Promise<(FileRow | undefined)[]>
  /** Returns the ids of all files, the smallest first. */
  ids(request: PageRequest<string>): Promise<string[]>
  /** Returns whether any post or profile shows each file, in the order of `ids`. */
  areUsed(ids: readonly string[]): Promise<boolean[]>
  /** Returns the number of bytes of all files of this user. The cost grows with their number. */
  totalSizeOf(ownerId: string): Promise<number>
}

export interface Files extends FilesReader {
  /** Locks a row and returns it, `undefined` if it does not exist. */
  lock(id: string, lock: RowLock): Promise<FileRow | undefined>
  /**
   * Locks those of these files that exist and that no other transaction has locked, to remove them. Returns their ids, the
   * smallest first.
   */
  tryLock(ids: readonly string[]): Promise<string[]>
  /** Throws `UniqueViolationError` if the id is taken. */
  insert(row: FileRow): Promise<void>
  /** Removes a file. Returns whether it was there. */
  remove(id: string): Promise<boolean>
  /** Returns whether the use is new. */
  insertUse(row: FileUseRow): Promise<boolean>
  /** Returns whether it was there. */
  removeUse(fileId: string, usedBy: string): Promise<boolean>
}

/** Single values beside the tables: the token key, the time of seeding, the lab's settings. */
export interface MetaReader {
  get(key: string): Promise<Json | undefined>
}

export interface Meta extends MetaReader {
  put(key: string, value: Json): Promise<void>
}

/** The calls that need no transaction. */
export interface ReadTables {
  readonly users: UsersReader
  readonly posts: PostsReader
  readonly reactions: ReactionsReader
  readonly bookmarks: BookmarksReader
  readonly follows: FollowsReader
  readonly files: FilesReader
  readonly idempotencyKeys: IdempotencyKeysReader
  readonly deletedPosts: DeletedPostsReader
  readonly meta: MetaReader
}

/**
 * The lists that may lack the latest changes, because a replica is read: for pages on which nobody looks for their own last
 * change.
 */
export interface StaleReads {
  readonly users: Pick<UsersReader, 'page' | 'searchByFirstName'>
  readonly posts: Pick<PostsReader, 'page' | 'pageByAuthor' | 'pageByTag' | 'countByTag'>
}

/** The calls of a transaction. */
export interface Tables extends ReadTables {
  readonly users: Users
  readonly posts: Posts
  readonly reactions: Reactions
  readonly bookmarks: Bookmarks
  readonly follows: Follows
  readonly files: Files
  readonly idempotencyKeys: IdempotencyKeys
  readonly deletedPosts: DeletedPosts
  readonly meta: Meta
}

/** Bytes from `start` up to, but not including, `end`. */
export interface ByteRange {
  start: number
  end: number
}

export type { Bytes }

/** What `Response` takes as its body: a Blob, or a stream that reads from the store as it is read. */
export type Content = Blob | ReadableStream<Bytes>

/** An address outside of this host. */
export interface FileAddress {
  url: string
  /** How long a client may use it again, in seconds. */
  maxAge: number
}

/**
 * The bytes of files, by the id of their row. Its calls are not part of a transaction: put the bytes before the row is
 * inserted, and remove them after the row, so that every row has its bytes.
 */
export interface BlobStore {
  /**
   * Returns the bytes of a file, or some of them, without a type. A stream holds no connection to the database between
   * two reads, and fails if the file is removed before its end.
   */
  get(id: string, range?: ByteRange): Promise<Content | undefined>
  /**
   * Inserts or replaces. Returns the number of bytes. Rejects if `content` does; some of the bytes may be stored then, so
   * remove them. A store with addresses of its own serves them as `type`.
   */
  put(id: string, content: Iterable<Bytes> | AsyncIterable<Bytes>, type?: string): Promise<number>
  /** Succeeds also if there is nothing to remove. */
  remove(id: string): Promise<void>
  /** Returns the ids of stored bytes, the smallest first. */
  ids(request: PageRequest<string>): Promise<string[]>
  /**
   * Returns an address where a client can read the bytes of a file for a short time; undefined if it has to read them
   * through `get`. Absent: no file has an address.
   */
  addressOf?(id: string): Promise<FileAddress | undefined>
}

export interface TransactionOptions {
  /**
   * By default a transaction is serialisable: the result is as if it ran alone among those. With `read committed`, each
   * call sees what others have committed before it, and only rows that the transaction has locked or changed stay as they
   * are. Such transactions wait for one another only if they change the same rows, so use it for changes that one row
   * decides: change or lock that row first, decide by what this returns, and lock every row that an inserted one refers
   * to. Memory and IndexedDB run every transaction alone.
   */
  isolation?: 'serializable' | 'read committed'
  /**
   * The id of a row that many users may change at once, such as a popular post. Transactions with the same one take turns
   * before they occupy a connection, so that the others do not wait for them.
   */
  popularRow?: string | undefined
  /** With `relaxed` the promise resolves before the changes are on the disk: for changes that can be repeated. */
  durability?: 'relaxed'
}

export interface Store {
  /**
   * Each call rejects with `UnavailableError` if the database does not answer it, and has changed nothing then. It reads
   * the last committed state, or waits until the open transactions have ended. It never deadlocks: if `work` of a
   * transaction awaits such a call, the call is answered or the transaction fails.
   */
  readonly read: ReadTables
  /** Absent if the store has no replica. The host bounds how far it may be behind. */
  readonly staleReads?: StaleReads | undefined
  /**
   * Runs `work` in a transaction. If `work` throws, or if a call on `tx` fails, awaited or not, everything is undone and
   * the error is rethrown. After a write conflict with another transaction `work` runs again; if conflicts persist, the
   * promise rejects with `WriteConflictError`. So `work` must have no effects but those of its calls on `tx`. It may await
   * only these calls: if it awaits anything else, IndexedDB commits what was written so far.
   */
  transaction<T>(work: (tx: Tables) => Promise<T>, options?: TransactionOptions): Promise<T>
  readonly blobs: BlobStore
  /** Closes the database once the calls before have ended. Every later call rejects. */
  close(): Promise<void>
}
