import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { placedById, placedByPost, postPlacements, type Placement } from '../sorted/placements.ts'
import type { IdCursor, Page, PageRequest, PostCursors, PostOrder } from '../port.ts'
import type { PostRow, Rows, TableName } from '../rows.ts'
import type { Database } from './connection/database.ts'
import { idOrNull, selectRows } from './rows.ts'

/** The order of a list: by these columns, all in one direction. */
export interface ListOrder<Row, Cursor> {
  columns: readonly string[]
  direction: 'asc' | 'desc'
  /** Its keys are the values of the columns. */
  placement: Placement<Row, Cursor>
}

export const oldestFirst: ListOrder<{ id: string }, IdCursor> = {
  columns: ['id'],
  direction: 'asc',
  placement: placedById,
}

export const newestFirst: typeof oldestFirst = { ...oldestFirst, direction: 'desc' }

export const newestPostFirst: ListOrder<{ postId: string }, IdCursor> = {
  columns: ['postId'],
  direction: 'desc',
  placement: placedByPost,
}

export const postOrders: { readonly [Order in PostOrder]: ListOrder<PostRow, PostCursors[Order]> } = {
  LATEST: newestFirst,
  TRENDING: { columns: ['likeCount', 'id'], direction: 'desc', placement: postPlacements.TRENDING },
}

/** The condition for the rows that follow the place `after`: a range of the index on the columns. */
export function isAfter<Row, Cursor>(
  { columns, direction, placement }: ListOrder<Row, Cursor>,
  after: Cursor | undefined,
): RawBuilder<SqlBool> {
  if (after === undefined) return sql`true`
  const place = sql.join(placement.keyOf(after).map((value) => (typeof value === 'string' ? idOrNull(value) : value)))
  const row = sql.join(columns.map((column) => sql.ref(column)))
  return sql`(${row}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${place})`
}

/** What stands after `order by`. */
export function ordering<Row, Cursor>({ columns, direction }: ListOrder<Row, Cursor>): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`))
}

/** Reads a page of the rows that meet a condition. */
export async function selectPage<Table extends TableName, Cursor>(
  database: Database,
  name: Table,
  condition: RawBuilder<SqlBool>,
  order: ListOrder<Rows[Table], Cursor>,
  { after, limit }: PageRequest<Cursor>,
): Promise<Page<Rows[Table], Cursor>> {
  const end = sql`order by ${ordering(order)} limit ${limit}`
  return placed(await selectRows(database, name, sql`${condition} and ${isAfter(order, after)}`, end), order)
}

export function placed<Row, Cursor>(rows: readonly Row[], { placement }: ListOrder<Row, Cursor>): Page<Row, Cursor> {
  return rows.map((row) => ({ row, cursor: placement.cursorOf(row) }))
}
