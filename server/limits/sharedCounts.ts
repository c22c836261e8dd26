import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  type IRateLimiterStoreOptions,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Redis } from 'ioredis'
import type { PostgresStore } from '../../resolvers/store/postgres/store.ts'
import type { Config } from '../config.ts'
import { openRedis } from '../redis.ts'

/** How many in how many seconds. */
export interface Limit {
  points: number
  duration: number
}

/**
 * An open stream. A limit counts those with the same `client`: those of the visitors there, or of one user there. `id` is
 * unique in its process.
 */
export interface OpenStream {
  client: string
  id: number
}

/** Counts that the processes over one database share, in Postgres or in Redis. */
export interface SharedCounts {
  /**
   * Creates a limit. While Postgres or Redis does not answer, each process counts alone. One limit with `removesExpired`
   * removes the expired counts of all limits from Postgres; Redis removes them itself.
   */
  limiter(name: string, limit: Limit, options?: { removesExpired?: boolean }): RateLimiterAbstract
  /** Adds a stream of this process. Resolves to false, and adds nothing, if the client has `max` in all processes. */
  addStream(stream: OpenStream, max: number): Promise<boolean>
  removeStream(stream: OpenStream): Promise<void>
  /**
   * Renews the lease of this process and its open streams, for `LEASE_SECONDS`. Removes its other streams with an id up to
   * `lastId`.
   */
  renew(streams: Iterable<OpenStream>, lastId: number): Promise<void>
  close(): void
}

/** Opens the shared counts of the processes over one Postgres. A PGlite has one process, which needs none. */
export async function openSharedCounts(
  { DATABASE_URL, REDIS_URL }: Pick<Config, 'DATABASE_URL' | 'REDIS_URL'>,
  { query }: Pick<PostgresStore, 'query'>,
): Promise<SharedCounts | undefined> {
  if (DATABASE_URL === undefined) return undefined
  if (REDIS_URL === undefined) return postgresCounts(query)
  const redis = openRedis(REDIS_URL, { lazyConnect: true })
  // If this fails, the client tries again by itself.
  await redis.connect().catch(() => {})
  return redisCounts(redis)
}

/** How long the streams of a process count that was killed. */
const LEASE_SECONDS = 15

function limiterOptions(name: string, limit: Limit): Omit<IRateLimiterStoreOptions, 'storeClient'> {
  return { ...limit, keyPrefix: name, insuranceLimiter: new RateLimiterMemory(limit) }
}

/** Counts in tables of Postgres. */
function postgresCounts(query: PostgresStore['query']): SharedCounts {
  const processId = crypto.randomUUID()
  const client = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const rows = await query<object>(text, values)
      return { rows, rowCount: rows.length }
    },
  }
  return {
    limiter: (name, limit, { removesExpired = false } = {}) =>
      new RateLimiterPostgres({
        ...limiterOptions(name, limit),
        storeClient: client,
        storeType: 'client',
        schemaName: 'weft',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: removesExpired,
      }),
    async addStream({ client: owner, id }, max) {
      const added = await query(
        `insert into weft.open_streams (client, process, id)
        select $1, $2, $3 where $4 > (
          select count(*) from weft.open_streams join weft.server_processes on server_processes.id = process
          where client = $1 and seen_at > now() - make_interval(secs => $5)
        ) returning id`,
        [owner, processId, id, max, LEASE_SECONDS],
      )
      return added.length > 0
    },
    async removeStream({ id }) {
      await query('delete from weft.open_streams where process = $1 and id = $2', [processId, id])
    },
    async renew(streams, lastId) {
      const open = Array.from(streams)
      const known = await query('update weft.server_processes set seen_at = now() where id = $1 returning id', [
        processId,
      ])
      // No row: the first call, or another process removed the row and streams of this silent one.
      if (known.length === 0)
        await query(
          `with process as (
            insert into weft.server_processes (id, seen_at) values ($1, now()) on conflict (id) do nothing
          )
          insert into weft.open_streams (client, process, id)
          select client, $1, id from unnest($2::text[], $3::integer[]) as stream (client, id)
          on conflict (process, id) do nothing`,
          [processId, open.map(({ client: owner }) => owner), open.map(({ id }) => id)],
        )
      await query(
        `with ended as (
          delete from weft.server_processes where seen_at < now() - make_interval(secs => $1) returning id
        )
        delete from weft.open_streams where process in (select id from ended)`,
        [10 * LEASE_SECONDS],
      )
      // The removal of a stream may have failed.
      await query('delete from weft.open_streams where process = $1 and id <= $2 and id <> all($3::integer[])', [
        processId,
        lastId,
        open.map(({ id }) => id),
      ])
    },
    // The store belongs to the caller.
    close: () => {},
  }
}

/** Of a sorted set with the streams of a client: removes those whose process was killed, and adds one if there is room. */
const ADD_STREAM = `
  redis.call('zremrangebyscore', KEYS[1], 0, ARGV[2])
  if redis.call('zcard', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
  redis.call('zadd', KEYS[1], ARGV[3], ARGV[1])
  redis.call('expire', KEYS[1], ARGV[5])
  return 1`

function keyOf({ client }: OpenStream): string {
  return `weft:streams:${client}`
}

/** Counts in Redis. */
function redisCounts(redis: Redis): SharedCounts {
  const processId = crypto.randomUUID()
  const memberOf = ({ id }: OpenStream) => `${processId}/${id}`
  const lease = 1000 * LEASE_SECONDS
  return {
    limiter: (name, limit) => new RateLimiterRedis({ ...limiterOptions(`weft:${name}`, limit), storeClient: redis }),
    async addStream(stream, max) {
      const now = Date.now()
      const added = await redis.eval(
        ADD_STREAM,
        1,
        keyOf(stream),
        memberOf(stream),
        now,
        now + lease,
        max,
        LEASE_SECONDS,
      )
      return added === 1
    },
    async removeStream(stream) {
      await redis.zrem(keyOf(stream), memberOf(stream))
    },
    async renew(streams) {
      const expiresAt = Date.now() + lease
      const commands = redis.pipeline()
      for (const stream of streams)
        commands.zadd(keyOf(stream), expiresAt, memberOf(stream)).expire(keyOf(stream), LEASE_SECONDS)
      await commands.exec()
    },
    close: () => redis.disconnect(),
  }
}
