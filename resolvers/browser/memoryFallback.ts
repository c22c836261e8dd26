import { StorageUnavailableError } from '../store/indexeddb/recovery/failures.ts'
import { createMemoryStore } from '../store/memory/store.ts'
import type { Store } from '../store/port.ts'

/** The store for a browser that keeps nothing. Any other failure of IndexedDB is thrown: memory would hide what is there. */
export function memoryInstead(failure: unknown): Store {
  if (failure instanceof StorageUnavailableError) return createMemoryStore()
  throw failure
}
