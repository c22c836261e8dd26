import * as fakeIndexedDb from 'fake-indexeddb'

import { openIndexedDbStore } from '../../resolvers/store/indexeddb/store.ts'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import type { Store } from '../../resolvers/store/port.ts'
import { openEmptyPostgresStore } from './postgresStore.ts'

// `idb` expects IndexedDB and its classes as globals.
Object.assign(globalThis, fakeIndexedDb)

let named = 0

/** Returns the name of a database that does not exist yet. */
export function freshName(): string {
  named += 1
  return `weft-test-${named}`
}

/** All adapters. Each call of `open` returns a new empty store. */
export const adapters: { name: string; open: () => Promise<Store> }[] = [
  { name: 'memory', open: async () => createMemoryStore() },
  { name: 'indexeddb', open: () => openIndexedDbStore({ name: freshName() }) },
  { name: 'postgres', open: openEmptyPostgresStore },
]
