import { CompiledQuery } from 'kysely'
import type { AdministeredStore } from '../administration.ts'
import { UnavailableError } from '../errors.ts'
import { adminReader, adminWriter } from './admin.ts'
import { postgresBlobs } from './blobs.ts'
import { openDatabase, timeOf, type DatabaseOptions, type Source, type WithDatabase } from './connection/database.ts'
import { isUnavailable } from './errors.ts'
import { numberEvents } from './events.ts'
import { isCompatible } from './migrations/migrate.ts'
import { DEFAULT_MAX_WAIT_MS } from './connection/pools.ts'
import { readTables, writeTables } from './calls.ts'
import {
  randomPause,
  runOutside,
  runReading,
  runTransaction,
  type Pause,
  type PostgresTransactionOptions,
} from './transactions.ts'
import { Turns } from './turns.ts'

export interface PostgresOptions extends DatabaseOptions {
  source: Source
  /** Where the tables are: `weft` by default. */
  schema?: string
  /** Waits before a transaction runs again after a conflict: some milliseconds, at random, by default. */
  pause?: Pause
  /** Receives what the database or its connection said when a call rejects with `UnavailableError`. */
  onUnavailable?: ((error: unknown) => void) | undefined
}

export interface PostgresStore extends AdministeredStore {
  /** Returns whether this code can run with the tables: they have its version, or a later one that allows it. */
  isCompatible(): Promise<boolean>
  /** Numbers the events of committed transactions (`events.ts`). Returns the number of the last event. */
  numberEvents(intervalMs: number): Promise<number>
  /** Returns the time of the database's clock. */
  now(): Promise<number>
  /** Runs a statement of the host on tables of its own. Returns the rows. */
  query<Row>(text: string, values: readonly unknown[]): Promise<Row[]>
}

/**
 * Opens the store in a Postgres database, which several processes may do at once. Rejects if the database cannot be
 * reached, or if this code cannot run with its tables after the changes that `schemaChanges` allows. A call of the store
 * rejects with `UnavailableError` if the database does not answer it; later calls connect again.
 */
export async function openPostgresStore({
  source,
  schema = 'weft',
  pause = randomPause,
  onUnavailable = () => {},
  ...options
}: PostgresOptions): Promise<PostgresStore> {
  const database = await openDatabase(source, schema, options)
  const openCalls = new Set<Promise<unknown>>()
  let closed: Promise<void> | undefined

  const admit = async <T>(call: () => Promise<T>): Promise<T> => {
    if (closed !== undefined) throw new Error('The store is closed')
    const result = runOutside(call)
    openCalls.add(result)
    try {
      return await result
    } catch (error) {
      if (!isUnavailable(error)) throw error
      onUnavailable(error)
      throw new UnavailableError(error)
    } finally {
      openCalls.delete(result)
    }
  }
  const run: WithDatabase = (call) => admit(() => call(database))
  const turns = new Turns(options.maxWaitMs ?? DEFAULT_MAX_WAIT_MS)
  const write = <T>(work: (run: WithDatabase) => Promise<T>, transactionOptions: PostgresTransactionOptions = {}) => {
    const { popularRow } = transactionOptions
    const transact = () => runTransaction(database, work, pause, transactionOptions)
    return admit(() => (popularRow === undefined ? transact() : turns.run(popularRow, transact)))
  }

  const end = async () => {
    await Promise.allSettled(openCalls)
    await database.db.destroy()
  }

  return {
    read: readTables(run),
    transaction: (work, transactionOptions) => write((inside) => work(writeTables(inside)), transactionOptions),
    blobs: postgresBlobs(run),
    admin: {
      read: (work) => admit(() => runReading(database, (inside) => work(adminReader(inside)))),
      transaction: (work, transactionOptions) =>
        write((inside) => work(adminWriter(inside)), { ...transactionOptions, isExclusive: true, isUnlimited: true }),
    },
    isCompatible: () => run(({ db }) => isCompatible(db, schema)),
    numberEvents: (intervalMs) => write((inside) => inside((connection) => numberEvents(connection, intervalMs))),
    now: () => run(({ db }) => timeOf(db)),
    query: <Row>(text: string, values: readonly unknown[]) =>
      run(async ({ db }) => (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows),
    close() {
      closed ??= end()
      return closed
    },
  }
}
