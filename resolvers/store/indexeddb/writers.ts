import { patcher } from '../patcher.ts'
import type { AdminWriter } from '../administration.ts'
import type { Tables } from '../port.ts'
import { ALL_STORES } from './database.ts'
import type { WithTransaction, WriteTransaction } from './database.ts'
import { add, insertRows, postRecord } from './inserts.ts'
import { indexedDbAdminReader, indexedDbReaders, isUsed } from './readers.ts'
import { purgePost, remove, removePost, removeUser, restorePost } from './removals.ts'
import { rowIn } from './rowIn.ts'
import { changeTagCounts } from './tagCounts.ts'

/** The calls of a transaction. */
export function indexedDbTables(run: WithTransaction<WriteTransaction>): Tables {
  const readers = indexedDbReaders(run)
  /** Patches of one row run one after the other, or two that are not awaited would start from the same counts. */
  const lastPatches = new Map<string, Promise<unknown>>()
  const runPatch = <T>(row: string, patch: (tx: WriteTransaction) => Promise<T>): Promise<T> =>
    run((tx) => {
      const done = Promise.resolve(lastPatches.get(row)).then(() => patch(tx))
      lastPatches.set(
        row,
        done.catch(() => undefined),
      )
      return done
    })

  return {
    users: {
      ...readers.users,
      insert: (row) => run((tx) => insertRows(tx, 'users', [row])),
      patch: (id, patch) => {
        const change = patcher(patch)
        return runPatch(`users ${id}`, async (tx) => {
          const record = await tx.objectStore('users').get([id])
          if (record === undefined) return undefined
          const row = change(record.row)
          await tx.objectStore('users').put({ ...record, row })
          return row
        })
      },
      remove: (id, now) => run((tx) => removeUser(tx, id, now)),
    },
    posts: {
      ...readers.posts,
      insert: (row) => run((tx) => insertRows(tx, 'posts', [row])),
      patch: (id, patch) => {
        const change = patcher(patch)
        return runPatch(`posts ${id}`, async (tx) => {
          const record = await tx.objectStore('posts').get([id])
          if (record === undefined) return undefined
          const row = rowIn.posts(record)
          const changed = change(row)
          const isTagged = row.content !== changed.content
          await Promise.all([
            tx.objectStore('posts').put(postRecord(changed)),
            isTagged && changeTagCounts(tx, [row], [changed]),
          ])
          return changed
        })
      },
      remove: (id, deletedAt) => run((tx) => removePost(tx, id, deletedAt)),
      restore: (id) => run((tx) => restorePost(tx, id)),
    },
    reactions: {
      ...readers.reactions,
      put: (row) =>
        run(async (tx) => {
          const reactions = tx.objectStore('reactions')
          const [replaced] = await Promise.all([reactions.get([row.postId, row.userId]), reactions.put(row)])
          return replaced
        }),
    },
    bookmarks: {
      ...readers.bookmarks,
      insert: (row) => run((tx) => add(tx, 'bookmarks', row)),
      remove: (userId, postId) => run((tx) => remove(tx, 'bookmarks', [userId, postId])),
    },
    follows: {
      ...readers.follows,
      insert: (row) => run((tx) => add(tx, 'follows', row)),
      remove: (followerId, followeeId) => run((tx) => remove(tx, 'follows', [followerId, followeeId])),
    },
    files: {
      ...readers.files,
      insert: (row) => run((tx) => insertRows(tx, 'files', [row])),
      remove: (id) => run((tx) => remove(tx, 'files', [id])),
      insertUse: (row) => run((tx) => add(tx, 'fileUses', row)),
      removeUse: (fileId, usedBy) => run((tx) => remove(tx, 'fileUses', [fileId, usedBy])),
      isUsed: (fileId) => run((tx) => isUsed(tx, fileId)),
    },
    deletedPosts: {
      ...readers.deletedPosts,
      get: (id) => run((tx) => tx.objectStore('deletedPosts').get([id])),
      remove: (id) => run((tx) => purgePost(tx, id)),
    },
    idempotencyKeys: {
      ...readers.idempotencyKeys,
      get: (userId, key) => run((tx) => tx.objectStore('idempotencyKeys').get([userId, key])),
      put: (row) =>
        run(async (tx) => {
          await tx.objectStore('idempotencyKeys').put(row)
        }),
      removeUsedBefore: (instant, limit) =>
        run(async (tx) => {
          // In IndexedDB, a count of 0 means no limit.
          if (limit === 0) return
          const keys = tx.objectStore('idempotencyKeys')
          const oldest = await keys.index('byUse').getAllKeys(IDBKeyRange.upperBound([instant], true), limit)
          await Promise.all(oldest.map((key) => keys.delete(key)))
        }),
    },
    meta: {
      ...readers.meta,
      put: (key, value) =>
        run(async (tx) => {
          await tx.objectStore('meta').put(value, key)
        }),
    },
  }
}

/** The calls of an administrative transaction. */
export function indexedDbAdminWriter(run: WithTransaction<WriteTransaction>): AdminWriter {
  const { count, rows, blobs } = indexedDbAdminReader(run)
  return {
    ...indexedDbTables(run),
    count,
    rows,
    clear: () =>
      run(async (tx) => {
        const cleared = ALL_STORES.filter((name) => name !== 'meta')
        await Promise.all(cleared.map((name) => tx.objectStore(name).clear()))
      }),
    insertMany: (table, rowsToInsert) => run((tx) => insertRows(tx, table, rowsToInsert)),
    blobs: {
      ...blobs,
      put: (id, bytes) =>
        run(async (tx) => {
          await tx.objectStore('blobs').put(bytes, id)
        }),
    },
  }
}
