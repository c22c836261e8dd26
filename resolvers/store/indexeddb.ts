import { openDB } from 'idb'

import { indexedDbReaders } from './indexeddb/readers.ts'
import { STORE_NAMES, upgrade, VERSION } from './indexeddb/schema.ts'
import type { Database, WeftSchema, Writing } from './indexeddb/schema.ts'
import { indexedDbTables } from './indexeddb/writers.ts'
import type { Store, Tables } from './port.ts'

export interface IndexedDbOptions {
  /** Name of the database, `weft` by default. */
  name?: string
}

/**
 * The store of this browser, shared by all tabs and workers of the origin. Rejects where the browser has no IndexedDB,
 * keeps it locked, or holds a database of a later version. It closes itself for a tab that brings a later version.
 */
export async function openIndexedDbStore({ name = 'weft' }: IndexedDbOptions = {}): Promise<Store> {
  const db = await openDB<WeftSchema>(name, VERSION, {
    upgrade,
    blocking: () => {
      db.close()
    },
  })

  return {
    read: indexedDbReaders(async (work) => {
      const tx = db.transaction(STORE_NAMES, 'readonly')
      // Nobody waits for the end of a reading transaction: if it fails, so does the request that is waited for.
      tx.done.catch(ignore)
      return work(tx)
    }),
    transaction: (work) => runTransaction(db, work),
    close: () => {
      db.close()
    },
  }
}

async function runTransaction<T>(db: Database, work: (tx: Tables) => Promise<T>): Promise<T> {
  const tx = db.transaction(STORE_NAMES, 'readwrite')
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
