import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'

import type { FirstNameKey } from '../firstNameIndex.ts'
import { tableNames } from '../rows.ts'
import type { BookmarkRow, FileRow, FollowRow, Json, PostRow, ReactionRow, UserRow } from '../rows.ts'

/** A member as stored: the keys for `byFirstName` stand beside the row, so that no field of a row can clash with them. */
interface UserRecord {
  row: UserRow
  firstNameKeys: FirstNameKey[]
}

/** Keys are arrays throughout, even of one part: so a position is always a key without its prefix. */
export interface WeftSchema extends DBSchema {
  users: {
    key: [id: string]
    value: UserRecord
    indexes: { byUsername: [username: string]; byFirstName: FirstNameKey }
  }
  posts: {
    key: [id: string]
    value: PostRow
    indexes: {
      byLikes: [likeCount: number, id: string]
      byAuthor: [authorId: string, id: string]
      byAuthorAndLikes: [authorId: string, likeCount: number, id: string]
    }
  }
  reactions: {
    key: [postId: string, userId: string]
    value: ReactionRow
    indexes: { byKind: [postId: string, kind: string, id: string] }
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
    indexes: { byOwnerAndUse: [ownerId: string, uses: number, id: string] }
  }
  meta: { key: string; value: Json }
}

export type StoreName = StoreNames<WeftSchema>
export type Database = IDBPDatabase<WeftSchema>
export type Reading = IDBPTransaction<WeftSchema, StoreName[], IDBTransactionMode>
export type Writing = IDBPTransaction<WeftSchema, StoreName[], 'readwrite'>

export const STORE_NAMES: StoreName[] = [...tableNames, 'meta']

/** What a step needs of a database. layout.ts has one of paper, to learn what a sound database looks like. */
export interface Builder {
  createObjectStore(
    name: StoreName,
    options?: { keyPath?: string | string[] | null; autoIncrement?: boolean },
  ): { createIndex(name: string, keyPath: string | string[], options?: IDBIndexParameters): unknown }
}

/** What leads from each version to the next: add steps at the end, and never change one that has been released. */
const UPGRADES: ((db: Builder) => void)[] = [createStores, addFiles]

/** The version that this code reads and writes. */
export const VERSION = UPGRADES.length

/** Brings a database of any earlier version (0: there is none yet) to `VERSION`. */
export function upgrade(db: Builder, oldVersion: number): void {
  for (const step of UPGRADES.slice(oldVersion)) step(db)
}

function createStores(db: Builder): void {
  const unique = { unique: true }

  const users = db.createObjectStore('users', { keyPath: ['row.id'] })
  users.createIndex('byUsername', ['row.username'], unique)
  users.createIndex('byFirstName', 'firstNameKeys', { multiEntry: true })

  const posts = db.createObjectStore('posts', { keyPath: ['id'] })
  posts.createIndex('byLikes', ['likeCount', 'id'])
  posts.createIndex('byAuthor', ['authorId', 'id'])
  posts.createIndex('byAuthorAndLikes', ['authorId', 'likeCount', 'id'])

  const reactions = db.createObjectStore('reactions', { keyPath: ['postId', 'userId'] })
  reactions.createIndex('byKind', ['postId', 'kind', 'id'], unique)

  const bookmarks = db.createObjectStore('bookmarks', { keyPath: ['userId', 'postId'] })
  bookmarks.createIndex('byUser', ['userId', 'id'], unique)
  bookmarks.createIndex('byPost', ['postId', 'userId'])

  const follows = db.createObjectStore('follows', { keyPath: ['followerId', 'followeeId'] })
  follows.createIndex('byFollower', ['followerId', 'id'], unique)
  follows.createIndex('byFollowee', ['followeeId', 'id'], unique)

  db.createObjectStore('meta')
}

function addFiles(db: Builder): void {
  const files = db.createObjectStore('files', { keyPath: ['id'] })
  files.createIndex('byOwnerAndUse', ['ownerId', 'usedBy.length', 'id'], { unique: true })
}
