import { openDB, type IDBPDatabase } from 'idb'

import { checkHealth } from './recovery/health.ts'
import { checkLayout } from './recovery/layout.ts'
import { upgrade, VERSION } from './schema.ts'
import type { Database, WeftSchema } from './schema.ts'

/**
 * Opens this very database, brought to our version and looked over: damage is a rejection (failures.ts), and leaves the
 * database as it was. `mayBegin`: builds it where there is none. `onLost` hears when the connection ends other than by
 * `close()`.
 */
export async function openSound(name: string, onLost: () => void, mayBegin: boolean): Promise<Database> {
  let reason: unknown
  const opening = openDB<WeftSchema>(name, VERSION, {
    upgrade(db, oldVersion, _newVersion, tx) {
      // The opening itself tells only that this has been aborted.
      tx.done.catch((fault: unknown) => {
        reason ??= fault
      })
      try {
        if (oldVersion === 0 && !mayBegin) throw new DOMException(`${name} has just been deleted.`, 'AbortError')
        upgrade(db, oldVersion)
        checkLayout((store) => tx.objectStore(store))
      } catch (fault) {
        reason = fault
        tx.abort()
      }
    },
    // Somebody brings a later version, or deletes the database: they wait until we have let go.
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
    await checkHealth(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Opens a database to read it as it stands, whatever its version and shape. Rejects where there is none of this name. */
export async function openAsItStands(name: string): Promise<IDBPDatabase> {
  const db = await openDB(name, undefined, {
    upgrade: (_db, _oldVersion, _newVersion, tx) => {
      tx.done.catch(() => {})
      tx.abort()
    },
    blocking: () => db.close(),
  })
  return db
}
