import { unwrap, wrap, type IDBPTransaction } from 'idb'

import type { Key, KeyRange } from '../keyValue/keys.ts'
import { recordOf, type StoredRecord } from '../keyValue/layouts.ts'
import type { RangeOptions, ReadTransaction, WalkOptions, WriteTransaction } from '../keyValue/transaction.ts'
import { partsOf, type AnyTable, type RowOf } from '../tables.ts'

/** What an object store contains: what `recordOf` has made of rows of its table. */
type RecordOf<Table extends AnyTable> = StoredRecord<RowOf<Table>>

/** A read-only transaction of IndexedDB. */
export function idbReads(tx: IDBPTransaction<unknown, AnyTable[], IDBTransactionMode>): ReadTransaction {
  const sourceOf = (name: AnyTable, index: string | undefined) => {
    const store = tx.objectStore(name)
    return index === undefined ? store : store.index(index)
  }
  return {
    async get<Table extends AnyTable>(store: Table, key: Key) {
      const record: RecordOf<Table> | undefined = await tx.objectStore(store).get(keyRange(key))
      return record?.row
    },
    has: async (store, key) => (await tx.objectStore(store).getKey(keyRange(key))) !== undefined,
    count: async (store, range, index) => sourceOf(store, index).count(toIdbRange(range)),
    async rows<Table extends AnyTable>(store: Table, range: KeyRange, { index, limit }: RangeOptions = {}) {
      // In IndexedDB, a count of 0 means no limit.
      const records: RecordOf<Table>[] =
        limit === 0 ? [] : await sourceOf(store, index).getAll(toIdbRange(range), limit)
      return records.map(({ row }) => row)
    },
    async keys(store, range, { index, limit } = {}) {
      const keys = limit === 0 ? [] : await sourceOf(store, index).getAllKeys(toIdbRange(range), limit)
      return keys.map(partsOf)
    },
    async *walk<Table extends AnyTable>(store: Table, range: KeyRange, { index, direction }: WalkOptions) {
      let cursor = await sourceOf(store, index).openCursor(toIdbRange(range), directions[direction])
      for (; cursor !== null; cursor = await cursor.continue()) {
        const { row }: RecordOf<Table> = cursor.value
        yield row
      }
    },
    async *walkKeys(store, range, { index, direction }) {
      let cursor = await sourceOf(store, index).openKeyCursor(toIdbRange(range), directions[direction])
      for (; cursor !== null; cursor = await cursor.continue())
        yield { key: partsOf(cursor.key), primaryKey: partsOf(cursor.primaryKey) }
    },
  }
}

/** A transaction of IndexedDB that may change records. */
export function idbWrites(tx: IDBPTransaction<unknown, AnyTable[], 'readwrite'>): WriteTransaction {
  return {
    ...idbReads(tx),
    add: async (store, row) => addIfNew(unwrap(tx.objectStore(store)).add(recordOf(store, row))),
    put: async (store, row) => void (await tx.objectStore(store).put(recordOf(store, row))),
    delete: async (store, key) => tx.objectStore(store).delete(keyRange(key)),
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

/** In place of the key itself: the types of IndexedDB take no readonly array. */
function keyRange(key: Key): IDBKeyRange {
  return IDBKeyRange.only(key)
}

function toIdbRange({ lower, lowerOpen, upper }: KeyRange): IDBKeyRange {
  return IDBKeyRange.bound(lower, upper, lowerOpen, true)
}
