import { resolve } from 'node:path'
import { hostUrls } from '../resolvers/store/postgres/hosts.ts'
import { openPostgresStore, type PostgresStore } from '../resolvers/store/postgres/store.ts'
import type { Config } from './config.ts'
import { lockFolder } from './dataFolder.ts'

export interface OpenDatabase {
  store: PostgresStore
  /** Where the data is, for people. Contains no password. */
  description: string
  close(): Promise<void>
}

/** Receives why the database refused a call or did not answer it. */
type OnUnavailable = (error: unknown) => void

/**
 * Opens the database that the settings name, and applies the migrations that are missing. Throws `FolderInUseError`, and
 * what the database throws.
 */
export async function openDatabase(config: Config, onUnavailable: OnUnavailable = () => {}): Promise<OpenDatabase> {
  return config.DATABASE_URL === undefined
    ? openFolder(resolve(config.DATA_DIR), onUnavailable)
    : openServer(config.DATABASE_URL, config.DATABASE_CONNECTIONS, onUnavailable)
}

async function openServer(url: string, maxConnections: number, onUnavailable: OnUnavailable): Promise<OpenDatabase> {
  const store = await openPostgresStore({ source: url, maxConnections, onUnavailable })
  const urls = hostUrls(url).map((one) => new URL(one))
  const hosts = urls.map(({ host }) => host).join(', ')
  return { store, description: `Postgres at ${hosts}${urls[0]?.pathname}`, close: () => store.close() }
}

async function openFolder(folder: string, onUnavailable: OnUnavailable): Promise<OpenDatabase> {
  const unlock = await lockFolder(folder)
  try {
    const { PGlite } = await import('@electric-sql/pglite')
    const database = await PGlite.create(resolve(folder, 'database'))
    const store = await openPostgresStore({ source: database, onUnavailable })
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
