import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { PostgresStore } from '../../resolvers/store/postgres/store.ts'
import type { CreateLimiter } from './rateLimits.ts'

/** Limits that the processes over one database count together, and that a restart does not forget. */
export function databaseLimiters({ query }: Pick<PostgresStore, 'query'>): CreateLimiter {
  const client = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const rows = await query<object>(text, values)
      return { rows, rowCount: rows.length }
    },
  }
  return (name, limit) =>
    new RateLimiterPostgres({
      ...limit,
      keyPrefix: name,
      storeClient: client,
      storeType: 'client',
      schemaName: 'weft',
      tableName: 'rate_limits',
      tableCreated: true,
    })
}
