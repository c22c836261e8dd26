import type { PGlite } from '@electric-sql/pglite'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { Pool, types, type PoolClient, type PoolConfig } from 'pg'

import { isLost, READ_ONLY_CODE } from '../errors.ts'
import { MAX_ANSWER_MS, WITHOUT_LIMITS } from '../limits.ts'
import { toStorable } from '../../text.ts'
import { setForSession } from './settings.ts'

/** Fails with the code of a refused change if the server is a standby. */
const CHECK_PRIMARY = `
  do $$ begin
    if current_setting('transaction_read_only')::boolean then
      raise 'The server accepts no changes.' using errcode = '${READ_ONLY_CODE}';
    end if;
  end $$
`

export interface ConnectionLimits {
  /** How many connections to a server are open at once: 10 by default. A PGlite has one. */
  maxConnections?: number | undefined
  /**
   * How long a call waits for its turn to change a popular row, and then for a connection, before it rejects: 2,000 ms
   * each by default. The default for the connection of a PGlite is no limit; the first store in a PGlite sets it for all.
   */
  maxWaitMs?: number | undefined
}

export const DEFAULT_MAX_WAIT_MS = 2000

/**
 * Creates the connections to the primary of a server. Those that break, do not answer or lead to a standby are closed, and
 * opened again. So a process finds a promoted standby at the same address.
 *
 * A pooler gives each transaction another connection of its own: settings of a session would be those of others, and
 * prepared statements would be missing.
 */
export function createServerPool(
  url: string,
  { maxConnections = 10, maxWaitMs = DEFAULT_MAX_WAIT_MS }: ConnectionLimits,
  { isPooler = false }: { isPooler?: boolean } = {},
): PostgresPool {
  const pool = createPool(
    {
      connectionString: url,
      max: maxConnections,
      connectionTimeoutMillis: maxWaitMs,
      keepAlive: true,
      query_timeout: MAX_ANSWER_MS,
    },
    isPooler ? CHECK_PRIMARY : `${CHECK_PRIMARY}; ${setForSession}`,
  )
  const connect = async () => serverClient(await pool.connect(), { isPrepared: !isPooler })
  return { connect, end: () => pool.end() }
}

/** A PGlite has one connection, so all stores in it take turns. */
const pglitePools = new WeakMap<PGlite, Pool>()

export async function pglitePool(
  source: PGlite,
  { maxWaitMs }: Pick<ConnectionLimits, 'maxWaitMs'>,
): Promise<PostgresPool> {
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres')
  const config = Object.assign(createPgConfig(source), {
    idleTimeoutMillis: 0,
    ...(maxWaitMs !== undefined && { connectionTimeoutMillis: maxWaitMs }),
  })
  const pool = pglitePools.get(source) ?? createPool(config, setForSession)
  pglitePools.set(source, pool)
  const connect = async () => {
    const client = await pool.connect()
    const release = () => client.release()
    return kyselyClient({ isPrepared: true, send: (statement) => client.query(statement), release })
  }
  return { connect, end: async () => {} }
}

interface SentStatement {
  name?: string
  text: string
  values: unknown[]
}

const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Returns a connection that is closed when it is released if the server has not answered a statement or accepts no changes
 * any more. A transaction without limits waits for its answers as long as it takes.
 */
function serverClient(client: PoolClient, { isPrepared }: { isPrepared: boolean }): PostgresPoolClient {
  let lost: { error: unknown } | undefined
  let isUnlimited = false
  const send = async (statement: SentStatement) => {
    if (lost) throw lost.error
    isUnlimited ||= statement.text.includes(WITHOUT_LIMITS)
    const sent = isUnlimited ? { ...statement, query_timeout: LONGEST_TIMER_MS } : statement
    try {
      return await client.query(sent)
    } catch (error) {
      if (isLost(error)) lost = { error }
      throw error
    }
  }
  return kyselyClient({ isPrepared, send, release: () => client.release(lost !== undefined) })
}

interface KyselyClientOptions {
  /**
   * Whether the connection prepares a statement once, for all its later calls. There are few: values are parameters, and
   * the texts do not depend on their number.
   */
  isPrepared: boolean
  send: (statement: SentStatement) => Promise<unknown>
  release: () => void
}

function kyselyClient({ isPrepared, send, release }: KyselyClientOptions): PostgresPoolClient {
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('The store reads without cursors.')
    // Without parameters it may be several statements, which cannot be prepared.
    return send({ ...(isPrepared && values.length > 0 && { name: nameOf(text) }), text, values: values.map(storable) })
  }
  return { query, release }
}

/**
 * Returns a parameter whose texts are storable. Postgres refuses a query with U+0000, but a user who searches for it only
 * finds nothing.
 */
function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable)
  return typeof value === 'string' ? toStorable(value) : value
}

const statementNames = new Map<string, string>()

/** Returns the same name for the same text. `pg` prepares a statement with a name once for each connection. */
function nameOf(text: string): string {
  const name = statementNames.get(text) ?? `weft${statementNames.size}`
  statementNames.set(text, name)
  return name
}

/** Creates a pool whose connections execute `start` before their first use. */
function createPool(config: PoolConfig, start: string): Pool {
  const pool = new Pool({
    ...config,
    types: { getTypeParser },
    verify: (client, done) => client.query(start, (error) => done(error)),
  })
  // The pool replaces a connection that breaks. A call that is using it fails; between two calls only this event tells.
  pool.on('connect', (client) => client.on('error', () => {})).on('error', () => {})
  return pool
}

const BIGINT: number = types.builtins.INT8

/** Parses values as `pg` does, but a bigint as a number: those that are stored are instants, so they are safe integers. */
const getTypeParser: typeof types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === BIGINT ? Number : types.getTypeParser(type, format)
