import type { BrowserContext, Page } from '@playwright/test'
import { openElsewhere } from './databases.ts'

/**
 * What a browser stores for the app. Playwright's own `storageState` closes its page before the transaction that restores
 * IndexedDB has committed, so on a busy machine a test started without data.
 */
export interface StoredState {
  local: [key: string, value: string][]
  databases: StoredDatabase[]
}

interface StoredDatabase {
  name: string
  version: number
  stores: {
    name: string
    keyPath: string | string[] | null
    indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[]
    /** Values that JSON can hold. The key is null if it is part of the value. */
    records: { key: string | null; value: unknown }[]
  }[]
}

/** Reads what the origin of a page stores. */
export function readState(page: Page): Promise<StoredState> {
  return page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    const readDatabase = async ({ name = '' }: IDBDatabaseInfo): Promise<StoredDatabase> => {
      const db = await resultOf(indexedDB.open(name))
      const tx = db.transaction(db.objectStoreNames)
      const stores = Array.from(db.objectStoreNames, async (storeName) => {
        const store = tx.objectStore(storeName)
        const [keys, values] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())])
        return {
          name: storeName,
          keyPath: store.keyPath,
          indexes: Array.from(store.indexNames, (indexName) => {
            const { keyPath, unique, multiEntry } = store.index(indexName)
            return { name: indexName, keyPath, unique, multiEntry }
          }),
          records: keys.map((key, index) => ({
            key: store.keyPath === null && typeof key === 'string' ? key : null,
            value: values[index],
          })),
        }
      })
      const state = { name, version: db.version, stores: await Promise.all(stores) }
      db.close()
      return state
    }
    const databases = await indexedDB.databases()
    return { local: Object.entries(localStorage), databases: await Promise.all(databases.map(readDatabase)) }
  })
}

/** Stores a state for the pages of a context. Resolves once it is committed. */
export async function restoreState(context: BrowserContext, state: StoredState): Promise<void> {
  const page = await context.newPage()
  await openElsewhere(page)
  await page.evaluate(async ({ local, databases }) => {
    for (const [key, value] of local) localStorage.setItem(key, value)
    const restoreDatabase = ({ name, version, stores }: StoredDatabase) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, version)
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('upgradeneeded', () => {
          for (const { name: storeName, keyPath, indexes, records } of stores) {
            const store = opening.result.createObjectStore(storeName, { keyPath })
            for (const index of indexes) store.createIndex(index.name, index.keyPath, index)
            for (const { key, value } of records) store.add(value, key ?? undefined)
          }
        })
        // The upgrade has committed.
        opening.addEventListener('success', () => {
          opening.result.close()
          resolve()
        })
      })
    await Promise.all(databases.map(restoreDatabase))
  }, state)
  await page.close()
}

/** Returns the state with a row more in a table without computed keys. */
export function withRow(state: StoredState, table: string, row: object): StoredState {
  const withStore = (database: StoredDatabase) => ({
    ...database,
    stores: database.stores.map((old) =>
      old.name === table ? { ...old, records: [...old.records, { key: null, value: { row, keys: {} } }] } : old,
    ),
  })
  return { ...state, databases: state.databases.map(withStore) }
}
