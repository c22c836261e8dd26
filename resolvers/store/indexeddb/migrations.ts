import { layouts, type StoreLayout } from '../keyValue/layouts.ts'
import { lastVersion, type Layout, type Version } from './migrate.ts'

/**
 * All versions of the database, the baseline first. Until 2.0.0 is released, that is what the tables describe. A new one
 * goes to the end, with the object stores that it changes and an `upgrade` that fills new columns. Never change one that was
 * released.
 */
export const VERSIONS: readonly Version[] = [
  { stores: Object.fromEntries(Object.entries(layouts).map(([name, layout]) => [name, objectStoreOf(layout)])) },
]

/** The number of the present version. */
export const CURRENT_VERSION = lastVersion(VERSIONS)

/** Returns how an object store of IndexedDB has this layout: its records contain rows, and their computed keys. */
function objectStoreOf({ key, indexes }: StoreLayout<never>): Layout[string] {
  return {
    keyPath: key.map(pathOf),
    indexes: Object.fromEntries(
      Object.entries(indexes).map(([name, { columns, isMultiple = false, isUnique = false }]) => [
        name,
        { keyPath: columns ? columns.map(pathOf) : `keys.${name}`, unique: isUnique, multiEntry: isMultiple },
      ]),
    ),
  }
}

function pathOf(column: string): string {
  return `row.${column}`
}
