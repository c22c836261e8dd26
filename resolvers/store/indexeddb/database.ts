import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'

import { array, number, object, string, unknown } from 'valibot'

import type { FirstNameKey } from '../search/firstNameKeys.ts'
import { rowShapes, tableNames, transientRowShapes, transientTableNames } from '../rows.ts'
import type {
  BookmarkRow,
  DeletedPostRow,
  FileRow,
  FileUseRow,
  FollowRow,
  IdempotencyKeyRow,
  Json,
  PostRow,
  PrimaryKey,
  ReactionRow,
  UserRow,
} from '../rows.ts'
import type { TagCount, TagKey } from '../search/tagKeys.ts'

/** A stored user. The keys of `byFirstName` are beside the row, so that they cannot clash with one of its fields. */
interface UserRecord {
  row: UserRow
  firstNameKeys: FirstNameKey[]
}

/** A stored post, and the keys of `byTag`. */
export type PostRecord = PostRow & { tagKeys: TagKey[] }

/** The object stores of a database. The keys of tables are arrays, even of one part, and so are those of indexes. */
export interface ObjectStores extends DBSchema {
  users: {
    key: PrimaryKey<'users'>
    value: UserRecord
    indexes: { byUsername: [username: string]; byFirstName: FirstNameKey }
  }
  posts: {
    key: PrimaryKey<'posts'>
    value: PostRecord
    indexes: {
      byLikes: [likeCount: number, id: string]
      byAuthor: [authorId: string, id: string]
      byAuthorAndLikes: [authorId: string, likeCount: number, id: string]
      byTag: TagKey
    }
  }
  reactions: {
    key: PrimaryKey<'reactions'>
    value: ReactionRow
    indexes: { byKind: [postId: string, kind: string, id: string]; byUser: [userId: string, postId: string] }
  }
  bookmarks: {
    key: PrimaryKey<'bookmarks'>
    value: BookmarkRow
    indexes: { byUser: [userId: string, id: string]; byPost: [postId: string, userId: string] }
  }
  follows: {
    key: PrimaryKey<'follows'>
    value: FollowRow
    indexes: { byFollower: [followerId: string, id: string]; byFollowee: [followeeId: string, id: string] }
  }
  files: {
    key: PrimaryKey<'files'>
    value: FileRow
    indexes: { byOwner: [ownerId: string, id: string] }
  }
  fileUses: { key: PrimaryKey<'fileUses'>; value: FileUseRow }
  tagCounts: { key: [tag: string]; value: TagCount }
  deletedPosts: {
    key: PrimaryKey<'deletedPosts'>
    value: DeletedPostRow
    indexes: { byAuthor: [authorId: string, id: string]; byDeletion: [deletedAt: number, id: string] }
  }
  idempotencyKeys: {
    key: PrimaryKey<'idempotencyKeys'>
    value: IdempotencyKeyRow
    indexes: { byUse: [usedAt: number, userId: string, key: string] }
  }
  meta: { key: string; value: Json }
  /** By the id of the file. */
  blobs: { key: string; value: ArrayBuffer }
}

export type StoreName = StoreNames<ObjectStores>
export type Database = IDBPDatabase<ObjectStores>
export type ReadTransaction = IDBPTransaction<ObjectStores, StoreName[], IDBTransactionMode>
export type WriteTransaction = IDBPTransaction<ObjectStores, StoreName[], 'readwrite'>

/** The object stores of all rows and single values. */
export const TABLE_STORES: StoreName[] = [...tableNames, ...transientTableNames, 'tagCounts', 'meta']
export const ALL_STORES: StoreName[] = [...TABLE_STORES, 'blobs']

/** The shape of the records of each object store, except `blobs`: one may be a whole video. */
export const recordShapes = {
  ...rowShapes,
  ...transientRowShapes,
  users: object({ row: rowShapes.users }),
  posts: object({ ...rowShapes.posts.entries, tagKeys: array(unknown()) }),
  tagCounts: object({ tag: string(), postCount: number() }),
  meta: unknown(),
}

/** Runs one call in an IndexedDB transaction. `work` may await only requests to that transaction. */
export type WithTransaction<Tx extends ReadTransaction> = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
