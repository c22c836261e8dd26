import type { StoreName } from '../sorted/objectStores.ts'
import type { IndexName, StoreKey, StoreRecord } from '../sorted/transaction.ts'
import { Table, type TableLayout } from './table.ts'

type TableOf<Name extends StoreName> = Table<StoreKey<Name>, StoreRecord<Name>, IndexName<Name>>

/** The contents of a memory store at one instant. */
export type Data = { readonly [Name in StoreName]: TableOf<Name> }

const layouts: { readonly [Name in StoreName]: TableLayout<StoreKey<Name>, StoreRecord<Name>, IndexName<Name>> } = {
  users: {
    copy: ({ row, firstNameKeys }) => ({ row: { ...row, extra: structuredClone(row.extra) }, firstNameKeys }),
    primaryKeyOf: ({ row }) => [row.id],
    indexes: { byUsername: ({ row }) => [[row.username]], byFirstName: ({ firstNameKeys }) => firstNameKeys },
    unique: 'byUsername',
  },
  posts: {
    copy: copyFlat,
    primaryKeyOf: ({ id }) => [id],
    indexes: {
      byLikes: ({ likeCount, id }) => [[likeCount, id]],
      byAuthor: ({ authorId, id }) => [[authorId, id]],
      byAuthorAndLikes: ({ authorId, likeCount, id }) => [[authorId, likeCount, id]],
      byTag: ({ tagKeys }) => tagKeys,
    },
  },
  reactions: {
    copy: copyFlat,
    primaryKeyOf: ({ postId, userId }) => [postId, userId],
    indexes: {
      byKind: ({ postId, kind, id }) => [[postId, kind, id]],
      byUser: ({ userId, postId }) => [[userId, postId]],
    },
  },
  bookmarks: {
    copy: copyFlat,
    primaryKeyOf: ({ userId, postId }) => [userId, postId],
    indexes: {
      byUser: ({ userId, id }) => [[userId, id]],
      byPost: ({ postId, userId }) => [[postId, userId]],
    },
  },
  follows: {
    copy: copyFlat,
    primaryKeyOf: ({ followerId, followeeId }) => [followerId, followeeId],
    indexes: {
      byFollower: ({ followerId, id }) => [[followerId, id]],
      byFollowee: ({ followeeId, id }) => [[followeeId, id]],
    },
  },
  files: { copy: copyFlat, primaryKeyOf: ({ id }) => [id], indexes: { byOwner: ({ ownerId, id }) => [[ownerId, id]] } },
  fileUses: { copy: copyFlat, primaryKeyOf: ({ fileId, usedBy }) => [fileId, usedBy], indexes: {} },
  tagCounts: { copy: copyFlat, primaryKeyOf: ({ tag }) => [tag], indexes: {} },
  deletedPosts: {
    copy: copyFlat,
    primaryKeyOf: ({ id }) => [id],
    indexes: {
      byAuthor: ({ authorId, id }) => [[authorId, id]],
      byDeletion: ({ deletedAt, id }) => [[deletedAt, id]],
    },
  },
  idempotencyKeys: {
    copy: copyFlat,
    primaryKeyOf: ({ userId, key }) => [userId, key],
    indexes: { byUse: ({ usedAt, userId, key }) => [[usedAt, userId, key]] },
  },
  // Browsers refuse to call `structuredClone` as a method of an object.
  meta: { copy: (value) => structuredClone(value), indexes: {} },
  blobs: { copy: (bytes) => bytes.slice(0), indexes: {} },
}

/** Copies a record of which only primitive values are ever read. */
function copyFlat<Value extends object>(value: Value): Value {
  return { ...value }
}

export function createData(): Data {
  return tablesOf((name) => new Table(layouts[name]))
}

/** Returns the same contents. Changing either does not change the other. */
export function fork(data: Data): Data {
  return tablesOf((name) => data[name].fork())
}

function tablesOf(tableOf: <Name extends StoreName>(name: Name) => TableOf<Name>): Data {
  return {
    users: tableOf('users'),
    posts: tableOf('posts'),
    reactions: tableOf('reactions'),
    bookmarks: tableOf('bookmarks'),
    follows: tableOf('follows'),
    files: tableOf('files'),
    fileUses: tableOf('fileUses'),
    tagCounts: tableOf('tagCounts'),
    deletedPosts: tableOf('deletedPosts'),
    idempotencyKeys: tableOf('idempotencyKeys'),
    meta: tableOf('meta'),
    blobs: tableOf('blobs'),
  }
}
