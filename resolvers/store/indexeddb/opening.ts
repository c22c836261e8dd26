import { openDB, type IDBPDatabase } from 'idb'
import type { GenericSchema } from 'valibot'

import { checkLayout, checkRecords, DamagedError } from './recovery/health.ts'
import { recordSchemas, STORE_NAMES, VERSIONS, type Database } from './schema.ts'
import { layoutOf, migrate, type UpgradeTransaction, type Version } from './versions.ts'

export interface OpenOptions {
  /** Called when the connection ends other than by `close()`. */
  onLost: () => void
  /** Creates the database if there is none. */
  mayCreate: boolean
  /** What the database is migrated to; another one only in tests. */
  versions?: readonly Version[]
  /** What the records of each object store have to be in the last version. */
  records?: Readonly<Record<string, GenericSchema>>
}

/**
 * Opens the database of this name, migrated to the current version and checked. Rejects if it is damaged
 * (`recovery/failures.ts`), and then leaves it as it was.
 */
export async function openVerified(
  name: string,
  { onLost, mayCreate, versions = VERSIONS, records = recordSchemas }: OpenOptions,
): Promise<Database> {
  const layout = layoutOf(versions, versions.length)
  /** Why the upgrade was aborted; the request to open says only that it was. */
  let reason: unknown
  let isChecked = false

  const upgrade = async (db: IDBPDatabase, tx: UpgradeTransaction, oldVersion: number) => {
    if (oldVersion === 0 && !mayCreate) throw new DOMException(`${name} has just been deleted.`, 'AbortError')
    checkLayout(tx, layoutOf(versions, oldVersion))
    await migrate(db, tx, versions, oldVersion).catch((error: unknown) => {
      throw error instanceof DOMException ? error : new DamagedError(`${name} cannot be migrated.`, { cause: error })
    })
    checkLayout(tx, layout)
    await checkRecords(tx, records)
    isChecked = true
  }
  const opening = openDB(name, versions.length, {
    upgrade(db, oldVersion, _newVersion, tx) {
      tx.done.catch((error: unknown) => {
        reason ??= error
      })
      upgrade(db, tx, oldVersion).catch((error: unknown) => {
        // An index that is violated aborts the transaction, and the requests that are under way say only that.
        reason = tx.error ?? error
        abort(tx)
      })
    },
    // Another tab wants to upgrade or delete the database, and waits until this connection is closed.
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
      const tx = db.transaction(Object.keys(layout))
      tx.done.catch(() => {})
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
  return STORE_NAMES.every((name) => db.objectStoreNames.contains(name))
}

/** Opens a database whatever its version and layout, for reading. Rejects if there is none of this name. */
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

/** Does nothing to a transaction that has already ended. */
export function abort(tx: { abort(): void }): void {
  try {
    tx.abort()
  } catch {
    // It ended by itself; its changes are committed or undone.
  }
}
