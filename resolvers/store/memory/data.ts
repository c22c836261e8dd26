import { layouts } from '../keyValue/layouts.ts'
import { allTables, byTable, type AnyTable, type RowOf } from '../tables.ts'
import { Table } from './table.ts'

/** The contents of a memory store at one instant. */
export type Data = { readonly [Name in AnyTable]: Table<RowOf<Name>> }

export function createData(): Data {
  return tablesOf((name) => new Table(layouts[name], copyOf))
}

/** Returns the same contents. Changing either does not change the other. */
export function fork(data: Data): Data {
  return tablesOf((name) => data[name].fork())
}

/** Browsers refuse to call `structuredClone` as a method of an object. */
function copyOf<Value>(value: Value): Value {
  return structuredClone(value)
}

function tablesOf(tableOf: <Name extends AnyTable>(name: Name) => Table<RowOf<Name>>): Data
// The type says what the names do.
function tablesOf(tableOf: (name: AnyTable) => unknown): unknown {
  return byTable(allTables, tableOf)
}
