import { indexedDbReaders } from './readers.ts'
import { STORE_NAMES } from './dbSchema.ts'
import type { Database, WriteTransaction } from './dbSchema.ts'
import { connectToLatest } from './connection.ts'
import { abort, trackTransaction } from './openTransactions.ts'
import { indexedDbTables } from './writers.ts'
import type { Store, Tables } from '../port.ts'

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

export interface IndexedDbStore extends Store {
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

  const readTransaction = () => trackTransaction(db.transaction(STORE_NAMES, 'readonly'))
  return {
    read: indexedDbReaders(async (work) => work(readTransaction())),
    async view(work) {
      const tx = readTransaction()
      return work(indexedDbReaders((call) => call(tx)))
    },
    transaction: (work, durability) => runTransaction(db, work, durability),
    close,
    quarantined,
  }
}

/** With `strict` durability, resolves once the changes are on the disk. */
async function runTransaction<T>(
  db: Database,
  work: (tx: Tables) => Promise<T>,
  durability: IDBTransactionDurability = 'strict',
): Promise<T> {
  const tx = trackTransaction(db.transaction(STORE_NAMES, 'readwrite', { durability }))

  const results: Promise<unknown>[] = []
  const start = async <R>(call: (tx: WriteTransaction) => Promise<R>): Promise<R> => call(tx)
  const run = <R>(call: (tx: WriteTransaction) => Promise<R>): Promise<R> => {
    const result = start(call)
    result.catch(ignore)
    results.push(result)
    return result
  }

  try {
    const result = await work(indexedDbTables(run))
    // A call that fails makes the transaction fail, even if `work` did not await it.
    await Promise.all(results)
    await tx.done
    return result
  } catch (error) {
    abort(tx)
    await tx.done.catch(ignore)
    throw error
  }
}

function ignore(): void {}
