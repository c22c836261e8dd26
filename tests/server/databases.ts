import pg from 'pg'
import { createCluster, findPostgres } from '../../tools/postgres.mjs'
import { dataFolder } from './serverProcess.ts'

/** The settings that name a database of a server. */
export interface DatabaseSetup {
  folder: string
  env: Record<string, string>
}

interface DatabaseKind {
  name: string
  /** Whether this machine has it. */
  isThere: boolean
  /** Whether several processes may open one database. */
  isShared: boolean
  /** Starts what the databases need. `create` creates an empty one; `remove` removes them all. */
  start(): Promise<{ create(): Promise<DatabaseSetup>; remove(): Promise<void> }>
}

/** The databases that a server runs over. */
export const databaseKinds: readonly DatabaseKind[] = [
  {
    name: 'PGlite',
    isThere: true,
    isShared: false,
    start: async () => ({ create: async () => ({ folder: await dataFolder(), env: {} }), remove: async () => {} }),
  },
  {
    name: 'Postgres',
    isThere: findPostgres() !== undefined,
    isShared: true,
    async start() {
      const cluster = await createCluster()
      let created = 0
      return {
        async create() {
          created += 1
          const client = new pg.Client(cluster.url)
          await client.connect()
          await client.query(`create database weft${created}`)
          await client.end()
          const url = new URL(cluster.url)
          url.pathname = `/weft${created}`
          return { folder: '', env: { DATABASE_URL: url.href } }
        },
        remove: () => cluster.remove(),
      }
    },
  },
]
