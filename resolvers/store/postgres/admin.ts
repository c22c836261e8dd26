import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { AdminReader, AdminWriter, Counts, KeyCursor } from '../administration.ts'
import type { Page, PageRequest } from '../port.ts'
import { primaryKeyOf, primaryKeys, tableNames, transientTableNames, type Rows, type TableName } from '../rows.ts'
import { wholePostgresBlobs } from './blobs.ts'
import { columnsOf, type Database, type WithDatabase } from './connection/database.ts'
import { insertRows } from './inserts.ts'
import { postgresReaders } from './readers.ts'
import { postgresTables } from './writers.ts'

/** The tables that `clear` empties: all but `meta`. */
export const clearedTables = [
  ...tableNames,
  ...transientTableNames,
  'firstNames',
  'nameGrams',
  'postTags',
  'tagCounts',
  'removedUsers',
  'blobChunks',
] as const

export function adminReader(run: WithDatabase): AdminReader {
  return {
    ...postgresReaders(run),
    count: () => run(count),
    rows: (table, request) => run((database) => readRows(database, table, request)),
    blobs: wholePostgresBlobs(run),
  }
}

export function adminWriter(run: WithDatabase): AdminWriter {
  return {
    ...adminReader(run),
    ...postgresTables(run),
    clear: () =>
      run(async ({ db }) => {
        for (const table of clearedTables) await db.deleteFrom(table).execute()
      }),
    insertMany: (table, rows) => insertRows(run, table, rows),
    blobs: wholePostgresBlobs(run),
  }
}

async function count({ db, table }: Database): Promise<Counts> {
  const numbers = tableNames.map((name) => sql`(select count(*) from ${table(name)}) as ${sql.id(name)}`)
  const { rows } = await sql<Counts>`select ${sql.join(numbers)}`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('A query without a table returned no row')
  return counts
}

async function readRows<Table extends TableName>(
  { db, table }: Database,
  name: Table,
  { after, limit }: PageRequest<KeyCursor>,
): Promise<Page<Rows[Table], KeyCursor>> {
  const key = primaryKeys[name].map((column) => sql.ref(column))
  const { rows } = await sql<Rows[Table]>`
    select ${columnsOf(name)} from ${table(name)} where ${isKeyAfter(key, after)}
    order by ${sql.join(key)} limit ${limit}`.execute(db)
  return rows.map((row) => ({ row, cursor: primaryKeyOf(name, row) }))
}

/** Compares the columns of a key that the cursor has, too. A key is behind the cursors that are the start of it. */
function isKeyAfter(key: readonly RawBuilder<unknown>[], after: KeyCursor | undefined): RawBuilder<SqlBool> {
  if (after === undefined) return sql`true`
  const columns = sql.join(key.slice(0, after.length))
  const operator = sql.raw(after.length < key.length ? '>=' : '>')
  return sql`(${columns}) ${operator} (${sql.join(after.slice(0, key.length))})`
}
