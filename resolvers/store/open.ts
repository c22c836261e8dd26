import { openIndexedDbStore } from './indexeddb.ts'
import type { Store } from './port.ts'

/** The store of a browser: IndexedDB, or memory where the browser keeps nothing, which `kept` tells. */
export async function openStore(): Promise<{ store: Store; kept: boolean }> {
  try {
    return { store: await openIndexedDbStore(), kept: true }
  } catch {
    const { createMemoryStore } = await import('./memory.ts')
    return { store: createMemoryStore(), kept: false }
  }
}
