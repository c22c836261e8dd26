import type { PageRequest } from '../pages.ts'
import type { Direction, Key, KeyRange } from './keys.ts'
import type { ObjectStores, StoreName } from './objectStores.ts'

/**
 * A transaction of a database with sorted keys, as IndexedDB has it. The readers and writers of this folder use it, and
 * each adapter with sorted keys implements it: memory and IndexedDB. Requests are executed in the order of the calls.
 */
export interface ReadTransaction {
  get<Name extends StoreName>(store: Name, key: StoreKey<Name>): Promise<StoreRecord<Name> | undefined>
  has<Name extends StoreName>(store: Name, key: StoreKey<Name>): Promise<boolean>
  count(store: StoreName): Promise<number>
  /** Returns the first records of a range. */
  records<Name extends StoreName>(
    store: Name,
    range: KeyRange,
    options?: RangeOptions<Name>,
  ): Promise<StoreRecord<Name>[]>
  /** Returns the primary keys of the first records of a range. */
  keys<Name extends StoreName>(store: Name, range: KeyRange, options?: RangeOptions<Name>): Promise<StoreKey<Name>[]>
  /** Iterates over the records of a range, one request for each. */
  walk<Name extends StoreName>(
    store: Name,
    range: KeyRange,
    options: WalkOptions<Name>,
  ): AsyncGenerator<StoreRecord<Name>, void>
  /** Returns the ids of stored bytes, the smallest first. */
  blobIds(request: PageRequest<string>): Promise<string[]>
  /** Iterates over the keys of an index. */
  walkKeys<Name extends StoreName>(
    store: Name,
    range: KeyRange,
    options: { index: IndexName<Name>; direction: Direction },
  ): AsyncGenerator<{ key: Key; primaryKey: StoreKey<Name> }, void>
}

/** A transaction that may change records. */
export interface WriteTransaction extends ReadTransaction {
  /** Adds a record. Returns false, and changes nothing, if its key or that of a unique index is taken. */
  add<Name extends StoreName>(store: Name, record: StoreRecord<Name>): Promise<boolean>
  /** Adds or replaces a record. `key` is needed if records do not contain their keys. */
  put<Name extends StoreName>(store: Name, record: StoreRecord<Name>, key?: StoreKey<Name>): Promise<void>
  delete<Name extends StoreName>(store: Name, key: StoreKey<Name>): Promise<void>
  /** Deletes all records whose primary keys are in a range. */
  deleteRange(store: StoreName, range: KeyRange): Promise<void>
  clear(store: StoreName): Promise<void>
}

export type StoreKey<Name extends StoreName> = ObjectStores[Name]['key']
export type StoreRecord<Name extends StoreName> = ObjectStores[Name]['value']
export type IndexName<Name extends StoreName> = keyof ObjectStores[Name]['indexes'] & string

interface RangeOptions<Name extends StoreName> {
  /** The index whose keys the range selects. By default those are the primary keys. */
  index?: IndexName<Name>
  /** By default there is none. */
  limit?: number
}

interface WalkOptions<Name extends StoreName> {
  /** The index whose keys the range selects. By default those are the primary keys. */
  index?: IndexName<Name> | undefined
  direction: Direction
}

/** Runs one call of the port in a transaction. `work` may await only requests to that transaction. */
export type WithTransaction<Tx extends ReadTransaction> = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
