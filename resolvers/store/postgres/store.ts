import type { AdministeredStore } from '../administration.ts'
import { adminReader, adminWriter } from './admin.ts'
import { postgresBlobs } from './blobs.ts'
import { openDatabase, type Source } from './database.ts'
import { postgresReaders, type WithDatabase } from './readers.ts'
import { randomPause, runOutside, runReading, runTransaction, type Pause } from './transactions.ts'
import { postgresTables } from './writers.ts'

export interface PostgresOptions {
  source: Source
  /** Where the tables are: `weft` by default. It is created if it is not there. */
  schema?: string
  /** How many connections to a server are open at once: 10 by default. A PGlite has one. */
  maxConnections?: number
  /** Waits before a transaction runs again after a conflict: some milliseconds, at random, by default. */
  pause?: Pause
}

/**
 * Opens the store in a Postgres database, which several processes may do at once. Creates or upgrades its tables.
 * Rejects if the database cannot be reached, or if a later version has upgraded it.
 */
export async function openPostgresStore({
  source,
  schema = 'weft',
  maxConnections = 10,
  pause = randomPause,
}: PostgresOptions): Promise<AdministeredStore> {
  const database = await openDatabase(source, schema, maxConnections)
  const openCalls = new Set<Promise<unknown>>()
  let closed: Promise<void> | undefined

  const admit = async <T>(call: () => Promise<T>): Promise<T> => {
    if (closed !== undefined) throw new Error('The store is closed')
    const result = runOutside(call)
    openCalls.add(result)
    try {
      return await result
    } finally {
      openCalls.delete(result)
    }
  }
  const run: WithDatabase = (call) => admit(() => call(database))
  const write = <T>(work: (run: WithDatabase) => Promise<T>, durability?: 'relaxed') =>
    admit(() => runTransaction(database, work, pause, durability))

  return {
    read: postgresReaders(run),
    transaction: (work, durability) => write((inside) => work(postgresTables(inside)), durability),
    blobs: postgresBlobs(run),
    admin: {
      read: (work) => admit(() => runReading(database, (inside) => work(adminReader(inside)))),
      transaction: (work, durability) => write((inside) => work(adminWriter(inside)), durability),
    },
    close() {
      closed ??= Promise.allSettled(openCalls).then(() => database.db.destroy())
      return closed
    },
  }
}
