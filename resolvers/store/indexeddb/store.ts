import { blobOf } from '../../lib/bytes.ts'
import { runTracked } from '../trackedCalls.ts'
import type { AdministeredStore } from '../administration.ts'
import { connectToLatest } from './connection.ts'
import { ALL_STORES, TABLE_STORES, type StoreName } from '../sorted/objectStores.ts'
import { readBlob, sortedAdminReader, sortedReaders } from '../sorted/readers.ts'
import type { WithTransaction, WriteTransaction } from '../sorted/transaction.ts'
import { sortedAdminWriter, sortedTables } from '../sorted/writers.ts'
import { abort, trackTransaction } from './openTransactions.ts'
import { idbReads, idbWrites, type Database } from './transaction.ts'

export interface IndexedDbOptions {
  /** The name of the database, `weft` by default. Later generations have a number appended. */
  name?: string
  /**
   * Called when the browser or another tab ends the connection: the data was deleted or quarantined, or a later version
   * upgrades it. Every later call of this store rejects. Open another store to find out the cause.
   */
  onLost?: () => void
  /** Milliseconds before each retry when the database does not open for an unknown reason. */
  retryDelaysMs?: readonly number[]
}

export interface IndexedDbStore extends AdministeredStore {
  /** The name of the damaged database that this one replaces. */
  readonly quarantined: string | null
}

/**
 * Opens the store of this browser, shared by all tabs and workers of the origin. A damaged database is quarantined and
 * replaced by an empty one. Rejects with `StorageUnavailableError` if the browser stores nothing, with
 * `NewerVersionError` if a later version wrote the data, and with the browser's own error if another attempt may
 * succeed.
 */
export async function openIndexedDbStore({
  name = 'weft',
  onLost = ignore,
  retryDelaysMs,
}: IndexedDbOptions = {}): Promise<IndexedDbStore> {
  const { db, quarantined, close } = await connectToLatest(name, onLost, retryDelaysMs)

  const readTransaction = (stores: StoreName[]) => idbReads(trackTransaction(db.transaction(stores, 'readonly')))
  return {
    read: sortedReaders(async (call) => call(readTransaction(TABLE_STORES))),
    transaction: (work, options) => runTransaction(db, TABLE_STORES, (run) => work(sortedTables(run)), options),
    blobs: {
      get: async (id, range) => readBlob(readTransaction(['blobs']), id, range),
      async put(id, content) {
        const bytes = await (await blobOf(content)).arrayBuffer()
        await runTransaction(db, ['blobs'], (run) => run((tx) => tx.put('blobs', bytes, id)))
        return bytes.byteLength
      },
      remove: (id) => runTransaction(db, ['blobs'], (run) => run((tx) => tx.delete('blobs', id))),
      ids: async (request) => readTransaction(['blobs']).blobIds(request),
    },
    admin: {
      async read(work) {
        const tx = readTransaction(ALL_STORES)
        return work(sortedAdminReader((call) => call(tx)))
      },
      transaction: (work, options) => runTransaction(db, ALL_STORES, (run) => work(sortedAdminWriter(run)), options),
    },
    async close() {
      close()
    },
    quarantined,
  }
}

/** With `strict` durability, resolves once the changes are on the disk. */
async function runTransaction<T>(
  db: Database,
  stores: StoreName[],
  work: (run: WithTransaction<WriteTransaction>) => Promise<T>,
  { durability = 'strict' }: { durability?: IDBTransactionDurability } = {},
): Promise<T> {
  const tx = trackTransaction(db.transaction(stores, 'readwrite', { durability }))
  const writes = idbWrites(tx)
  try {
    const result = await runTracked((track) => work((call) => track(() => call(writes))))
    await tx.done
    return result
  } catch (error) {
    abort(tx)
    await tx.done.catch(ignore)
    throw error
  }
}

function ignore(): void {}
