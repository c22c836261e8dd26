import { firstNameKeys } from '../search/firstNameKeys.ts'
import { wordKeys } from '../search/postWords.ts'
import { tagKeys } from '../search/tagKeys.ts'
import { userNameKeys } from '../search/userNameKeys.ts'
import {
  allTables,
  byTable,
  isInKeyOrder,
  isListed,
  tables,
  valuesOf,
  type AnyTable,
  type Index,
  type RowOf,
} from '../tables.ts'
import type { Key } from './keys.ts'

interface IndexLayout<Row> {
  /** The columns of its keys; absent if keys are computed, because a row may have none or several. */
  columns?: readonly string[]
  /** Whether a row may have several keys. */
  isMultiple?: true
  isUnique?: true | undefined
  keysOf: (row: Row) => readonly Key[]
}

/** The keys of an object store and its indexes. */
export interface StoreLayout<Row> {
  /** The columns of the key. */
  key: readonly string[]
  indexes: Readonly<Record<string, IndexLayout<Row>>>
}

type Layouts = { readonly [Table in AnyTable]: StoreLayout<RowOf<Table>> }

export const layouts: Layouts = {
  ...describedLayouts(),
  users: layoutOf('users', {
    byFirstName: ({ firstName, id }) => firstNameKeys(firstName, id),
    byName: userNameKeys,
  }),
  posts: layoutOf('posts', { byTag: tagKeys, byWord: wordKeys }),
}

/** The object stores of all rows and single values. */
export const TABLE_STORES = allTables.filter((name) => name !== 'blobs')

/** A stored row, and its keys in the indexes whose keys are computed. */
export interface StoredRecord<Row> {
  row: Row
  keys: Readonly<Record<string, Key | readonly Key[]>>
}

export function recordOf<Table extends AnyTable>(table: Table, row: RowOf<Table>): StoredRecord<RowOf<Table>> {
  const { indexes }: StoreLayout<RowOf<Table>> = layouts[table]
  const keys = Object.entries(indexes).flatMap(([index, { columns, isMultiple, keysOf }]) => {
    if (columns) return []
    const [key, ...others] = keysOf(row)
    if (key === undefined) return []
    return [[index, isMultiple ? [key, ...others] : key] as const]
  })
  return { row, keys: Object.fromEntries(keys) }
}

function describedLayouts(): Layouts
// The type says what the names do.
function describedLayouts(): unknown {
  return byTable(allTables, (table) => layoutOf(table))
}

function layoutOf<Table extends AnyTable>(
  table: Table,
  search: Readonly<Record<string, (row: RowOf<Table>) => readonly Key[]>> = {},
): StoreLayout<RowOf<Table>> {
  const { key, indexes } = tables[table]
  const described = Object.entries<Index>(indexes).filter(([, index]) => !isInKeyOrder(table, index))
  return {
    key,
    indexes: {
      ...Object.fromEntries(described.map(([name, index]) => [name, indexLayoutOf(index)])),
      ...Object.fromEntries(
        Object.entries(search).map(([name, keysOf]) => [name, { keysOf, isMultiple: true } as const]),
      ),
    },
  }
}

function indexLayoutOf(index: Index): IndexLayout<object> {
  const columns = [...index.of, ...index.by]
  const keysOf = (row: object) => (isListed(index, row) ? [valuesOf(row, columns)] : [])
  return { keysOf, isUnique: index.isUnique, ...(!index.where && { columns }) }
}
