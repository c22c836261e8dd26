import type { NoticeDismissal } from './dismissedNotices.ts'
import type { Clock } from '../lib/dates.ts'
import { openIndexedDbStore } from '../store/indexeddb/store.ts'
import type { Store } from '../store/port.ts'

/** Where the data of this page is stored. */
export type StorageStatus =
  | { kind: 'database' }
  /** The browser stores nothing: the data lives as long as the page. */
  | { kind: 'memory' }
  /**
   * A fresh database, because the `quarantined` one could not be read. On every visit, until the notice is dismissed.
   */
  | ({ kind: 'freshDatabase'; quarantined: string } & NoticeDismissal)

export interface OpenedStore {
  store: Store
  storageStatus: () => Promise<StorageStatus>
}

/** Key in the `meta` table. Databases of users hold it: do not rename it. */
const DISMISSED_KEY = 'setAsideDismissed'

/**
 * Opens the store of a browser: IndexedDB, or memory if the browser stores nothing. Any other failure rejects, because
 * an empty memory store would hide the stored data: with `NewerVersionError` for the data of a later version. `onLost`
 * is called when the store cannot be used any more: open another one.
 */
export async function openStore(onLost: () => void): Promise<OpenedStore> {
  try {
    const store = await openIndexedDbStore({ onLost })
    return { store, storageStatus: () => statusOf(store, store.quarantined) }
  } catch (error) {
    if (!(error instanceof Error && error.name === 'StorageUnavailableError')) throw error
    const { createMemoryStore } = await import('../store/memory/store.ts')
    return { store: createMemoryStore(), storageStatus: async () => ({ kind: 'memory' }) }
  }
}

async function statusOf(store: Store, quarantined: string | null): Promise<StorageStatus> {
  if (quarantined === null || (await store.read.meta.get(DISMISSED_KEY)) !== undefined) return { kind: 'database' }
  const { noticeDismissal } = await import('./dismissedNotices.ts')
  return { kind: 'freshDatabase', quarantined, ...noticeDismissal(store, DISMISSED_KEY) }
}

/** Returns a file with everything in a database of this browser except secrets, see `indexeddb/recovery/copy.ts`. */
export async function copyDatabase(name: string, clock: Clock): Promise<Blob> {
  const copy = await import('../store/indexeddb/recovery/copy.ts')
  return copy.copyDatabase(name, clock)
}
