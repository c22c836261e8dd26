import { indexedDbReaders } from './readers.ts'
import { STORE_NAMES } from './schema.ts'
import type { Database, Writing } from './schema.ts'
import { connectToLatest } from './connection.ts'
import { abort } from './opening.ts'
import { indexedDbTables } from './writers.ts'
import type { Store, Tables } from '../port.ts'

export interface IndexedDbOptions {
  /** Name of the database, `weft` by default; a later generation has a number appended. */
  name?: string
  /**
   * Called when the browser or another tab ends the connection: the data was deleted or quarantined, or a later version
   * upgrades it. Every later call of this store rejects; opening another store tells the cause.
   */
  onLost?: () => void
  /** Milliseconds before each retry when the database does not open for an unknown reason. */
  retryDelaysMs?: readonly number[]
}

export interface IndexedDbStore extends Store {
  /** The damaged database that this one replaces. */
  readonly quarantined: string | null
}

/**
 * Opens the store of this browser, shared by all tabs and workers of the origin. A damaged database is quarantined and
 * replaced by an empty one. Rejects with `StorageUnavailableError` if the browser stores nothing, with
 * `NewerVersionError` for the data of a later version, and with the browser's own error if another attempt may help.
 */
export async function openIndexedDbStore({
  name = 'weft',
  onLost = ignore,
  retryDelaysMs,
}: IndexedDbOptions = {}): Promise<IndexedDbStore> {
  const { db, quarantined, close } = await connectToLatest(name, onLost, retryDelaysMs)

  const reading = () => {
    const tx = db.transaction(STORE_NAMES, 'readonly')
    // Nothing awaits the end of a reading transaction: if it fails, so does the request that is awaited.
    tx.done.catch(ignore)
    return tx
  }
  return {
    read: indexedDbReaders(async (work) => work(reading())),
    async view(work) {
      const tx = reading()
      return work(indexedDbReaders((call) => call(tx)))
    },
    transaction: (work, durability) => runTransaction(db, work, durability),
    close,
    quarantined,
  }
}

/** With `strict` durability, a transaction is complete only once its changes are on the disk. */
async function runTransaction<T>(
  db: Database,
  work: (tx: Tables) => Promise<T>,
  durability: IDBTransactionDurability = 'strict',
): Promise<T> {
  const tx = db.transaction(STORE_NAMES, 'readwrite', { durability })
  // It is awaited below; an abort before that must not count as unhandled.
  tx.done.catch(ignore)

  const answers: Promise<unknown>[] = []
  const answer = async <R>(call: (tx: Writing) => Promise<R>): Promise<R> => call(tx)
  const run = <R>(call: (tx: Writing) => Promise<R>): Promise<R> => {
    const answered = answer(call)
    answered.catch(ignore)
    answers.push(answered)
    return answered
  }

  try {
    const result = await work(indexedDbTables(run))
    // A call that fails makes the transaction fail, even if `work` did not await it.
    await Promise.all(answers)
    await tx.done
    return result
  } catch (error) {
    abort(tx)
    await tx.done.catch(ignore)
    throw error
  }
}

function ignore(): void {}
