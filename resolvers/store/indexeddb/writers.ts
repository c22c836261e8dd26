import { unwrap, wrap } from 'idb'

import { firstNameKeys } from '../firstNameKeys.ts'
import { prefixRange } from '../keys.ts'
import { patcher } from '../patcher.ts'
import { UniqueViolationError } from '../port.ts'
import type { AdminWriter, Tables } from '../port.ts'
import type { Rows, TableName, UserRow } from '../rows.ts'
import { toIdbRange } from './cursors.ts'
import { ALL_STORES } from './dbSchema.ts'
import type { WeftSchema, WriteTransaction } from './dbSchema.ts'
import { indexedDbAdminReader, indexedDbReaders, isUsed } from './readers.ts'
import type { Run } from './readers.ts'

/** The calls of a transaction. */
export function indexedDbTables(run: Run<WriteTransaction>): Tables {
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
      insert: (row) => run((tx) => insertRow(tx, 'users', row)),
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
    },
    posts: {
      ...readers.posts,
      insert: (row) => run((tx) => insertRow(tx, 'posts', row)),
      patch: (id, patch) => {
        const change = patcher(patch)
        return runPatch(`posts ${id}`, async (tx) => {
          const row = await tx.objectStore('posts').get([id])
          if (row === undefined) return undefined
          const changed = change(row)
          await tx.objectStore('posts').put(changed)
          return changed
        })
      },
      remove: (id) => run((tx) => removePost(tx, id)),
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
      insert: (row) => run((tx) => insertRow(tx, 'files', row)),
      remove: (id) => run((tx) => remove(tx, 'files', [id])),
      insertUse: (row) => run((tx) => add(tx, 'fileUses', row)),
      removeUse: (fileId, usedBy) => run((tx) => remove(tx, 'fileUses', [fileId, usedBy])),
      isUsed: (fileId) => run((tx) => isUsed(tx, fileId)),
    },
    idempotencyKeys: {
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
export function indexedDbAdminWriter(run: Run<WriteTransaction>): AdminWriter {
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
    insertMany: (table, rowsToInsert) =>
      run(async (tx) => {
        await Promise.all(rowsToInsert.map((row) => insertRow(tx, table, row)))
      }),
    blobs: {
      ...blobs,
      put: (id, bytes) =>
        run(async (tx) => {
          await tx.objectStore('blobs').put(bytes, id)
        }),
    },
  }
}

/** Adds a record. Returns false, and changes nothing, if its key or another unique column is taken. */
async function add<Table extends TableName>(
  tx: WriteTransaction,
  table: Table,
  record: WeftSchema[Table]['value'],
): Promise<boolean> {
  const request = unwrap(tx.objectStore(table)).add(record)
  request.addEventListener('error', (event) => {
    // Otherwise the transaction is aborted, and `idb` counts it as failed.
    event.preventDefault()
    event.stopPropagation()
  })
  try {
    await wrap(request)
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'ConstraintError') return false
    throw error
  }
}

const recordOf: { readonly [Table in TableName]: (row: Rows[Table]) => WeftSchema[Table]['value'] } = {
  users: userRecord,
  posts: (row) => row,
  reactions: (row) => row,
  bookmarks: (row) => row,
  follows: (row) => row,
  files: (row) => row,
  fileUses: (row) => row,
}

function userRecord(row: UserRow): WeftSchema['users']['value'] {
  return { row, firstNameKeys: firstNameKeys(row.firstName, row.id) }
}

async function insertRow<Table extends TableName>(tx: WriteTransaction, table: Table, row: Rows[Table]): Promise<void> {
  if (await add(tx, table, recordOf[table](row))) return
  const isUsername = table === 'users' && 'id' in row && (await tx.objectStore('users').getKey([row.id])) === undefined
  throw new UniqueViolationError(table, isUsername ? 'username' : 'key')
}

async function remove<Table extends TableName>(
  tx: WriteTransaction,
  table: Table,
  key: WeftSchema[Table]['key'],
): Promise<boolean> {
  const store = tx.objectStore(table)
  const [found] = await Promise.all([store.getKey(key), store.delete(key)])
  return found !== undefined
}

async function removePost(tx: WriteTransaction, id: string): Promise<boolean> {
  const bookmarks = tx.objectStore('bookmarks')
  const removeBookmarks = async () => {
    const keys = await bookmarks.index('byPost').getAllKeys(toIdbRange(prefixRange([id])))
    await Promise.all(keys.map((key) => bookmarks.delete(key)))
  }
  const [wasThere] = await Promise.all([
    remove(tx, 'posts', [id]),
    tx.objectStore('reactions').delete(toIdbRange(prefixRange([id]))),
    removeBookmarks(),
  ])
  return wasThere
}
