import { array, number, object, string, unknown } from 'valibot'

import type { FirstNameKey } from '../search/firstNameKeys.ts'
import { rowShapes, tableNames, transientRowShapes, transientTableNames } from '../rows.ts'
import type { Json } from '../../../shared/json.ts'
import type {
  BookmarkRow,
  DeletedPostRow,
  FileRow,
  FileUseRow,
  FollowRow,
  IdempotencyKeyRow,
  PostRow,
  PrimaryKey,
  ReactionRow,
  UserRow,
} from '../rows.ts'
import type { TagCount, TagKey } from '../search/tagKeys.ts'

/** A stored user. The keys of `byFirstName` are beside the row, so that they cannot clash with one of its fields. */
export interface UserRecord {
  row: UserRow
  firstNameKeys: FirstNameKey[]
}

/** A stored post, and the keys of `byTag`. */
export type PostRecord = PostRow & { tagKeys: TagKey[] }

/** The object stores of a database. The keys of tables are arrays, even of one part, and so are those of indexes. */
export interface ObjectStores {
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
  fileUses: { key: PrimaryKey<'fileUses'>; value: FileUseRow; indexes: NoIndexes }
  tagCounts: { key: [tag: string]; value: TagCount; indexes: NoIndexes }
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
  meta: { key: string; value: Json; indexes: NoIndexes }
  /** By the id of the file. */
  blobs: { key: string; value: ArrayBuffer; indexes: NoIndexes }
}

type NoIndexes = Record<string, never>

export type StoreName = keyof ObjectStores

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
