import type { NoticeDismissal } from './dismissedNotices.ts'
import type { Clock } from '../lib/dates.ts'
import { openIndexedDbStore } from '../store/indexeddb/store.ts'
import type { AdministeredStore } from '../store/administration.ts'
import type { Store } from '../store/port.ts'

/** Where the data of this page is stored. */
export type StorageStatus =
  | { kind: 'database' }
  /** The browser stores nothing: the data is lost when the page closes. */
  | { kind: 'memory' }
  /** The database of this name could not be read and was set aside. Until the notice is dismissed. */
  | ({ kind: 'setAside'; database: string } & NoticeDismissal)

export interface OpenedStore {
  store: AdministeredStore
  /** Reads the current status: it changes when the notice is dismissed. */
  storageStatus: () => Promise<StorageStatus>
}

/** A key in the `meta` table. Do not change its value: databases of users contain it. */
const DISMISSED_KEY = 'setAsideDismissed'

/**
 * Opens the store of a browser: IndexedDB, or memory if the browser stores nothing. Rejects after any other failure,
 * because an empty memory store would hide the stored data; with `NewerVersionError` if a later version of Weft wrote
 * the data. Calls `onLost` when the store can no longer be used: open another one.
 */
export async function openStore(onLost: () => void): Promise<OpenedStore> {
  try {
    const store = await openIndexedDbStore({ onLost })
    return { store, storageStatus: () => statusOf(store, store.setAside) }
  } catch (error) {
    if (!(error instanceof Error && error.name === 'StorageUnavailableError')) throw error
    const { createMemoryStore } = await import('../store/memory/store.ts')
    return { store: createMemoryStore(), storageStatus: async () => ({ kind: 'memory' }) }
  }
}

async function statusOf(store: Store, database: string | null): Promise<StorageStatus> {
  if (database === null || (await store.read.meta.get(DISMISSED_KEY)) !== undefined) return { kind: 'database' }
  const { noticeDismissal } = await import('./dismissedNotices.ts')
  return { kind: 'setAside', database, ...noticeDismissal(store, DISMISSED_KEY) }
}

/** Returns a file with all data of a database of this browser, without secrets (`indexeddb/recovery/export.ts`). */
export async function exportDatabase(name: string, clock: Clock): Promise<Blob> {
  const { exportDatabase: run } = await import('../store/indexeddb/recovery/export.ts')
  return run(name, clock)
}
