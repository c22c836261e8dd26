/**
 * The port beside `Store` for snapshots, scenarios, the data generator and statistics. Services get a `Store`, so they
 * cannot reach it.
 */

import type { Page, PageRequest, ReadTables, Store, Tables, TableWriter, TransactionOptions } from './port.ts'
import type { RowOf, TableName } from './tables.ts'

/** The number of rows in each table; of posts, of those that are not deleted. */
export type Counts = Record<TableName, number>

/** The place of a row in the order of its table's primary key. */
export type KeyCursor = readonly (string | number)[]

/** Reads of whole tables. Deleted posts, and their reactions and bookmarks, are among their rows. */
interface WholeTables {
  count(): Promise<Counts>
  /** Returns all rows of a table, page by page, sorted by primary key: the id, or the two ids that a row links. */
  rows<Table extends TableName>(table: Table, request: PageRequest<KeyCursor>): Promise<Page<RowOf<Table>, KeyCursor>>
}

/** The bytes of files within a transaction, each file as a whole. */
interface WholeBlobs {
  get(id: string): Promise<Blob | undefined>
  /** Inserts or replaces. */
  put(id: string, bytes: ArrayBuffer, type?: string): Promise<void>
}

/** The calls of `Administration.read`. */
export interface AdminReader extends ReadTables, WholeTables {
  readonly blobs: Pick<WholeBlobs, 'get'>
}

/** How rows are inserted into each table. */
export type Inserts = { readonly [Table in TableName]: Pick<TableWriter<Table>, 'insert'> }

/** The calls of `Administration.transaction`. */
export interface AdminWriter extends Tables, WholeTables {
  /** Removes all rows of all tables and all bytes. Keeps the events and the values of `meta`. */
  clear(): Promise<void>
  /** Throws `UniqueViolationError` if the key or username of a row is taken. */
  insertMany<Table extends TableName>(table: Table, rows: readonly RowOf<Table>[]): Promise<void>
  readonly blobs: WholeBlobs
}

/** Access to whole tables. */
export interface Administration {
  /**
   * Runs `work` in a read-only transaction: all its reads see one state. Over IndexedDB it may await only calls on `tx`;
   * elsewhere also what does not call the store, such as a file that it writes.
   */
  read<T>(work: (tx: AdminReader) => Promise<T>): Promise<T>
  /** As `Store.transaction`, but these transactions take turns. */
  transaction<T>(work: (tx: AdminWriter) => Promise<T>, options?: TransactionOptions): Promise<T>
}

/** What an adapter opens: a store, and the administration of the same data. */
export interface AdministeredStore extends Store {
  readonly admin: Administration
}
