import { patcher } from '../patcher.ts'
import { UniqueViolationError } from '../port.ts'
import type { AdminWriter } from '../administration.ts'
import type { Tables } from '../port.ts'
import type { Rows, TableName, UserRow } from '../rows.ts'
import type { Data } from './data.ts'
import { rowsBefore } from './indexRanges.ts'
import { insertPost, patchPost, purgePost, removePost, removeUser, restorePost } from './changes.ts'
import { isUsed, memoryAdminReader, memoryReaders } from './readers.ts'
import type { WithData } from './readers.ts'

/** The calls of a transaction. */
export function memoryTables(run: WithData): Tables {
  const readers = memoryReaders(run)
  return {
    users: {
      ...readers.users,
      insert: (row) => run(({ users }) => insertUser(users, row)),
      patch: (id, patch) => run(({ users }) => users.change([id], patcher(patch))),
      remove: (id, now) => run((data) => removeUser(data, id, now)),
    },
    posts: {
      ...readers.posts,
      insert: (row) => run((data) => insertPost(data, row)),
      patch: (id, patch) => run((data) => patchPost(data, id, patch)),
      remove: (id, deletedAt) => run((data) => removePost(data, id, deletedAt)),
      restore: (id) => run((data) => restorePost(data, id)),
    },
    reactions: { ...readers.reactions, put: (row) => run(({ reactions }) => reactions.put(row)) },
    bookmarks: {
      ...readers.bookmarks,
      insert: (row) => run(({ bookmarks }) => bookmarks.insert(row)),
      remove: (userId, postId) => run(({ bookmarks }) => bookmarks.remove([userId, postId])),
    },
    follows: {
      ...readers.follows,
      insert: (row) => run(({ follows }) => follows.insert(row)),
      remove: (followerId, followeeId) => run(({ follows }) => follows.remove([followerId, followeeId])),
    },
    files: {
      ...readers.files,
      insert: (row) => run(({ files }) => insertRow('files', files, row)),
      remove: (id) => run(({ files }) => files.remove([id])),
      insertUse: (row) => run(({ fileUses }) => fileUses.insert(row)),
      removeUse: (fileId, usedBy) => run(({ fileUses }) => fileUses.remove([fileId, usedBy])),
      isUsed: (fileId) => run((data) => isUsed(data, fileId)),
    },
    deletedPosts: {
      ...readers.deletedPosts,
      get: (id) => run(({ deletedPosts }) => deletedPosts.get([id])),
      remove: (id) => run((data) => purgePost(data, id)),
    },
    idempotencyKeys: {
      ...readers.idempotencyKeys,
      get: (userId, key) => run(({ idempotencyKeys }) => idempotencyKeys.get([userId, key])),
      put: (row) =>
        run(({ idempotencyKeys }) => {
          idempotencyKeys.put(row)
        }),
      removeUsedBefore: (instant, limit) =>
        run(({ idempotencyKeys }) => {
          for (const { userId, key } of rowsBefore(idempotencyKeys.index('byUse'), instant, limit))
            idempotencyKeys.remove([userId, key])
        }),
    },
    meta: {
      ...readers.meta,
      put: (key, value) =>
        run(({ meta }) => {
          meta.put({ key, value })
        }),
    },
  }
}

/** The calls of an administrative transaction. */
export function memoryAdminWriter(run: WithData): AdminWriter {
  const { count, rows, blobs } = memoryAdminReader(run)
  return {
    ...memoryTables(run),
    count,
    rows,
    clear: () =>
      run(({ meta: _kept, ...tables }) => {
        for (const table of Object.values(tables)) table.clear()
      }),
    insertMany: (table, rowsToInsert) =>
      run((data) => {
        for (const row of rowsToInsert) inserters(data)[table](row)
      }),
    blobs: {
      ...blobs,
      put: (id, bytes) =>
        run((data) => {
          data.blobs.put({ id, content: new Blob([bytes]) })
        }),
    },
  }
}

interface Inserting<Row> {
  insert(row: Row): boolean
}

function insertRow<Row>(name: TableName, table: Inserting<Row>, row: Row): void {
  if (!table.insert(row)) throw new UniqueViolationError(name, 'key')
}

function insertUser(users: Data['users'], row: UserRow): void {
  const isUsernameTaken = !users.has([row.id]) && users.index('byUsername').get([row.username]) !== undefined
  if (isUsernameTaken) throw new UniqueViolationError('users', 'username')
  insertRow('users', users, row)
}

function inserters(data: Data): { readonly [Table in TableName]: (row: Rows[Table]) => void } {
  return {
    users: (row) => insertUser(data.users, row),
    posts: (row) => insertPost(data, row),
    reactions: (row) => insertRow('reactions', data.reactions, row),
    bookmarks: (row) => insertRow('bookmarks', data.bookmarks, row),
    follows: (row) => insertRow('follows', data.follows, row),
    files: (row) => insertRow('files', data.files, row),
    fileUses: (row) => insertRow('fileUses', data.fileUses, row),
  }
}
