import { unwrap, wrap, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb'

import type { Key, KeyRange } from '../sorted/keys.ts'
import type { ObjectStores, StoreName } from '../sorted/objectStores.ts'
import type { IndexName, ReadTransaction, WriteTransaction } from '../sorted/transaction.ts'

/** The object stores as `idb` declares them. */
export interface Schema extends DBSchema, ObjectStores {}

export type Database = IDBPDatabase<Schema>

/** A read-only transaction of IndexedDB. */
export function idbReads(tx: IDBPTransaction<Schema, StoreName[], IDBTransactionMode>): ReadTransaction {
  const sourceOf = <Name extends StoreName>(name: Name, index: IndexName<Name> | undefined) => {
    const store = tx.objectStore(name)
    return index === undefined ? store : store.index(index)
  }
  return {
    get: async (store, key) => tx.objectStore(store).get(key),
    has: async (store, key) => (await tx.objectStore(store).getKey(key)) !== undefined,
    count: async (store) => tx.objectStore(store).count(),
    async records(store, range, { index, limit } = {}) {
      // In IndexedDB, a count of 0 means no limit.
      return limit === 0 ? [] : sourceOf(store, index).getAll(toIdbRange(range), limit)
    },
    async keys(store, range, { index, limit } = {}) {
      return limit === 0 ? [] : sourceOf(store, index).getAllKeys(toIdbRange(range), limit)
    },
    async blobIds({ after, limit }) {
      const range = after === undefined ? null : IDBKeyRange.lowerBound(after, true)
      return limit === 0 ? [] : tx.objectStore('blobs').getAllKeys(range, limit)
    },
    async *walk(store, range, { index, direction }) {
      let cursor = await sourceOf(store, index).openCursor(toIdbRange(range), directions[direction])
      for (; cursor !== null; cursor = await cursor.continue()) yield cursor.value
    },
    async *walkKeys(store, range, { index, direction }) {
      let cursor = await tx.objectStore(store).index(index).openKeyCursor(toIdbRange(range), directions[direction])
      for (; cursor !== null; cursor = await cursor.continue())
        yield { key: toKey(cursor.key), primaryKey: cursor.primaryKey }
    },
  }
}

/** A transaction of IndexedDB that may change records. */
export function idbWrites(tx: IDBPTransaction<Schema, StoreName[], 'readwrite'>): WriteTransaction {
  return {
    ...idbReads(tx),
    add: async (store, record) => addIfNew(unwrap(tx.objectStore(store)).add(record)),
    put: async (store, record, key) => void (await tx.objectStore(store).put(record, key)),
    delete: async (store, key) => tx.objectStore(store).delete(key),
    deleteRange: async (store, range) => tx.objectStore(store).delete(toIdbRange(range)),
    clear: async (store) => tx.objectStore(store).clear(),
  }
}

/** Returns false, and changes nothing, if the key of the record or another unique one is taken. */
async function addIfNew(request: IDBRequest<IDBValidKey>): Promise<boolean> {
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

const directions = { ascending: 'next', descending: 'prev' } as const

/** The parts of a stored key are texts and numbers. */
function toKey(key: unknown): Key {
  const parts: unknown[] = Array.isArray(key) ? key : [key]
  return parts.map((part) => (typeof part === 'number' ? part : String(part)))
}

function toIdbRange({ lower, lowerOpen, upper }: KeyRange): IDBKeyRange {
  return IDBKeyRange.bound(lower, upper, lowerOpen, true)
}
