import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { isId } from '../../lib/ids.ts'
import { primaryKeys, type PrimaryKey, type Rows, type TransientRows } from '../rows.ts'
import { columnsOf, type Database } from './connection/database.ts'

export type AllRows = Rows & TransientRows

/** Reads the rows that meet a condition. `end` is what stands after it: an order, a limit. */
export async function selectRows<Table extends keyof AllRows>(
  { db, table }: Database,
  name: Table,
  condition: RawBuilder<SqlBool>,
  end: RawBuilder<unknown> = sql``,
): Promise<AllRows[Table][]> {
  const { rows } = await sql<AllRows[Table]>`
    select ${columnsOf(name)} from ${table(name)} where ${condition} ${end}`.execute(db)
  return rows
}

/** Reads the rows that meet a condition and have one of these ids in a column; returns one for each id. */
export async function selectInOrder<Table extends keyof AllRows>(
  database: Database,
  name: Table,
  condition: RawBuilder<SqlBool>,
  ids: readonly string[],
  [column, idOf]: readonly [column: keyof AllRows[Table] & string, idOf: (row: AllRows[Table]) => string],
): Promise<(AllRows[Table] | undefined)[]> {
  const isOne = textKeys[name]?.includes(column) ? isOneText(column, ids) : isOneOf(column, ids)
  const rows = await selectRows(database, name, sql`${condition} and ${isOne}`)
  const found = new Map(rows.map((row) => [idOf(row), row]))
  return ids.map((id) => found.get(id))
}

export async function selectByKey<Table extends keyof AllRows>(
  database: Database,
  name: Table,
  key: PrimaryKey<Table>,
): Promise<AllRows[Table] | undefined> {
  return (await selectRows(database, name, hasKey(name, key)))[0]
}

/** Returns whether there was such a row. */
export async function deleteByKey<Table extends keyof AllRows>(
  { db, table }: Database,
  name: Table,
  key: PrimaryKey<Table>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from ${table(name)} where ${hasKey(name, key)}`.execute(db)
  return numAffectedRows === 1n
}

/** The columns of primary keys that are texts. All others are UUIDs. */
const textKeys: { readonly [Table in keyof AllRows]?: readonly string[] } = {
  files: ['id'],
  fileUses: ['fileId'],
  idempotencyKeys: ['key'],
}

/** The condition for the row with this primary key. */
export function hasKey(name: keyof AllRows, key: readonly string[]): RawBuilder<SqlBool> {
  const columns: readonly string[] = primaryKeys[name]
  const values = key.map((value, index) => (textKeys[name]?.includes(columns[index] ?? '') ? value : idOrNull(value)))
  return sql`(${keyOf(name)}) = (${sql.join(values)})`
}

/** The columns of a primary key. */
export function keyOf(name: keyof AllRows): RawBuilder<unknown> {
  return sql.join(primaryKeys[name].map((column) => sql.ref(column)))
}

/** The condition for each of these ids in a column. Their number has no limit, unlike that of parameters. */
export function isOneOf(column: string, ids: readonly string[]): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} = any(${idArray(ids)})`
}

/** An array of these ids, without those that no row can have. */
export function idArray(ids: readonly string[]): RawBuilder<unknown> {
  return sql`${ids.filter(isId)}::uuid[]`
}

/** The condition for each of these texts in a column. */
export function isOneText(column: string, texts: readonly string[]): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} = any(${texts}::text[])`
}

/** The condition for this id in a column. */
export function hasId(column: string, id: string): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} = ${idOrNull(id)}`
}

/** Postgres refuses to compare a text that is no UUID with an id. Clients send any text, and no row has such an id. */
export function idOrNull(id: string): string | null {
  return isId(id) ? id : null
}
