import type { Direction } from '../pages.ts'
import type { AnyTable, RowOf } from '../tables.ts'
import type { Key, KeyRange } from './keys.ts'

/**
 * A transaction of a database of keys and values, as IndexedDB has it. The readers and writers of this folder use it, and
 * memory and IndexedDB implement it. Requests are executed in the order of the calls.
 */
export interface ReadTransaction {
  get<Table extends AnyTable>(store: Table, key: Key): Promise<RowOf<Table> | undefined>
  has(store: AnyTable, key: Key): Promise<boolean>
  /** Returns how many rows, or keys of an index, are in a range. */
  count(store: AnyTable, range: KeyRange, index?: string): Promise<number>
  /** Returns the first rows of a range. */
  rows<Table extends AnyTable>(store: Table, range: KeyRange, options?: RangeOptions): Promise<RowOf<Table>[]>
  /** Returns the primary keys of the first rows of a range. */
  keys(store: AnyTable, range: KeyRange, options?: RangeOptions): Promise<Key[]>
  /** Iterates over the rows of a range, one request for each. */
  walk<Table extends AnyTable>(store: Table, range: KeyRange, options: WalkOptions): AsyncGenerator<RowOf<Table>, void>
  /** Iterates over the keys of an index. */
  walkKeys(store: AnyTable, range: KeyRange, options: WalkOptions): AsyncGenerator<IndexEntry, void>
}

/** A transaction that may change rows. */
export interface WriteTransaction extends ReadTransaction {
  /** Adds a row. Returns false, and changes nothing, if its key or that of a unique index is taken. */
  add<Table extends AnyTable>(store: Table, row: RowOf<Table>): Promise<boolean>
  /** Adds or replaces a row. */
  put<Table extends AnyTable>(store: Table, row: RowOf<Table>): Promise<void>
  delete(store: AnyTable, key: Key): Promise<void>
  /** Deletes all rows whose primary keys are in a range. */
  deleteRange(store: AnyTable, range: KeyRange): Promise<void>
  clear(store: AnyTable): Promise<void>
}

export interface IndexEntry {
  key: Key
  primaryKey: Key
}

export interface RangeOptions {
  /** The index whose keys the range selects. By default those are the primary keys. */
  index?: string | undefined
  /** By default there is none. */
  limit?: number | undefined
}

export interface WalkOptions {
  /** The index whose keys the range selects. By default those are the primary keys. */
  index?: string | undefined
  direction: Direction
}

/** Runs one call of the port in a transaction. `work` may await only requests to that transaction. */
export type WithTransaction<Tx extends ReadTransaction> = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
