/**
 * The store port: the interface between the services and a database. It knows rows and their relations, but no rules.
 *
 * Every adapter guarantees, and `tests/store` checks:
 * - a transaction is all or nothing, and as isolated from others as it asks to be;
 * - rows are copied in and out: mutating one changes nothing in the store;
 * - the cost of a page does not depend on the number of rows: every list is read as one or more ranges of an index;
 * - one call reads the pages of many lists, in the order of the requests. Postgres reads them with one statement.
 *
 * Names are compared by code points. Rows, patches, search texts and cursors hold storable text only (`text.ts`); an id
 * or username that is not storable finds nothing.
 */

import type { Json } from '../../shared/json.ts'
import type { Bytes } from '../../shared/pictures/bytes.ts'
import type { EventRow, NewEvent, PostRow, UserRow, UserSummary } from './rows.ts'
import type {
  FeedRequest,
  IdCursor,
  ListRange,
  ListRequest,
  NameCursor,
  Page,
  PageRequest,
  PostCursors,
  PostOrder,
  PostSearch,
  SearchCursor,
} from './pages.ts'
import {
  byTable,
  plainTables,
  type AnyTable,
  type CursorOf,
  type IndexName,
  type KeyOf,
  type PlainTable,
  type RowOf,
} from './tables.ts'

/** @public */
export { UnavailableError, UniqueViolationError, WriteConflictError } from './errors.ts'

export type {
  FeedRequest,
  IdCursor,
  ListRange,
  ListRequest,
  NameCursor,
  Page,
  PageRequest,
  PostCursors,
  PostOrder,
  PostSearch,
  SearchCursor,
  SearchScope,
} from './pages.ts'

/** Columns to set, and numbers to add to counters. A column that is not named, or undefined, does not change. */
export interface Patch<Settable, Counter extends string = string> {
  set?: { [Column in keyof Settable]?: Settable[Column] | undefined }
  add?: { [Column in Counter]?: number }
}

/** The columns of a table whose values are numbers. */
type NumberOf<Row> = { [Column in keyof Row]: Row[Column] extends number ? Column : never }[keyof Row] & string

export type PatchOf<Table extends AnyTable> = Patch<RowOf<Table>, NumberOf<RowOf<Table>>>

/**
 * How a transaction locks a row until it ends: `reference` if it inserts rows that refer to it, so that no other
 * transaction removes it; `change` if it changes the row, so that no other one does; `remove` if it removes the row, so
 * that no other one locks it in any way.
 */
export type RowLock = 'reference' | 'change' | 'remove'

/** What every table can be asked. */
export interface TableReader<Table extends AnyTable> {
  /** Returns the row with this key. */
  get(key: KeyOf<Table>): Promise<RowOf<Table> | undefined>
  /** Returns rows in the order of the keys, `undefined` for a key that no row has. */
  getMany(keys: readonly KeyOf<Table>[]): Promise<(RowOf<Table> | undefined)[]>
  /** Returns a page of a list, by default the last row first. */
  page<Index extends IndexName<Table>>(
    index: Index,
    request: ListRequest<Table, Index>,
  ): Promise<Page<RowOf<Table>, CursorOf<Table, Index>>>
  /** Returns the number of rows of a list between two places, by default of all. The cost grows with it. */
  count<Index extends IndexName<Table>>(index: Index, range: ListRange<Table, Index>): Promise<number>
  /** Returns a page of each of many lists, by default the last row first. All have one direction. */
  pages<Index extends IndexName<Table>>(
    index: Index,
    requests: readonly ListRequest<Table, Index>[],
  ): Promise<Page<RowOf<Table>, CursorOf<Table, Index>>[]>
}

/** What a transaction can do with every table. */
export interface TableWriter<Table extends AnyTable> extends TableReader<Table> {
  /** Locks a row and returns it, `undefined` if it does not exist. */
  lock(key: KeyOf<Table>, lock: RowLock): Promise<RowOf<Table> | undefined>
  /** Locks those of these rows that no other transaction has locked, to remove them. Returns them, sorted by key. */
  tryLock(keys: readonly KeyOf<Table>[]): Promise<RowOf<Table>[]>
  /** Throws `UniqueViolationError` if the key, or what else is unique, of a row is taken. */
  insert(...rows: readonly RowOf<Table>[]): Promise<void>
  /** Inserts a row unless there is one with its key. Returns whether it is new. */
  insertIfNew(row: RowOf<Table>): Promise<boolean>
  /** Inserts a row, or replaces the one with its key. Returns the row that it replaced. */
  put(row: RowOf<Table>): Promise<RowOf<Table> | undefined>
  /** Returns the row after the change, `undefined` if it does not exist. */
  patch(key: KeyOf<Table>, patch: PatchOf<Table>): Promise<RowOf<Table> | undefined>
  /** Returns how many rows with these keys there were. */
  remove(...keys: readonly KeyOf<Table>[]): Promise<number>
}

export interface UsersReader extends TableReader<'users'> {
  /** Returns what `getMany` does, without the columns that may be long: Postgres stores these elsewhere. */
  getSummaries(ids: readonly string[]): Promise<(UserSummary | undefined)[]>
  /** Returns the bios of these users, in the order of `ids`. */
  getBios(ids: readonly string[]): Promise<(string | undefined)[]>
  /** Compares exactly: case and spaces count. */
  byUsername(username: string): Promise<UserRow | undefined>
  /** Returns whether a removed user has left rows to `continueRemoval`. */
  hasUnfinishedRemoval(): Promise<boolean>
  /** Returns a page of the users whom this user does not follow, without the user, the latest sign-up first. */
  pageOfNotFollowed(followerId: string, request: PageRequest<IdCursor>): Promise<Page<UserRow, IdCursor>>
}

/** What texts find. Case, accents, width and normal form do not matter, but an exact spelling of a name comes first. */
export interface SearchIndex {
  /**
   * Returns users whose first name contains `text`: first the name that is spelled like it, then names that start with it,
   * sorted by name, then the others, sorted by the part that starts with it. Users with the same name are sorted by id.
   */
  usersByFirstName(text: string, request: PageRequest<SearchCursor>): Promise<Page<UserRow, SearchCursor>>
  /**
   * Returns the shown posts that have all words of a text, the last one also as the start of a word
   * (`shared/searchWords.ts`), the newest first. Looks for the words in an index, or in the newest posts if these have them
   * often.
   */
  posts(search: PostSearch, request: PageRequest<IdCursor>): Promise<Page<PostRow, IdCursor>>
  /**
   * Returns users whose names have words that start with the words of a text, or whose username starts with a text after
   * `@`: first the name that is spelled like the text, then those with the same words, sorted by their spelling, then the
   * others, sorted by the word that starts with the longest one of the text. Equal ones are sorted by id.
   */
  users(text: string, request: PageRequest<NameCursor>): Promise<Page<UserRow, NameCursor>>
}

export type UserPatch = Patch<
  Omit<UserRow, 'id' | 'username' | 'firstName' | 'lastName'>,
  'postCount' | 'followerCount' | 'followingCount' | 'tokenVersion'
>

export interface Users extends UsersReader, Pick<TableWriter<'users'>, 'lock' | 'insert'> {
  /** The name by which the search finds a user stays. */
  patch(id: string, patch: UserPatch): Promise<UserRow | undefined>
  /**
   * Removes the user for good, with all rows that refer to them: posts with theirs (see `purge`), reactions, bookmarks,
   * follows, files with their uses, idempotency keys. Takes their likes, follows and replies off the counts of others; likes
   * and follows make their `updatedAt` become `now`. No count of likes falls below 0. Postgres removes a bounded number of
   * these rows with the user, and leaves the others to `continueRemoval`. Returns `undefined` if there is no such user.
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
  /** The posts of the user that were shown. */
  postIds: string[]
  /** The posts of others that the user liked or answered, and that are shown. */
  changedPosts: { id: string; authorId: string }[]
  /** The users who followed the user or whom the user followed, each once. */
  linkedUserIds: string[]
  fileIds: string[]
}

export interface PostsReader extends TableReader<'posts'> {
  /** Returns the posts whose content has this folded tag (`shared/tags.ts`). */
  pageByTag<Order extends PostOrder>(
    tag: string,
    order: Order,
    request: PageRequest<PostCursors[Order]>,
  ): Promise<Page<PostRow, PostCursors[Order]>>
  /** Returns the number of posts with this folded tag. It is stored, not counted. */
  countByTag(tag: string): Promise<number>
  /**
   * Returns for each of these posts those that it answers: its parent, the parent of this, and so on, the nearest first, at
   * most `limit`. The cost grows with their number.
   */
  ancestors(ids: readonly string[], limit: number): Promise<PostRow[][]>
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

/** The lists and counts have only posts that are shown; `get`, `getMany` and `patch` find all. */
export interface Posts extends PostsReader, Pick<TableWriter<'posts'>, 'lock' | 'tryLock' | 'insert' | 'patch'> {
  /**
   * Removes posts for good that are not shown, with their reactions and bookmarks. A post that others answer is gone, but
   * its row stays, until its last reply is removed. If there are many reactions or bookmarks, Postgres removes some of them
   * and returns false: call it again in another transaction.
   */
  purge(...ids: readonly string[]): Promise<boolean>
}

export interface FilesReader extends TableReader<'files'> {
  /** Returns the number of bytes of all files of this user. The cost grows with their number. */
  totalSizeOf(ownerId: string): Promise<number>
}

/** Single values beside the tables: the token key, the time of seeding, the lab's settings. */
export interface MetaReader {
  get(key: string): Promise<Json | undefined>
}

export interface Meta extends MetaReader {
  put(key: string, value: Json): Promise<void>
}

/** The events of committed changes. Their numbers are 1, 2, 3 … */
export interface EventsReader {
  /** Returns the number of the last event, 0 before the first one. */
  lastNumber(): Promise<number>
  /** Returns the stored events after the one with this number, in their order, at most `limit`. */
  after(number: number, limit: number): Promise<EventRow[]>
}

export interface EventsWriter extends EventsReader {
  /**
   * Adds events, once in a transaction. Over Postgres they have no number before `numberEvents` (`postgres/store.ts`) has
   * been called after the commit: transactions do not end in the order in which they write.
   */
  append(events: readonly NewEvent[]): Promise<void>
  /** Removes the oldest events that happened before an instant, at most `limit`. Returns how many. */
  removeBefore(instant: number, limit: number): Promise<number>
}

type PlainReaders = { readonly [Table in PlainTable]: TableReader<Table> }
type PlainWriters = { readonly [Table in PlainTable]: TableWriter<Table> }

export function plainReaders(readerOf: <Table extends PlainTable>(table: Table) => TableReader<Table>): PlainReaders
// The types say what the names do, also of the next function.
export function plainReaders(readerOf: (table: PlainTable) => unknown): unknown {
  return byTable(plainTables, readerOf)
}

export function plainWriters(writerOf: <Table extends PlainTable>(table: Table) => TableWriter<Table>): PlainWriters
export function plainWriters(writerOf: (table: PlainTable) => unknown): unknown {
  return byTable(plainTables, writerOf)
}

/** The calls that need no transaction. */
export interface ReadTables extends PlainReaders {
  readonly users: UsersReader
  readonly posts: PostsReader
  /** The pictures and videos that are stored with the data. Their bytes are in the blob store. */
  readonly files: FilesReader
  readonly search: SearchIndex
  readonly events: EventsReader
  readonly meta: MetaReader
}

/** The calls of a transaction. */
export interface Tables extends PlainWriters {
  readonly users: Users
  readonly posts: Posts
  readonly files: FilesReader & TableWriter<'files'>
  readonly search: SearchIndex
  readonly events: EventsWriter
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
  /** Whether it takes turns with the other transactions that have this option, and with those of `Administration`. */
  isExclusive?: boolean
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
  /**
   * Runs `work` in a transaction. Each call sees what others have committed before it, and only rows that the transaction
   * has locked or changed stay as they are. Such transactions wait for one another only if they change the same rows: so
   * change or lock the row first that decides, decide by what this returns, and lock every row that an inserted one refers
   * to. Memory and IndexedDB run every transaction alone.
   *
   * If `work` throws, or if a call on `tx` fails, awaited or not, everything is undone and
   * the error is rethrown. After a write conflict with another transaction `work` runs again; if conflicts persist, the
   * promise rejects with `WriteConflictError`. So `work` must have no effects but those of its calls on `tx`. It may await
   * only these calls: if it awaits anything else, IndexedDB commits what was written so far.
   */
  transaction<T>(work: (tx: Tables) => Promise<T>, options?: TransactionOptions): Promise<T>
  readonly blobs: BlobStore
  /** Closes the database once the calls before have ended. Every later call rejects. */
  close(): Promise<void>
}
