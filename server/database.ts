import { resolve } from 'node:path'
import type { SchemaChanges } from '../resolvers/store/postgres/migrations/migrate.ts'
import { openPostgresStore, type PostgresOptions, type PostgresStore } from '../resolvers/store/postgres/store.ts'
import type { BlobStore } from '../resolvers/store/port.ts'
import { s3SettingsIn, type Config } from './config.ts'
import { databaseIn, folderFailure, lockFolder, writeFailure } from './dataFolder.ts'
import { s3Blobs, type S3Blobs } from './media/s3Blobs.ts'
import { withS3 } from './media/withS3.ts'
import { failure, systemCodeOf } from './systemErrors.ts'

export interface OpenDatabase {
  store: PostgresStore
  /** Where the data is, for people. Contains no password. */
  description: string
  /** The two places of files, if the settings name S3. The blob store of `store` reads from both. */
  s3?: { database: BlobStore; blobs: S3Blobs }
  close(): Promise<void>
}

export type Service = 'database' | 'S3'

/** What the store does beside its calls. */
interface StoreOptions extends Pick<PostgresOptions, 'schemaChanges'> {
  /** Receives why the database or S3 refused a call or did not answer it. */
  onUnavailable?: (error: unknown, service: Service) => void
  /** Whether to use the pooler that the settings name, for requests. */
  isForRequests?: boolean
}

/** Opens the database that the settings name. Throws `FolderInUseError`, and what the database throws. */
export async function openDatabase(config: Config, options: StoreOptions = {}): Promise<OpenDatabase> {
  const database = await (config.DATABASE_URL === undefined
    ? openFolder(resolve(config.DATA_DIR), options)
    : openServer(config, config.DATABASE_URL, options))
  const settings = s3SettingsIn(config)
  if (!settings) return database
  const blobs = s3Blobs(settings, (error) => options.onUnavailable?.(error, 'S3'))
  const { store, description } = database
  return {
    ...database,
    store: withS3(store, blobs, config.S3_READS),
    description: `${description}, files in ${settings.bucket} at ${settings.endpoint}`,
    s3: { database: store.blobs, blobs },
  }
}

/**
 * Returns what a server or an import changes in the tables before it starts: over PGlite, which no other process uses, it
 * migrates them; over Postgres it only creates them.
 */
export function schemaChangesAtStart({ DATABASE_URL }: Config): SchemaChanges {
  return DATABASE_URL === undefined ? 'migrate' : 'create'
}

async function openServer(
  config: Config,
  url: string,
  { isForRequests = false, ...options }: StoreOptions,
): Promise<OpenDatabase> {
  const pooler = isForRequests ? config.DATABASE_POOLER_URL : undefined
  const maxConnections = config.DATABASE_CONNECTIONS
  const through = pooler === undefined ? '' : ` through ${placeOf(pooler)}`
  const description = `Postgres at ${placeOf(url)}${through}`
  const store = await openPostgresStore({ source: url, pooler, maxConnections, ...forStore(options) }).catch(
    (error: unknown) => {
      const reason = reasonOf(error)
      if (reason === undefined) throw error
      throw new Error(`${description} cannot be opened: ${reason}. Check DATABASE_URL.`, { cause: error })
    },
  )
  return { store, description, close: () => store.close() }
}

/** What `pg` says without a code, by the beginning of its messages. */
const reasons = new Map([
  ['Connection terminated due to connection timeout', 'it did not answer in time, as Postgres does'],
  ['timeout exceeded when trying to connect', 'it did not answer in time, as Postgres does'],
  ['Connection terminated', 'it ended the connection, and is perhaps no Postgres'],
  ['The server does not support SSL connections', 'it has no SSL, which `sslmode` asks for'],
  ['There was an error establishing an SSL connection', 'it is no Postgres, or has no SSL, which `sslmode` asks for'],
])

/** Returns why a server cannot be opened; undefined if it is Postgres and its tables are the reason. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error) return error.message || String(error.code)
  return [...reasons].find(([start]) => error.message.startsWith(start))?.[1]
}

/** Returns the options of the store itself. */
function forStore({ schemaChanges, onUnavailable }: StoreOptions) {
  return { schemaChanges, onUnavailable: (error: unknown) => onUnavailable?.(error, 'database') }
}

/** Names the host and the database of a URL. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** A PGlite executes one call at a time, so each waits for those before it. */
const MAX_PGLITE_WAIT_MS = 10_000

async function openFolder(folder: string, { isForRequests = false, ...options }: StoreOptions): Promise<OpenDatabase> {
  const unlock = await lockFolder(folder)
  try {
    const { PGlite } = await import('@electric-sql/pglite')
    const database = await PGlite.create(databaseIn(folder)).catch(async (error: unknown) => {
      const cause = systemCodeOf(error) === undefined ? await writeFailure(folder) : error
      if (cause !== undefined) throw folderFailure(folder, cause)
      const advice = 'restore a backup, or set DATA_DIR to another folder'
      const doubt = `It may be damaged, or of another version: ${advice}.`
      throw failure(`The database in ${folder} cannot be opened`, error, doubt)
    })
    const store = await openPostgresStore({
      source: database,
      ...(isForRequests && { maxWaitMs: MAX_PGLITE_WAIT_MS }),
      ...forStore(options),
    }).catch(async (error: unknown) => {
      await database.close()
      throw error
    })
    return {
      store,
      description: `PGlite in ${folder}`,
      async close() {
        await store.close()
        await database.close()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}
