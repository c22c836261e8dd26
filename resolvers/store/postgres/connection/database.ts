import type { PGlite } from '@electric-sql/pglite'
import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  sql,
  type ColumnType,
  type PostgresPool,
  type RawBuilder,
} from 'kysely'
import { keyof, omit } from 'valibot'

import type { Json } from '../../../../shared/json.ts'
import { rowShapes, transientRowShapes, type Rows, type TransientRows, type UserRow } from '../../rows.ts'
import type { Gram } from '../../search/firstNames.ts'
import type { TagCount } from '../../search/tagKeys.ts'
import { prepareSchema, type MigrationProgress, type SchemaChanges } from '../migrations/migrate.ts'
import { createServerPool, pglitePool, type ConnectionLimits } from './pools.ts'
import { setForRole } from './settings.ts'

/** The users table: a row, and its first name as the search compares it. */
type UserTable = Omit<UserRow, 'extra'> & {
  extra: ColumnType<UserRow['extra'], string, never>
  foldedName: string
}

/** The tables as queries name them: a plugin turns camel case into the snake case of SQL. */
export interface SqlTables extends Omit<Rows, 'users'>, TransientRows {
  users: UserTable
  firstNames: { name: string }
  nameGrams: Gram & { name: string }
  postTags: { id: string; tag: string; likeCount: number }
  tagCounts: TagCount
  /** Users who were removed, but not yet all rows that refer to them. */
  removedUsers: { id: string }
  meta: { key: string; value: ColumnType<Json, string, string> }
  blobChunks: { id: string; number: number; bytes: Buffer<ArrayBuffer> }
}

/** The columns of the rows of users. The table has one more. */
export const userColumns = keyof(rowShapes.users).options

/** The columns of a user without those that may be long. Postgres does not fetch the others from where they are. */
export const summaryColumns = keyof(omit(rowShapes.users, ['bio', 'extra'])).options

const shapes = { ...rowShapes, ...transientRowShapes }

/** The columns of the rows of a table, for queries in plain SQL. */
export function columnsOf(name: keyof typeof shapes): RawBuilder<unknown> {
  return sql.join(Object.keys(shapes[name].entries).map((column) => sql.ref(column)))
}

/** What a call of the port needs: queries, and for those in plain SQL the names of tables. */
export interface Database {
  db: Kysely<SqlTables>
  table: (name: keyof SqlTables) => RawBuilder<unknown>
  /** Whether a transaction leaves no connection for other calls, as in a PGlite. */
  hasOneConnection: boolean
}

/** Runs one call of the port. */
export type WithDatabase = <T>(call: (database: Database) => Promise<T>) => Promise<T>

/**
 * The URL of a server (`postgres://user:password@host/database`), which may name several hosts with commas between them,
 * or a PGlite, which its owner closes.
 */
export type Source = string | PGlite

export interface DatabaseOptions extends ConnectionLimits {
  /** What may be done to the tables: `none` by default, `create` them if there are none, or `migrate` them. */
  schemaChanges?: SchemaChanges | undefined
  /** Receives how far a migration of many rows is, after each batch. */
  onMigration?: ((progress: MigrationProgress) => void) | undefined
  /**
   * The URL of a pooler in transaction mode that leads to the same database with the same role. Calls then use it, and
   * `source` only to open the database.
   */
  pooler?: string | undefined
}

/** Connects. Rejects if the schema has no tables that this code can use. */
export async function openDatabase(
  source: Source,
  schema: string,
  { pooler, schemaChanges = 'none', onMigration, ...limits }: DatabaseOptions = {},
): Promise<Database> {
  const direct = queriesOver(
    typeof source === 'string' ? createServerPool(source, limits) : await pglitePool(source, limits),
  )
  try {
    await prepareSchema(direct.withoutPlugins(), schema, schemaChanges, onMigration)
    if (pooler !== undefined) await setForRole(direct.withoutPlugins())
  } catch (error) {
    await direct.destroy()
    throw error
  }
  let db = direct
  if (pooler !== undefined) {
    await direct.destroy()
    db = queriesOver(createServerPool(pooler, limits, { kind: 'pooler' }))
  }
  return databaseOver(db, schema, typeof source !== 'string')
}

/** Connects to a standby, which need not have tables yet. */
export function openReplica(url: string, schema: string, limits: ConnectionLimits): Database {
  const db = queriesOver(createServerPool(url, limits, { kind: 'replica' }))
  return databaseOver(db, schema, false)
}

function databaseOver(db: Kysely<SqlTables>, schema: string, hasOneConnection: boolean): Database {
  return { db: db.withSchema(schema), table: (name) => sql.table(`${schema}.${name}`), hasOneConnection }
}

function queriesOver(pool: PostgresPool): Kysely<SqlTables> {
  return new Kysely<SqlTables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

export async function timeOf(db: Kysely<SqlTables>): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select (1000 * extract(epoch from clock_timestamp()))::bigint as now`.execute(db)
  return rows[0]?.now ?? NaN
}
