import type { PGlite } from '@electric-sql/pglite'
import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  sql,
  type ColumnType,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type RawBuilder,
} from 'kysely'
import { Pool, types, type PoolClient, type PoolConfig } from 'pg'
import { keyof, omit } from 'valibot'

import { rowShapes, transientRowShapes, type Json, type Rows, type TransientRows, type UserRow } from '../rows.ts'
import type { TagCount } from '../search/tagKeys.ts'
import { LIMITS } from './limits.ts'
import { migrate } from './migrations.ts'
import { storableParameters } from './storableParameters.ts'

/** The users table: a row, and its first name as the search compares it. */
type UserTable = Omit<UserRow, 'extra'> & {
  extra: ColumnType<UserRow['extra'], string, never>
  foldedName: string
}

/** The tables as queries name them: a plugin turns camel case into the snake case of SQL. */
export interface SqlTables extends Omit<Rows, 'users'>, TransientRows {
  users: UserTable
  nameGrams: { gram: string; isAtStart: boolean; name: string; userId: string }
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
}

/** Runs one call of the port. */
export type WithDatabase = <T>(call: (database: Database) => Promise<T>) => Promise<T>

/** The URL of a server (`postgres://user:password@host/database`), or a PGlite, which its owner closes. */
export type Source = string | PGlite

/**
 * Every list is read along an index, in its order, up to its limit. The planner may choose to read and sort a whole range
 * or table that it believes to be small, and often it cannot know: a PGlite keeps no statistics by itself. With these
 * settings the plan does not depend on the values, so each statement is planned once.
 */
const PLANNER_SETTINGS = `
  set enable_seqscan = off;
  set enable_bitmapscan = off;
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set jit = off;
  set plan_cache_mode = force_generic_plan
`

/** The connections to a server. A PGlite has one, for which calls wait as long as it takes. */
export interface ConnectionLimits {
  /** How many are open at once: 10 by default. */
  maxConnections?: number | undefined
  /** How long a call waits for one, or for its turn to change a popular row, before it rejects: 2,000 ms by default. */
  maxWaitMs?: number | undefined
}

export const DEFAULT_MAX_WAIT_MS = 2000

/** Connects, and brings the schema to the latest version. */
export async function openDatabase(source: Source, schema: string, limits: ConnectionLimits = {}): Promise<Database> {
  const db = new Kysely<SqlTables>({
    dialect: new PostgresDialect({ pool: await poolOf(source, limits) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true }), storableParameters()],
  })
  try {
    await migrate(db.withoutPlugins(), schema)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { db: db.withSchema(schema), table: (name) => sql.table(`${schema}.${name}`) }
}

export async function timeOf(db: Kysely<SqlTables>): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select (1000 * extract(epoch from clock_timestamp()))::bigint as now`.execute(db)
  return rows[0]?.now ?? NaN
}

/** A PGlite has one connection, so all stores in it take turns. */
const pglitePools = new WeakMap<PGlite, Pool>()

async function poolOf(
  source: Source,
  { maxConnections = 10, maxWaitMs = DEFAULT_MAX_WAIT_MS }: ConnectionLimits,
): Promise<PostgresPool> {
  if (typeof source === 'string') {
    const limits = { max: maxConnections, connectionTimeoutMillis: maxWaitMs }
    return preparing(createPool({ connectionString: source, ...limits, keepAlive: true }))
  }
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres')
  const pool = pglitePools.get(source) ?? createPool(Object.assign(createPgConfig(source), { idleTimeoutMillis: 0 }))
  pglitePools.set(source, pool)
  return { ...preparing(pool), end: async () => {} }
}

/**
 * Makes each connection prepare a statement once, for all its later calls. There are few: values are parameters, and the
 * texts do not depend on their number.
 */
function preparing(pool: Pool): PostgresPool {
  return { connect: async () => preparingClient(await pool.connect()), end: () => pool.end() }
}

function preparingClient(client: PoolClient): PostgresPoolClient {
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('The store reads without cursors.')
    // Without parameters it may be several statements, which cannot be prepared.
    return client.query({ ...(values.length > 0 && { name: nameOf(text) }), text, values: [...values] })
  }
  return { query, release: () => client.release() }
}

const statementNames = new Map<string, string>()

/** Returns the same name for the same text. `pg` prepares a statement with a name once for each connection. */
function nameOf(text: string): string {
  const name = statementNames.get(text) ?? `weft${statementNames.size}`
  statementNames.set(text, name)
  return name
}

function createPool(config: PoolConfig): Pool {
  const pool = new Pool({
    ...config,
    types: { getTypeParser },
    // A new connection, before its first use.
    verify: (client, done) => client.query(`${PLANNER_SETTINGS}; ${LIMITS}`, (error) => done(error)),
  })
  // The pool replaces a connection that breaks. A call that is using it fails; between two calls only this event tells.
  pool.on('connect', (client) => client.on('error', () => {})).on('error', () => {})
  return pool
}

const BIGINT: number = types.builtins.INT8

/** Parses values as `pg` does, but a bigint as a number: those that are stored are instants, so they are safe integers. */
const getTypeParser: typeof types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === BIGINT ? Number : types.getTypeParser(type, format)
