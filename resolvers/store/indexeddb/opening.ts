import { openDB, type IDBPDatabase } from 'idb'
import type { GenericSchema } from 'valibot'

import { checkLayout, checkRecords, DamagedError } from './recovery/health.ts'
import { ALL_STORES, recordShapes } from '../sorted/objectStores.ts'
import type { Database } from './transaction.ts'
import { FIRST_VERSION, lastVersion, layoutOf, migrate, type UpgradeTransaction, type Version } from './migrate.ts'
import { VERSIONS } from './migrations.ts'
import { abort, trackTransaction } from './openTransactions.ts'

export interface OpenOptions {
  /** Called when the connection ends other than by `close()`. */
  onLost: () => void
  /** Creates the database if there is none. */
  mayCreate: boolean
  /** The versions of the database; others only in tests. */
  versions?: readonly Version[]
  /** The shapes of the records of each object store in the last version. */
  records?: Readonly<Record<string, GenericSchema>>
}

/**
 * Opens a database, migrates it to the current version and checks it. Rejects if it is damaged
 * (`recovery/failures.ts`); it is then unchanged.
 */
export async function openVerified(
  name: string,
  { onLost, mayCreate, versions = VERSIONS, records = recordShapes }: OpenOptions,
): Promise<Database> {
  const version = lastVersion(versions)
  const layout = layoutOf(versions, version)
  /** Why the upgrade was aborted: the request to open rejects with a plain `AbortError`. */
  let reason: unknown
  let isChecked = false

  const upgrade = async (db: IDBPDatabase, tx: UpgradeTransaction, oldVersion: number) => {
    if (oldVersion === 0 && !mayCreate) throw new DOMException(`${name} has just been deleted.`, 'AbortError')
    if (oldVersion > 0 && oldVersion < FIRST_VERSION)
      throw new DamagedError(`${name} has version ${oldVersion}, from before the first release.`)
    checkLayout(tx, layoutOf(versions, oldVersion))
    await migrate(db, tx, versions, oldVersion).catch((error: unknown) => {
      throw error instanceof DOMException ? error : new DamagedError(`${name} cannot be migrated.`, { cause: error })
    })
    checkLayout(tx, layout)
    await checkRecords(tx, records)
    isChecked = true
  }
  const opening = openDB(name, version, {
    upgrade(db, oldVersion, _newVersion, tx) {
      trackTransaction(tx).done.catch((error: unknown) => {
        reason ??= error
      })
      upgrade(db, tx, oldVersion).catch((error: unknown) => {
        // When a unique index is violated, only the transaction has the cause: requests reject with an `AbortError`.
        reason = tx.error ?? error
        abort(tx)
      })
    },
    // Another tab is upgrading or deleting the database, and waits until this connection is closed.
    blocking: () => {
      db.close()
      onLost()
    },
    terminated: onLost,
  })
  const db = await opening.catch((error: unknown) => {
    throw reason ?? error
  })
  try {
    if (!isChecked) {
      const tx = trackTransaction(db.transaction(Object.keys(layout)))
      checkLayout(tx, layout)
      await checkRecords(tx, records)
    }
    if (!isCurrent(db)) throw new DamagedError(`${name} lacks an object store.`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function isCurrent(db: IDBPDatabase | Database): db is Database {
  return ALL_STORES.every((name) => db.objectStoreNames.contains(name))
}

/** Opens a database of any version and layout for reading. Rejects if it does not exist. */
export async function openReadOnly(name: string): Promise<IDBPDatabase> {
  const db = await openDB(name, undefined, {
    upgrade: (_db, _oldVersion, _newVersion, tx) => {
      tx.done.catch(() => {})
      tx.abort()
    },
    blocking: () => db.close(),
  })
  return db
}
