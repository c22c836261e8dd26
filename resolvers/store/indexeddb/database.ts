import type { DBSchema, IDBPDatabase } from 'idb'

import type { ObjectStores } from '../sorted/objectStores.ts'

/** The object stores as `idb` declares them. */
export interface Schema extends DBSchema, ObjectStores {}

export type Database = IDBPDatabase<Schema>
