import type { AdminWriter } from '../administration.ts'
import { patcher } from '../patcher.ts'
import type { Tables } from '../port.ts'
import { insertRows } from './inserts.ts'
import { rangeBefore } from './keys.ts'
import { ALL_STORES } from './objectStores.ts'
import { sortedAdminReader, sortedReaders } from './readers.ts'
import { postRecord, rowIn } from './records.ts'
import { purgePost, remove, removePost, removeUser, restorePost } from './removals.ts'
import { changeTagCounts } from './tagCounts.ts'
import type { WithTransaction, WriteTransaction } from './transaction.ts'

/** The calls of a transaction. */
export function sortedTables(run: WithTransaction<WriteTransaction>): Tables {
  const readers = sortedReaders(run)
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
      lock: (id) => run(async (tx) => (await tx.get('users', [id]))?.row),
      insert: (row) => run((tx) => insertRows(tx, 'users', [row])),
      patch: (id, patch) => {
        const change = patcher(patch)
        return runPatch(`users ${id}`, async (tx) => {
          const record = await tx.get('users', [id])
          if (record === undefined) return undefined
          const row = change(record.row)
          await tx.put('users', { ...record, row })
          return row
        })
      },
      remove: (id, now) => run((tx) => removeUser(tx, id, now)),
      continueRemoval: () => run(async () => undefined),
    },
    posts: {
      ...readers.posts,
      lock: (id) =>
        run(async (tx) => {
          const record = await tx.get('posts', [id])
          return record && rowIn.posts(record)
        }),
      insert: (row) => run((tx) => insertRows(tx, 'posts', [row])),
      patch: (id, patch) => {
        const change = patcher(patch)
        return runPatch(`posts ${id}`, async (tx) => {
          const record = await tx.get('posts', [id])
          if (record === undefined) return undefined
          const row = rowIn.posts(record)
          const changed = change(row)
          const isTagged = row.content !== changed.content
          await Promise.all([tx.put('posts', postRecord(changed)), isTagged && changeTagCounts(tx, [row], [changed])])
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
          const [replaced] = await Promise.all([
            tx.get('reactions', [row.postId, row.userId]),
            tx.put('reactions', row),
          ])
          return replaced
        }),
    },
    bookmarks: {
      ...readers.bookmarks,
      insert: (row) => run((tx) => tx.add('bookmarks', row)),
      remove: (userId, postId) => run((tx) => remove(tx, 'bookmarks', [userId, postId])),
    },
    follows: {
      ...readers.follows,
      insert: (row) => run((tx) => tx.add('follows', row)),
      remove: (followerId, followeeId) => run((tx) => remove(tx, 'follows', [followerId, followeeId])),
    },
    files: {
      ...readers.files,
      lock: (id) => run((tx) => tx.get('files', [id])),
      tryLock: (ids) =>
        run(async (tx) => {
          const files = await Promise.all(ids.map((id) => tx.get('files', [id])))
          return files.flatMap((file) => file?.id ?? []).toSorted()
        }),
      insert: (row) => run((tx) => insertRows(tx, 'files', [row])),
      remove: (id) => run((tx) => remove(tx, 'files', [id])),
      insertUse: (row) => run((tx) => tx.add('fileUses', row)),
      removeUse: (fileId, usedBy) => run((tx) => remove(tx, 'fileUses', [fileId, usedBy])),
    },
    deletedPosts: {
      ...readers.deletedPosts,
      get: (id) => run((tx) => tx.get('deletedPosts', [id])),
      remove: (id) => run((tx) => purgePost(tx, id)),
    },
    idempotencyKeys: {
      ...readers.idempotencyKeys,
      get: (userId, key) => run((tx) => tx.get('idempotencyKeys', [userId, key])),
      claim: (row, expiredAt) => {
        const claimed = { ...row }
        return run(async (tx) => {
          const earlier = await tx.get('idempotencyKeys', [claimed.userId, claimed.key])
          if (earlier && earlier.usedAt > expiredAt) return earlier
          await tx.put('idempotencyKeys', claimed)
          return undefined
        })
      },
      removeUsedBefore: (instant, limit) =>
        run(async (tx) => {
          const oldest = await tx.keys('idempotencyKeys', rangeBefore(instant), { index: 'byUse', limit })
          await Promise.all(oldest.map((key) => tx.delete('idempotencyKeys', key)))
          return oldest.length
        }),
    },
    meta: { ...readers.meta, put: (key, value) => run((tx) => tx.put('meta', value, key)) },
  }
}

/** The calls of an administrative transaction. */
export function sortedAdminWriter(run: WithTransaction<WriteTransaction>): AdminWriter {
  const { count, rows, blobs } = sortedAdminReader(run)
  return {
    ...sortedTables(run),
    count,
    rows,
    clear: () =>
      run(async (tx) => {
        await Promise.all(ALL_STORES.filter((name) => name !== 'meta').map((name) => tx.clear(name)))
      }),
    insertMany: (table, rowsToInsert) => run((tx) => insertRows(tx, table, rowsToInsert)),
    blobs: { ...blobs, put: (id, bytes) => run((tx) => tx.put('blobs', bytes, id)) },
  }
}
