import { StorageUnavailableError } from './indexeddb/failures.ts'
import { createMemoryStore } from './memory.ts'
import type { Store } from './port.ts'

/** The store for a browser that keeps nothing. Any other failure of IndexedDB is thrown: memory would hide what is there. */
export function memoryInstead(failure: unknown): Store {
  if (failure instanceof StorageUnavailableError) return createMemoryStore()
  throw failure
}
