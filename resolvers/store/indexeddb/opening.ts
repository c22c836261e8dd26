import { openDB, type IDBPDatabase } from 'idb'
import { object, type GenericSchema } from 'valibot'

import { checkLayout, checkRecords, UnusableError } from './recovery/health.ts'
import { tables } from '../tables.ts'
import { BASELINE, lastVersion, layoutOf, migrate, type UpgradeTransaction, type Version } from './migrate.ts'
import { VERSIONS } from './migrations.ts'
import { abort, trackTransaction } from './openTransactions.ts'

export interface OpenOptions {
  /** Called when the connection ends other than by `close()`. */
  onLost: () => void
  /** The versions of the database; others only in tests. */
  versions?: readonly Version[]
  /** The shapes of the records of each object store in the last version. */
  records?: Readonly<Record<string, GenericSchema>>
}

/** The shapes of the records of each object store, but not of blobs: one may be a whole video. */
export const recordShapes: Readonly<Record<string, GenericSchema>> = Object.fromEntries(
  Object.entries(tables).flatMap(([name, { shape }]) =>
    name === 'blobs' ? [] : [[name, object({ row: shape, keys: object({}) })]],
  ),
)

/**
 * Opens a database, which it creates if there is none, migrates it to the current version and checks it. Rejects if it
 * cannot be used (`recovery/failures.ts`); it is then unchanged.
 */
export async function openVerified(
  name: string,
  { onLost, versions = VERSIONS, records = recordShapes }: OpenOptions,
): Promise<IDBPDatabase> {
  const version = lastVersion(versions)
  const layout = layoutOf(versions, version)
  /** Why the upgrade was aborted: the request to open rejects with a plain `AbortError`. */
  let reason: unknown
  let isChecked = false

  const upgrade = async (db: IDBPDatabase, tx: UpgradeTransaction, oldVersion: number) => {
    if (oldVersion > 0 && oldVersion < BASELINE) throw new UnusableError(`${name} was written by Weft 1.0.`)
    await migrate(db, tx, versions, oldVersion).catch((error: unknown) => {
      throw error instanceof DOMException ? error : new UnusableError(`${name} cannot be migrated.`, { cause: error })
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
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
