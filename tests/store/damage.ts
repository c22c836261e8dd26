import { openDB, unwrap } from 'idb'

import { upgrade, VERSION } from '../../resolvers/store/indexeddb/schema.ts'
import { freshName } from './adapters.ts'

export interface Damage {
  /** Changes the object stores after they have been made. */
  rebuild?: (db: IDBDatabase, tx: IDBTransaction) => void
  /** Puts what does not belong there. */
  put?: { store: string; record: unknown }
}

/** A database of our version that has suffered this; answers its name. */
export async function damagedDatabase({ rebuild, put }: Damage): Promise<string> {
  const name = freshName()
  const db = await openDB(name, VERSION, {
    upgrade(fresh, _oldVersion, _newVersion, tx) {
      upgrade(fresh, 0)
      rebuild?.(unwrap(fresh), unwrap(tx))
    },
  })
  if (put) await db.put(put.store, put.record)
  db.close()
  return name
}

/** Everything there is in a database, and how it is laid out. */
export async function contentsOf(name: string): Promise<unknown> {
  const db = await openDB(name)
  const stores = [...db.objectStoreNames]
  const contents = await Promise.all(
    stores.map(async (store) => ({
      store,
      indexes: [...db.transaction(store).store.indexNames],
      keys: await db.getAllKeys(store),
      values: await db.getAll(store),
    })),
  )
  const { version } = db
  db.close()
  return { version, contents }
}

/** The names of databases that begin with this. */
export async function databasesFrom(name: string): Promise<string[]> {
  const all = await indexedDB.databases()
  return all.flatMap((found) => (found.name?.startsWith(name) ? [found.name] : [])).toSorted()
}
