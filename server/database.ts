import { resolve } from 'node:path'
import type { Source } from '../resolvers/store/postgres/connection/database.ts'
import { hostUrls } from '../resolvers/store/postgres/connection/hosts.ts'
import type { SchemaChanges } from '../resolvers/store/postgres/migrations/migrate.ts'
import { openPostgresStore, type PostgresOptions, type PostgresStore } from '../resolvers/store/postgres/store.ts'
import type { BlobStore } from '../resolvers/store/port.ts'
import { s3SettingsIn, type Config } from './config.ts'
import { databaseIn, folderFailure, lockFolder } from './dataFolder.ts'
import { s3Blobs, type S3Blobs } from './media/s3Blobs.ts'
import { withS3 } from './media/withS3.ts'
import { failure, systemCodeOf } from './systemErrors.ts'

export interface OpenDatabase {
  store: PostgresStore
  /** What the store was opened with. */
  source: Source
  /** Where the data is, for people. Contains no password. */
  description: string
  /** The two places of files, if the settings name S3. The blob store of `store` reads from both. */
  s3?: { database: BlobStore; blobs: S3Blobs }
  close(): Promise<void>
}

export type Service = 'database' | 'S3'

/** What the store does beside its calls. */
interface StoreOptions extends Pick<PostgresOptions, 'schemaChanges' | 'onMigration'> {
  /** Receives why the database or S3 refused a call or did not answer it. */
  onUnavailable?: (error: unknown, service: Service) => void
  /** Whether to use the pooler and the replica that the settings name, for requests. */
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
  const { DATABASE_POOLER_URL: pooler, DATABASE_REPLICA_URL: replicaUrl } = isForRequests ? config : {}
  const replica = replicaUrl === undefined ? undefined : { url: replicaUrl, maxLagMs: config.DATABASE_REPLICA_LAG_MS }
  const maxConnections = config.DATABASE_CONNECTIONS
  const through = pooler === undefined ? '' : ` through ${placeOf(pooler)}`
  const description = `Postgres at ${placeOf(url)}${through}`
  const store = await openPostgresStore({ source: url, pooler, replica, maxConnections, ...forStore(options) }).catch(
    (error: unknown) => {
      // The messages of Postgres and of the operating system do not say what was to be opened.
      if (!(error instanceof Error) || !('code' in error)) throw error
      throw new Error(`${description} cannot be opened: ${error.message || String(error.code)}`, { cause: error })
    },
  )
  return { store, source: url, description, close: () => store.close() }
}

/** Returns the options of the store itself. */
function forStore({ schemaChanges, onMigration, onUnavailable }: StoreOptions) {
  return { schemaChanges, onMigration, onUnavailable: (error: unknown) => onUnavailable?.(error, 'database') }
}

/** Names the hosts and the database of a URL. */
function placeOf(url: string): string {
  const urls = hostUrls(url).map((one) => new URL(one))
  return `${urls.map(({ host }) => host).join(', ')}${urls[0]?.pathname}`
}

/** A PGlite executes one call at a time, so each waits for those before it. */
const MAX_PGLITE_WAIT_MS = 10_000

async function openFolder(folder: string, { isForRequests = false, ...options }: StoreOptions): Promise<OpenDatabase> {
  const unlock = await lockFolder(folder)
  try {
    const { PGlite } = await import('@electric-sql/pglite')
    const database = await PGlite.create(databaseIn(folder)).catch((error: unknown) => {
      if (systemCodeOf(error) !== undefined) throw folderFailure(folder, error)
      const advice = 'restore a backup, or set DATA_DIR to another folder'
      const cause = `It may be damaged, or of another version: ${advice}.`
      throw failure(`The database in ${folder} cannot be opened`, error, cause)
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
      source: database,
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
