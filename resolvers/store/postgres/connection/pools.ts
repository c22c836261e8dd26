import type { PGlite } from '@electric-sql/pglite'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { Client, Pool, types, type ClientBase, type ClientConfig, type PoolClient, type PoolConfig } from 'pg'

import { isLost, isQueueTimeout, isUnavailable, READ_ONLY_CODE } from '../errors.ts'
import { Hosts } from './hosts.ts'
import { MAX_ANSWER_MS, WITHOUT_LIMITS } from '../limits.ts'
import { toStorable } from '../../text.ts'
import { setForSession } from './settings.ts'

/** Fails with the code of a refused change if the server is a standby. */
export const CHECK_PRIMARY = `
  do $$ begin
    if current_setting('transaction_read_only')::boolean then
      raise 'The server accepts no changes.' using errcode = '${READ_ONLY_CODE}';
    end if;
  end $$
`

/** What a connection executes before its first use. */
const firstStatements = {
  primary: `${CHECK_PRIMARY}; ${setForSession}`,
  pooler: CHECK_PRIMARY,
  replica: setForSession,
}

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
 * Creates the connections to the primary of a server. If a host cannot be reached, does not answer or is a standby, they
 * are opened to the next one of the URL, and those to the former are closed. So a process finds a promoted standby.
 *
 * A pooler gives each transaction another connection of its own: settings of a session would be those of others, and
 * prepared statements would be missing.
 */
export function createServerPool(
  url: string,
  { maxConnections = 10, maxWaitMs = DEFAULT_MAX_WAIT_MS }: ConnectionLimits,
  { kind = 'primary' }: { kind?: 'primary' | 'pooler' | 'replica' } = {},
): PostgresPool {
  const hosts = new Hosts(url)
  const hostOf = new WeakMap<ClientBase, number>()
  class HostClient extends Client {
    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: hosts.url })
      hostOf.set(this, hosts.current)
    }
  }
  const pool = createPool(
    {
      max: maxConnections,
      connectionTimeoutMillis: maxWaitMs,
      keepAlive: true,
      // The primary is read in place of a replica that does not answer.
      query_timeout: kind === 'replica' ? maxWaitMs : MAX_ANSWER_MS,
      Client: HostClient,
    },
    firstStatements[kind],
  )

  const connectOnce = async () => {
    for (;;) {
      const client = await pool.connect()
      const host = hostOf.get(client)
      if (host === hosts.current)
        return serverClient(client, { isPrepared: kind !== 'pooler', onLost: () => hosts.leave(host) })
      client.release(true)
    }
  }
  const connect = async () => {
    const since = performance.now()
    for (let attempt = 1; ; attempt += 1) {
      const host = hosts.current
      try {
        return await connectOnce()
      } catch (error) {
        if (!isUnavailable(error) || isQueueTimeout(error)) throw error
        hosts.leave(host)
        if (attempt === hosts.count || performance.now() - since >= maxWaitMs) throw error
      }
    }
  }
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
 * Returns a connection that is closed when it is released, and calls `onLost`, if the server has not answered a statement
 * or accepts no changes any more. A transaction without limits waits for its answers as long as it takes.
 */
function serverClient(
  client: PoolClient,
  { isPrepared, onLost }: { isPrepared: boolean; onLost: () => void },
): PostgresPoolClient {
  let lost: { error: unknown } | undefined
  let isUnlimited = false
  const send = async (statement: SentStatement) => {
    if (lost) throw lost.error
    isUnlimited ||= statement.text.includes(WITHOUT_LIMITS)
    const sent = isUnlimited ? { ...statement, query_timeout: LONGEST_TIMER_MS } : statement
    try {
      return await client.query(sent)
    } catch (error) {
      if (isLost(error)) {
        lost = { error }
        onLost()
      }
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
