import { openIndexedDbStore } from './indexeddb.ts'
import { createMemoryStore } from './memory.ts'
import type { Store } from './port.ts'

/** The store of a browser: IndexedDB, or memory where the browser keeps nothing. */
export async function openStore(): Promise<Store> {
  try {
    return await openIndexedDbStore()
  } catch {
    return createMemoryStore()
  }
}
