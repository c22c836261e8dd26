import type { TestProject } from 'vitest/node'
import { createCluster, findPostgres } from '../../tools/postgres.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of a Postgres server; null if this machine has none. */
    postgresUrl: string | null
  }
}

/** Starts a Postgres server for all tests of the server. Those that kill it start their own. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const cluster = findPostgres() ? await createCluster() : null
  provide('postgresUrl', cluster?.url ?? null)
  return async () => cluster?.remove()
}
