import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'

import { array, number, object, string, unknown } from 'valibot'

import type { FirstNameKey } from '../firstNameKeys.ts'
import { rowSchemas, tableNames, transientRowSchemas, transientTableNames } from '../rows.ts'
import type { Version } from './versions.ts'
import type {
  BookmarkRow,
  DeletedPostRow,
  FileRow,
  FileUseRow,
  FollowRow,
  IdempotencyKeyRow,
  Json,
  PostRow,
  ReactionRow,
  UserRow,
} from '../rows.ts'
import type { TagCount, TagKey } from '../tagKeys.ts'
import { upgradeTo4 } from './upgradeTo4.ts'
import { upgradeTo5 } from './upgradeTo5.ts'

/** A stored user. The keys of `byFirstName` are beside the row, so that they cannot clash with one of its fields. */
interface UserRecord {
  row: UserRow
  firstNameKeys: FirstNameKey[]
}

/** A stored post, and the keys of `byTag`. */
export type PostRecord = PostRow & { tagKeys: TagKey[] }

/** The keys of tables are arrays, even of one part, and so are those of indexes. */
export interface WeftSchema extends DBSchema {
  users: {
    key: [id: string]
    value: UserRecord
    indexes: { byUsername: [username: string]; byFirstName: FirstNameKey }
  }
  posts: {
    key: [id: string]
    value: PostRecord
    indexes: {
      byLikes: [likeCount: number, id: string]
      byAuthor: [authorId: string, id: string]
      byAuthorAndLikes: [authorId: string, likeCount: number, id: string]
      byTag: TagKey
    }
  }
  reactions: {
    key: [postId: string, userId: string]
    value: ReactionRow
    indexes: { byKind: [postId: string, kind: string, id: string]; byUser: [userId: string, postId: string] }
  }
  bookmarks: {
    key: [userId: string, postId: string]
    value: BookmarkRow
    indexes: { byUser: [userId: string, id: string]; byPost: [postId: string, userId: string] }
  }
  follows: {
    key: [followerId: string, followeeId: string]
    value: FollowRow
    indexes: { byFollower: [followerId: string, id: string]; byFollowee: [followeeId: string, id: string] }
  }
  files: {
    key: [id: string]
    value: FileRow
    indexes: { byOwner: [ownerId: string, id: string] }
  }
  fileUses: { key: [fileId: string, usedBy: string]; value: FileUseRow }
  tagCounts: { key: [tag: string]; value: TagCount }
  deletedPosts: {
    key: [id: string]
    value: DeletedPostRow
    indexes: { byAuthor: [authorId: string, id: string]; byDeletion: [deletedAt: number, id: string] }
  }
  idempotencyKeys: {
    key: [userId: string, key: string]
    value: IdempotencyKeyRow
    indexes: { byUse: [usedAt: number, userId: string, key: string] }
  }
  meta: { key: string; value: Json }
  /** By the id of the file. A Blob was written before version 3; `new Blob([content])` accepts both. */
  blobs: { key: string; value: ArrayBuffer | Blob }
}

export type StoreName = StoreNames<WeftSchema>
export type Database = IDBPDatabase<WeftSchema>
export type ReadTransaction = IDBPTransaction<WeftSchema, StoreName[], IDBTransactionMode>
export type WriteTransaction = IDBPTransaction<WeftSchema, StoreName[], 'readwrite'>

/** The object stores of all rows and single values. */
export const TABLE_STORES: StoreName[] = [...tableNames, ...transientTableNames, 'tagCounts', 'meta']
export const ALL_STORES: StoreName[] = [...TABLE_STORES, 'blobs']

/** The schema of the records of each object store, except `blobs`: one may be a whole video. */
export const recordSchemas = {
  ...rowSchemas,
  ...transientRowSchemas,
  users: object({ row: rowSchemas.users }),
  posts: object({ ...rowSchemas.posts.entries, tagKeys: array(unknown()) }),
  tagCounts: object({ tag: string(), postCount: number() }),
  meta: unknown(),
}

/** All versions, oldest first. Add new ones at the end; never change one that has been released. */
export const VERSIONS: readonly Version[] = [
  {
    stores: {
      users: {
        keyPath: ['row.id'],
        indexes: {
          byUsername: { keyPath: ['row.username'], unique: true },
          byFirstName: { keyPath: 'firstNameKeys', multiEntry: true },
        },
      },
      posts: {
        keyPath: ['id'],
        indexes: {
          byLikes: { keyPath: ['likeCount', 'id'] },
          byAuthor: { keyPath: ['authorId', 'id'] },
          byAuthorAndLikes: { keyPath: ['authorId', 'likeCount', 'id'] },
        },
      },
      reactions: {
        keyPath: ['postId', 'userId'],
        indexes: { byKind: { keyPath: ['postId', 'kind', 'id'], unique: true } },
      },
      bookmarks: {
        keyPath: ['userId', 'postId'],
        indexes: {
          byUser: { keyPath: ['userId', 'id'], unique: true },
          byPost: { keyPath: ['postId', 'userId'] },
        },
      },
      follows: {
        keyPath: ['followerId', 'followeeId'],
        indexes: {
          byFollower: { keyPath: ['followerId', 'id'], unique: true },
          byFollowee: { keyPath: ['followeeId', 'id'], unique: true },
        },
      },
      meta: { keyPath: null, indexes: {} },
    },
  },
  {
    stores: {
      files: {
        keyPath: ['id'],
        indexes: { byOwnerAndUse: { keyPath: ['ownerId', 'usedBy.length', 'id'], unique: true } },
      },
    },
  },
  /**
   * Since this version, files are written as bytes instead of Blobs. Existing Blobs are not converted, because an
   * upgrade transaction ends before a Blob has been read. The version stops tabs and workers of earlier builds, which
   * expect Blobs.
   */
  {},
  {
    stores: {
      files: { keyPath: ['id'], indexes: { byOwner: { keyPath: ['ownerId', 'id'], unique: true } } },
      fileUses: { keyPath: ['fileId', 'usedBy'], indexes: {} },
      blobs: { keyPath: null, indexes: {} },
    },
    upgrade: upgradeTo4,
  },
  {
    stores: {
      posts: {
        keyPath: ['id'],
        indexes: {
          byLikes: { keyPath: ['likeCount', 'id'] },
          byAuthor: { keyPath: ['authorId', 'id'] },
          byAuthorAndLikes: { keyPath: ['authorId', 'likeCount', 'id'] },
          byTag: { keyPath: 'tagKeys', multiEntry: true },
        },
      },
      reactions: {
        keyPath: ['postId', 'userId'],
        indexes: {
          byKind: { keyPath: ['postId', 'kind', 'id'], unique: true },
          byUser: { keyPath: ['userId', 'postId'], unique: true },
        },
      },
      tagCounts: { keyPath: ['tag'], indexes: {} },
      deletedPosts: {
        keyPath: ['id'],
        indexes: { byAuthor: { keyPath: ['authorId', 'id'] }, byDeletion: { keyPath: ['deletedAt', 'id'] } },
      },
      idempotencyKeys: {
        keyPath: ['userId', 'key'],
        indexes: { byUse: { keyPath: ['usedAt', 'userId', 'key'] } },
      },
    },
    upgrade: upgradeTo5,
  },
]

/** Runs one call in an IndexedDB transaction. `work` may await only requests to that transaction. */
export type Run<Tx extends ReadTransaction> = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
