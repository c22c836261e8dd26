import * as fakeIndexedDb from 'fake-indexeddb'

import { openIndexedDbStore } from '../../resolvers/store/indexeddb/store.ts'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import { isQuick, isServer, openEmptyPostgresStore } from './postgresStore.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

// `idb` expects IndexedDB and its classes as globals.
Object.assign(globalThis, fakeIndexedDb)

let named = 0

/** Returns the name of a database that does not exist yet. */
export function freshName(): string {
  named += 1
  return `weft-test-${named}`
}

interface Adapter {
  name: 'memory' | 'indexeddb' | 'postgres'
  /** Opens a new empty store. */
  open: () => Promise<AdministeredStore>
}

const postgres: Adapter = { name: 'postgres', open: openEmptyPostgresStore }

const inBrowser: Adapter[] = [
  { name: 'memory', open: async () => createMemoryStore() },
  { name: 'indexeddb', open: () => openIndexedDbStore({ name: freshName() }) },
]

/**
 * The adapters for tests of the store: every one, but without Postgres in `npm test`. The project `server` runs them over
 * Postgres alone.
 */
export const storeAdapters: Adapter[] = isServer ? [postgres] : isQuick ? inBrowser : [...inBrowser, postgres]

/** The adapters for tests above the store. Only `npm run coverage` adds Postgres, which takes most of their time. */
export const adapters = storeAdapters.filter(
  ({ name }) => name !== 'postgres' || process.env['TEST_EVERY_ADAPTER'] === 'true',
)
