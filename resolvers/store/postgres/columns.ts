/** The columns of described tables in SQL, and their values. Kysely turns camel case into the snake case of SQL. */

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { NIL } from 'uuid'
import type { GenericSchema } from 'valibot'

import { isId } from '../../lib/ids.ts'
import { sqlColumnOf } from '../columns.ts'
import type { Direction } from '../pages.ts'
import { tables, type AnyTable, type Condition, type Index } from '../tables.ts'

type Value = string | number

function sqlTypeOf(table: AnyTable, column: string): string {
  const entries: Readonly<Record<string, GenericSchema>> = tables[table].shape.entries
  const shape = entries[column]
  if (!shape) throw new RangeError(`${table} has no column ${column}`)
  return sqlColumnOf(shape).type
}

export function columnNames(table: AnyTable): string[] {
  return Object.keys(tables[table].shape.entries)
}

export function refs(columns: readonly string[], relation?: string): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(relation === undefined ? column : `${relation}.${column}`)))
}

/** The columns of the rows of a table, of which it may have more. */
export function columnsOf(table: AnyTable): RawBuilder<unknown> {
  return refs(columnNames(table))
}

/** Returns a value to compare a column with: null for a text that no id is, which Postgres refuses to compare with one. */
function comparable(table: AnyTable, column: string, value: Value): Value | null {
  return sqlTypeOf(table, column) !== 'uuid' || isId(String(value)) ? value : null
}

/** The driver would pass a list as an array of SQL. */
export function parameterOf(table: AnyTable, column: string, value: unknown): unknown {
  return sqlTypeOf(table, column) === 'json' ? JSON.stringify(value) : value
}

/** An array of values to compare a column with. */
export function arrayOf(table: AnyTable, column: string, values: readonly (Value | undefined)[]): RawBuilder<unknown> {
  const items = values.map((value) => (value === undefined ? null : comparable(table, column, value)))
  return sql`${items}::${sql.raw(sqlTypeOf(table, column))}[]`
}

/** For each column an array of the values that the keys have in it. */
export function arraysOf(
  table: AnyTable,
  columns: readonly string[],
  keys: readonly (readonly Value[])[],
): RawBuilder<unknown>[] {
  return columns.map((column, at) =>
    arrayOf(
      table,
      column,
      keys.map((key) => key[at]),
    ),
  )
}

/** The condition that the columns have these values. */
export function haveValues(table: AnyTable, columns: readonly string[], values: readonly Value[]): RawBuilder<SqlBool> {
  return columns.length === 0 ? sql`true` : sql`(${refs(columns)}) = (${valueList(table, columns, values)})`
}

function valueList(table: AnyTable, columns: readonly string[], values: readonly Value[]): RawBuilder<unknown> {
  return sql.join(columns.map((column, at) => comparable(table, column, values[at] ?? '')))
}

/** The condition that a column has one of these values. Their number has no limit, unlike that of parameters. */
export function isOneOf(table: AnyTable, column: string, values: readonly Value[]): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} = any(${arrayOf(table, column, values)})`
}

/** The condition for the rows that follow a place in a list: a range of the index on the columns. */
export function isAfter(
  table: AnyTable,
  columns: readonly string[],
  after: readonly Value[] | undefined,
  direction: Direction = 'descending',
): RawBuilder<SqlBool> {
  if (after === undefined) return sql`true`
  const operator = sql.raw(direction === 'ascending' ? '>' : '<')
  return sql`(${refs(columns)}) ${operator} (${valueList(table, columns, after)})`
}

/** The clause that sorts a list; none if it has one row. */
export function sorted(
  columns: readonly string[],
  direction: Direction = 'descending',
  relation?: string,
): RawBuilder<unknown> {
  return columns.length === 0 ? sql`` : sql`order by ${terms(columns, direction, relation)}`
}

/** What stands after `order by`. */
export function terms(columns: readonly string[], direction: Direction, relation?: string): RawBuilder<unknown> {
  const suffix = sql.raw(direction === 'ascending' ? 'asc' : 'desc')
  return sql.join(columns.map((column) => sql`${refs([column], relation)} ${suffix}`))
}

/** The condition for the rows that a list has. Without parameters, so that Postgres finds the index with this condition. */
export function isListed({ where = [] }: Index): RawBuilder<SqlBool> {
  return sql`${sql.raw(listCondition(where))}`
}

export function listCondition(where: readonly Condition[]): string {
  const conditions = where.map(([column, operator, value]) => {
    if (value === null) return `${inSnakeCase(column)} is ${operator === '=' ? '' : 'not '}null`
    return `${inSnakeCase(column)} ${operator} '${value}'`
  })
  return conditions.join(' and ') || 'true'
}

/** A value that no row of a list comes after. */
export function greatest(table: AnyTable, column: string): Value {
  return greatestOf[sqlTypeOf(table, column)] ?? '\u{10FFFF}'
}

/** A value that no row of a list comes before. */
export function least(table: AnyTable, column: string): Value {
  const type = sqlTypeOf(table, column)
  if (type === 'text') return ''
  return type === 'uuid' ? NIL : -1
}

const greatestOf: Readonly<Record<string, Value>> = {
  uuid: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  integer: 2 ** 31 - 1,
  bigint: Number.MAX_SAFE_INTEGER,
}

export function inSnakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}
