import { resolve } from 'node:path'
import type { AdministeredStore } from '../resolvers/store/administration.ts'
import { openPostgresStore } from '../resolvers/store/postgres/store.ts'
import type { Config } from './config.ts'
import { lockFolder } from './dataFolder.ts'

export interface OpenDatabase {
  store: AdministeredStore
  /** Where the data is, for people. Contains no password. */
  description: string
  close(): Promise<void>
}

/**
 * Opens the database that the settings name, and applies the migrations that are missing. Throws `FolderInUseError`, and
 * what the database throws.
 */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  return config.DATABASE_URL === undefined
    ? openFolder(resolve(config.DATA_DIR))
    : openServer(config.DATABASE_URL, config.DATABASE_CONNECTIONS)
}

async function openServer(url: string, maxConnections: number): Promise<OpenDatabase> {
  const store = await openPostgresStore({ source: url, maxConnections })
  const { host, pathname } = new URL(url)
  return { store, description: `Postgres at ${host}${pathname}`, close: () => store.close() }
}

async function openFolder(folder: string): Promise<OpenDatabase> {
  const unlock = await lockFolder(folder)
  try {
    const { PGlite } = await import('@electric-sql/pglite')
    const database = await PGlite.create(resolve(folder, 'database'))
    const store = await openPostgresStore({ source: database })
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
