import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import { withPort } from '../../tools/databaseProxies.mjs'
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
  /** Creates an empty one. */
  create(): Promise<DatabaseSetup>
}

let created = 0

/** Creates an empty database on the Postgres server of the tests. Returns its URL. */
export async function createPostgresDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  if (server === null) throw new Error('There is no Postgres server.')
  created += 1
  const url = new URL(server)
  url.pathname = `/weft_${process.pid}_${created}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${client.escapeIdentifier(url.pathname.slice(1))}`)
  await client.end()
  return url.href
}

/** Returns the URL of a database of this server through PgBouncer. */
export function pooledUrl(url: string): string {
  const pooler = inject('pgbouncerUrl')
  if (pooler === null) throw new Error('There is no PgBouncer.')
  return withPort(url, new URL(pooler).port)
}

/** The databases that a server runs over. */
export const databaseKinds: readonly DatabaseKind[] = [
  {
    name: 'PGlite',
    isThere: true,
    isShared: false,
    create: async () => ({ folder: await dataFolder(), env: {} }),
  },
  {
    name: 'Postgres',
    isThere: inject('postgresUrl') !== null,
    isShared: true,
    create: async () => ({ folder: '', env: { DATABASE_URL: await createPostgresDatabase() } }),
  },
]

type Row = Record<string, unknown>
export type Query = (text: string) => Promise<Row[]>

/** Ends all other connections to the database of this URL, or those whose last statement contains `statement`. */
export async function endConnections(url: string, statement = ''): Promise<void> {
  const { query, close } = await connect(url)
  await query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like '%${statement}%' and pid <> pg_backend_pid()`,
  )
  await close()
}

/** Opens the database for as long as `work` takes. No server may have it open if it is a PGlite. */
export async function withDatabase<T>({ folder, env }: DatabaseSetup, work: (query: Query) => Promise<T>): Promise<T> {
  const url = env['DATABASE_URL']
  const { query, close } = await (url === undefined ? openPGlite(join(folder, 'database')) : connect(url))
  try {
    return await work(query)
  } finally {
    await close()
  }
}

async function openPGlite(folder: string) {
  const database = await PGlite.create(folder)
  const query = async (text: string) => (await database.query<Row>(text)).rows
  return { query, close: () => database.close() }
}

async function connect(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  const query = async (text: string) => (await client.query<Row>(text)).rows
  return { query, close: () => client.end() }
}
