import { sql, type SqlBool } from 'kysely'

import type { AdminReader, AdminWriter, Counts, Inserts, KeyCursor } from '../administration.ts'
import type { Page, PageRequest } from '../port.ts'
import { keyOf, tableNames, tables, type RowOf, type TableName } from '../tables.ts'
import { wholePostgresBlobs } from './blobs.ts'
import { readTables, writeTables } from './calls.ts'
import { refs, sorted } from './columns.ts'
import type { Database, WithDatabase } from './connection/database.ts'
import { selectRows } from './table.ts'

/** The tables that `clear` empties: all but `meta`. */
export const clearedTables = [
  ...tableNames.toReversed(),
  'idempotencyKeys',
  'firstNames',
  'nameParts',
  'userNames',
  'postTags',
  'postWords',
  'tagCounts',
  'removedUsers',
  'blobChunks',
] as const

export function adminReader(run: WithDatabase): AdminReader {
  return {
    ...readTables(run),
    count: () => run(count),
    rows: (table, request) => run((database) => readRows(database, table, request)),
    blobs: wholePostgresBlobs(run),
  }
}

export function adminWriter(run: WithDatabase): AdminWriter {
  const writers = writeTables(run)
  const inserts: Inserts = writers
  return {
    ...adminReader(run),
    ...writers,
    clear: () =>
      run(async ({ db, table }) => {
        for (const name of clearedTables) await sql`delete from ${table(name)}`.execute(db)
      }),
    insertMany: (table, rows) => inserts[table].insert(...rows),
    blobs: wholePostgresBlobs(run),
  }
}

async function count({ db, table }: Database): Promise<Counts> {
  const numbers = tableNames.map((name) => {
    const isCounted = name === 'posts' ? sql`state <> 'deleted'` : sql`true`
    return sql`(select count(*) from ${table(name)} where ${isCounted}) as ${sql.id(name)}`
  })
  const { rows } = await sql<Counts>`select ${sql.join(numbers)}`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('A query without a table returned no row')
  return counts
}

/** Compares the columns of a key that the cursor has, too. A key is behind the cursors that are the start of it. */
async function readRows<Table extends TableName>(
  database: Database,
  name: Table,
  { after = [], limit }: PageRequest<KeyCursor>,
): Promise<Page<RowOf<Table>, KeyCursor>> {
  const { key } = tables[name]
  const operator = sql.raw(after.length < key.length ? '>=' : '>')
  const isBehind =
    after.length === 0
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(${refs(key.slice(0, after.length))}) ${operator} (${sql.join(after.slice(0, key.length))})`
  const rows = await selectRows(database, name, isBehind, sql`${sorted(key, 'ascending')} limit ${limit}`)
  return rows.map((row) => ({ row, cursor: keyOf(name, row) }))
}
