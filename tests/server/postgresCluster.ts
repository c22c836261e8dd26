import type { TestProject } from 'vitest/node'
import { findProxy, startPgbouncer } from '../../tools/databaseProxies.mjs'
import { createCluster, findPostgres } from '../../tools/postgres.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of a Postgres server; null if this machine has none. */
    postgresUrl: string | null
    /** The same database through PgBouncer; null if this machine has none. */
    pgbouncerUrl: string | null
  }
}

/** Starts a Postgres server for all tests of the server, and PgBouncer. Those that kill it start their own. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  // Several files run at once, each with processes and pools of its own. PgBouncer also keeps idle connections.
  const cluster = findPostgres() ? await createCluster(undefined, { maxConnections: 500 }) : null
  const pooler = cluster && findProxy('pgbouncer') ? await startPgbouncer(cluster.url) : null
  provide('postgresUrl', cluster?.url ?? null)
  provide('pgbouncerUrl', cluster && pooler ? pooler.urlOf(cluster.url) : null)
  return async () => {
    await pooler?.stop()
    await cluster?.remove()
  }
}
