import { setImmediate } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  sql,
  type ColumnType,
  type Generated,
  type PluginTransformResultArgs,
  type PostgresPool,
  type QueryResult,
  type RawBuilder,
  type UnknownRow,
} from 'kysely'
import type { Json } from '../../../../shared/json.ts'
import type { NewEvent } from '../../rows.ts'
import type { AnyTable } from '../../tables.ts'
import { prepareSchema, type SchemaChanges } from '../migrations/migrate.ts'
import { createServerPool, pglitePool, type ConnectionLimits } from './pools.ts'
import { setForRole } from './settings.ts'

/** An event, whose payload is JSON. */
interface StoredEvent extends Omit<NewEvent, 'payload'> {
  payload: string
}

/** The tables that only Postgres has, as queries name them: a plugin turns camel case into the snake case of SQL. */
export interface SqlTables {
  firstNames: { name: string }
  nameParts: { part: string; name: string }
  /** The words are a `tsvector`, as a text. */
  postWords: { id: string; authorId: string; words: string }
  userNames: { id: string; key: string; spelled: string }
  postTags: { id: string; tag: string; likeCount: number }
  /** Users who were removed, but not yet all rows that refer to them. */
  removedUsers: { id: string }
  events: StoredEvent & { number: number; numberedAt: number }
  newEvents: StoredEvent & { id: Generated<number> }
  lastEventNumber: { last: number }
  meta: { key: string; value: ColumnType<Json, string, string> }
  blobChunks: { id: string; number: number; bytes: Buffer<ArrayBuffer> }
}

/** What a call of the port needs: queries, and for those in plain SQL the names of tables. */
export interface Database {
  db: Kysely<SqlTables>
  table: (name: AnyTable | keyof SqlTables) => RawBuilder<unknown>
  /** Whether a transaction leaves no connection for other calls, as in a PGlite. */
  hasOneConnection: boolean
}

/** Runs one call of the port. */
export type WithDatabase = <T>(call: (database: Database) => Promise<T>) => Promise<T>

/**
 * The URL of a server (`postgres://user:password@host/database`), or a PGlite, which its owner closes.
 */
export type Source = string | PGlite

export interface DatabaseOptions extends ConnectionLimits {
  /** What may be done to the tables: `none` by default, `create` them if there are none, or `migrate` them. */
  schemaChanges?: SchemaChanges | undefined
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
  { pooler, schemaChanges = 'none', ...limits }: DatabaseOptions = {},
): Promise<Database> {
  const direct = queriesOver(
    typeof source === 'string' ? createServerPool(source, limits) : await pglitePool(source, limits),
  )
  try {
    await prepareSchema(direct.withoutPlugins(), schema, schemaChanges)
    if (pooler !== undefined) await setForRole(direct.withoutPlugins())
  } catch (error) {
    await direct.destroy()
    throw error
  }
  let db = direct
  if (pooler !== undefined) {
    await direct.destroy()
    db = queriesOver(createServerPool(pooler, limits, { isPooler: true }))
  }
  return {
    db: db.withSchema(schema),
    table: (name) => sql.table(`${schema}.${name}`),
    hasOneConnection: typeof source !== 'string',
  }
}

/** How many rows are renamed in one turn of the event loop: renaming 10,000 takes 50 ms. */
const ROWS_PER_TURN = 500

class CamelCaseColumns extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const rows: UnknownRow[] = []
    for (const row of result.rows) {
      if (rows.length > 0 && rows.length % ROWS_PER_TURN === 0) await setImmediate()
      rows.push(this.mapRow(row))
    }
    return { ...result, rows }
  }
}

function queriesOver(pool: PostgresPool): Kysely<SqlTables> {
  return new Kysely<SqlTables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCaseColumns({ maintainNestedObjectKeys: true })],
  })
}

export async function timeOf(db: Kysely<SqlTables>): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select (1000 * extract(epoch from clock_timestamp()))::bigint as now`.execute(db)
  return rows[0]?.now ?? NaN
}
