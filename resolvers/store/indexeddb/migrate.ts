/** How a database is brought from one version to a later one. `migrations.ts` has the versions. */

import type { IDBPDatabase, IDBPTransaction } from 'idb'

interface IndexLayout {
  readonly keyPath: string | string[]
  readonly unique?: boolean
  readonly multiEntry?: boolean
}

export interface StoreLayout {
  /** Null if records do not contain their keys. */
  readonly keyPath: string | string[] | null
  readonly indexes: Readonly<Record<string, IndexLayout>>
}

/** Object stores by name. */
export type Layout = Readonly<Record<string, StoreLayout>>

export type UpgradeTransaction = IDBPTransaction<unknown, ArrayLike<string>, 'versionchange'>

export interface Version {
  /**
   * The complete layout of each object store that this version adds or whose indexes it changes. The key path of a
   * store cannot change: add another store and move the records.
   */
  readonly stores?: Layout
  /** Rewrites the records of the previous version, after the stores were changed. May await only requests to `tx`. */
  readonly upgrade?: (tx: UpgradeTransaction) => Promise<void>
}

/** The number of the first version, that of 2.0.0. Smaller ones were those of versions before. */
export const BASELINE = 7

/** Returns the number of the last of `versions`. */
export function lastVersion(versions: readonly Version[]): number {
  return BASELINE + versions.length - 1
}

/** Returns the layout of all object stores in `version`. */
export function layoutOf(versions: readonly Version[], version: number): Layout {
  return Object.assign({}, ...versions.slice(0, version - BASELINE + 1).map(({ stores }) => stores))
}

/**
 * Migrates a database from `oldVersion` (0 if it has just been created) to the last of `versions`, within the
 * transaction of `onupgradeneeded`. If it rejects, abort the transaction: the database is then unchanged.
 */
export async function migrate(
  db: IDBPDatabase,
  tx: UpgradeTransaction,
  versions: readonly Version[],
  oldVersion: number,
): Promise<void> {
  if (oldVersion === 0) return build(db, tx, layoutOf(versions, lastVersion(versions)))
  for (const { stores = {}, upgrade } of versions.slice(oldVersion - BASELINE + 1)) {
    build(db, tx, stores)
    await upgrade?.(tx)
  }
}

/** Creates the object stores and indexes that are missing, and deletes the indexes that are not in the layout. */
function build(db: IDBPDatabase, tx: UpgradeTransaction, layout: Layout): void {
  for (const [name, { keyPath, indexes }] of Object.entries(layout)) {
    const store = db.objectStoreNames.contains(name) ? tx.objectStore(name) : db.createObjectStore(name, { keyPath })
    for (const index of store.indexNames) if (!Object.hasOwn(indexes, index)) store.deleteIndex(index)
    for (const [index, { keyPath: path, ...options }] of Object.entries(indexes)) {
      if (!store.indexNames.contains(index)) store.createIndex(index, path, options)
    }
  }
}
