import * as fakeIndexedDb from 'fake-indexeddb'

import { openIndexedDbStore } from '../../resolvers/store/indexeddb/store.ts'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import type { Store } from '../../resolvers/store/port.ts'

// `idb` finds IndexedDB and its classes where a browser has them.
Object.assign(globalThis, fakeIndexedDb)

let named = 0

/** The name of a database that does not exist yet. */
export function freshName(): string {
  named += 1
  return `weft-test-${named}`
}

/** All adapters; each `open()` returns an empty store of its own. */
export const adapters: { name: string; open: () => Promise<Store> }[] = [
  { name: 'memory', open: async () => createMemoryStore() },
  { name: 'indexeddb', open: () => openIndexedDbStore({ name: freshName() }) },
]
