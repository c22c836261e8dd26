import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { freePort } from '../../tools/freePort.mjs'
import { eventIn } from '../../tools/serverProcess.mjs'
import { createCluster, findPostgres } from '../../tools/postgres.mjs'

/** The built server as a process, over a folder of data of its own. `npm run build:server` builds it. */
export interface AppServer {
  url: string
  folder: string
  /** Stops the process. Its data stays. */
  stop: () => Promise<void>
  /** Starts it again at the same address. */
  restart: () => Promise<void>
  /** Removes the data of a process that has stopped. */
  remove: () => Promise<void>
}

interface ServerSetup {
  args?: string[]
  /** A folder of data to copy. Default: none, so that the server starts with an empty database. */
  copyOf?: string
  /** Default: the built-in database, in the folder. */
  databaseUrl?: string
  /** Further settings. */
  env?: Record<string, string>
}

export async function startAppServer({ args = [], copyOf, databaseUrl, env }: ServerSetup = {}): Promise<AppServer> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-app-'))
  if (copyOf !== undefined) await cp(copyOf, folder, { recursive: true })
  let stop = async () => {}
  const port = await freePort()
  const start = async (): Promise<void> => {
    const child = spawn(process.execPath, ['dist-server/main.js', ...args], {
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: folder,
        LOG_LEVEL: 'error',
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const closed = once(child, 'close')
    stop = async () => {
      child.kill('SIGTERM')
      await closed
    }
    for await (const line of createInterface({ input: child.stdout })) {
      if (eventIn(line).event === 'listening') return
    }
    throw new Error('The server did not start.')
  }
  await start()
  return {
    url: `http://localhost:${port}`,
    folder,
    stop: () => stop(),
    restart: start,
    remove: () => rm(folder, { recursive: true }),
  }
}

/** A server that has started with `--demo`, and others that start with what it has stored. */
export interface SeededServer {
  /** The server, until `startCopy` is called. */
  first: AppServer
  startCopy: () => Promise<AppServer>
  remove: () => Promise<void>
}

/** Starts such a server. A copy of a Postgres database starts in a fraction of the time of PGlite, which is used without. */
export async function startSeededServer(): Promise<SeededServer> {
  return findPostgres() ? seedPostgres() : seedPglite()
}

async function seedPostgres(): Promise<SeededServer> {
  const cluster = await createCluster()
  const urlOf = (database: string) => Object.assign(new URL(cluster.url), { pathname: `/${database}` }).href
  const create = async (database: string, template: string) => {
    const client = new pg.Client(cluster.url)
    await client.connect()
    await client.query(`create database ${database} template ${template}`)
    await client.end()
    return urlOf(database)
  }
  const first = await startAppServer({ args: ['--demo'], databaseUrl: await create('seed', 'template1') })
  let copies = 0
  return {
    first,
    async startCopy() {
      copies += 1
      return startAppServer({ args: ['--demo'], databaseUrl: await create(`copy${copies}`, 'seed') })
    },
    async remove() {
      await first.remove()
      await cluster.remove()
    },
  }
}

async function seedPglite(): Promise<SeededServer> {
  const first = await startAppServer({ args: ['--demo'] })
  return {
    first,
    startCopy: () => startAppServer({ args: ['--demo'], copyOf: first.folder }),
    remove: () => first.remove(),
  }
}
