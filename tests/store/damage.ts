import { openDB, unwrap } from 'idb'
import { onTestFinished, vi } from 'vitest'

import { openIndexedDbStore, type IndexedDbStore } from '../../resolvers/store/indexeddb/store.ts'
import { migrate } from '../../resolvers/store/indexeddb/migrate.ts'
import { CURRENT_VERSION, VERSIONS } from '../../resolvers/store/indexeddb/migrations.ts'
import { freshName } from './adapters.ts'

export interface Damage {
  /** Changes the object stores after they have been created. */
  rebuild?: (db: IDBDatabase, tx: IDBTransaction) => void
  /** Stores a record of the wrong shape. */
  put?: { store: string; record: unknown }
}

/** Creates a database of the current version with this damage. Returns its name. */
export async function damagedDatabase({ rebuild, put }: Damage): Promise<string> {
  const name = freshName()
  const db = await openDB(name, CURRENT_VERSION, {
    upgrade(fresh, _oldVersion, _newVersion, tx) {
      void migrate(fresh, tx, VERSIONS, 0)
      rebuild?.(unwrap(fresh), unwrap(tx))
    },
  })
  if (put) await db.put(put.store, put.record)
  db.close()
  return name
}

/** Opens a store that retries as often as in a page, but without delay. Closes it when the test ends. */
export async function open(name: string, onLost = () => {}): Promise<IndexedDbStore> {
  const store = await openIndexedDbStore({ name, onLost, retryDelaysMs: [0, 0, 0] })
  onTestFinished(() => store.close())
  return store
}

/** Makes `indexedDB.open` throw this error the given number of times. */
export function failOpening(error: string, { fails = (name: string) => name !== '', times = Infinity } = {}): void {
  const opening = indexedDB.open.bind(indexedDB)
  let left = times
  vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (!fails(name) || left === 0) return opening(name, version)
    left -= 1
    throw new DOMException('Thrown by the test.', error)
  })
}

/** Reads all records of a database, its version and the names of its indexes. */
export async function contentsOf(name: string): Promise<object> {
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

/** Returns the names of all databases that start with `name`. */
export async function databasesFrom(name: string): Promise<string[]> {
  const all = await indexedDB.databases()
  return all.flatMap((found) => (found.name?.startsWith(name) ? [found.name] : [])).toSorted()
}
