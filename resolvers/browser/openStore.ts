import type { Dismissal } from './dismissedNotices.ts'
import { openIndexedDbStore } from '../store/indexeddb/store.ts'
import type { Store } from '../store/port.ts'

/** How what is written is kept. */
export type Keeping =
  | { by: 'database' }
  /** The browser keeps nothing: it lives as long as the page. */
  | { by: 'memory' }
  /** In a database begun afresh, since the one before could not be read. So on every visit, until it is dismissed. */
  | ({ by: 'freshDatabase'; setAside: string } & Dismissal)

export interface OpenedStore {
  store: Store
  keeping: () => Promise<Keeping>
}

const dismissedKey = 'setAsideDismissed'

/**
 * The store of a browser: IndexedDB, or memory where the browser keeps nothing, and only there. Rejects with
 * `NewerVersionError` for the data of a later version. `onLost` hears when the store is of no use any more: open another.
 */
export async function openStore(onLost: () => void): Promise<OpenedStore> {
  try {
    const store = await openIndexedDbStore({ onLost })
    return { store, keeping: () => keepingOf(store, store.setAside) }
  } catch (error) {
    const { memoryInstead } = await import('./memoryFallback.ts')
    return { store: memoryInstead(error), keeping: async () => ({ by: 'memory' }) }
  }
}

async function keepingOf(store: Store, setAside: string | null): Promise<Keeping> {
  if (setAside === null || (await store.read.meta.get(dismissedKey)) !== undefined) return { by: 'database' }
  const { dismissal } = await import('./dismissedNotices.ts')
  return { by: 'freshDatabase', setAside, ...dismissal(store, dismissedKey) }
}
