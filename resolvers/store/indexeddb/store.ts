import { indexedDbReaders } from './readers.ts'
import { STORE_NAMES } from './schema.ts'
import type { Database, Writing } from './schema.ts'
import { beginTenure } from './connection.ts'
import { indexedDbTables } from './writers.ts'
import type { Store, Tables } from '../port.ts'

export interface IndexedDbOptions {
  /** Name of the database, `weft` by default; that of a later generation has a number behind it. */
  name?: string
  /**
   * Hears when the browser or another tab ends the connection: the data was deleted or set aside, or a later version
   * takes over. No call of this store is answered from then on; to open another tells which it was.
   */
  onLost?: () => void
  /** Milliseconds before each further try where nothing tells why the database does not open. */
  waits?: readonly number[]
}

export interface IndexedDbStore extends Store {
  /** The database that this one stands in for, because it could not be read. */
  readonly setAside: string | null
}

/**
 * The store of this browser, shared by all tabs and workers of the origin. A damaged database is set aside, and a fresh
 * one begun. Rejects with `StorageUnavailableError` where the browser keeps nothing, with `NewerVersionError` for the data
 * of a later version, and with the browser's own error where another try may help.
 */
export async function openIndexedDbStore({
  name = 'weft',
  onLost = ignore,
  waits,
}: IndexedDbOptions = {}): Promise<IndexedDbStore> {
  const { db, setAside, close } = await beginTenure(name, onLost, waits)

  const reading = () => {
    const tx = db.transaction(STORE_NAMES, 'readonly')
    // Nobody waits for the end of a reading transaction: if it fails, so does the request that is waited for.
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
    setAside,
  }
}

/** What is acknowledged is on the disk, not only on its way there, unless it is said that this does not matter. */
async function runTransaction<T>(
  db: Database,
  work: (tx: Tables) => Promise<T>,
  durability: IDBTransactionDurability = 'strict',
): Promise<T> {
  const tx = db.transaction(STORE_NAMES, 'readwrite', { durability })
  // It is waited for below; an abort before that must not count as unhandled.
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
    // A call that failed fails the transaction, even if `work` did not wait for it or went on.
    await Promise.all(answers)
    await tx.done
    return result
  } catch (error) {
    abort(tx)
    await tx.done.catch(ignore)
    throw error
  }
}

/** Does nothing to a transaction that has ended by itself. */
function abort(tx: Writing): void {
  try {
    tx.abort()
  } catch {
    // It is over, and so is what it changed.
  }
}

function ignore(): void {}
