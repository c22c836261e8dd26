// A Postgres server with data of its own, for `npm run test:server` and `npm run bench:server`. Its programs are those in
// POSTGRES_BIN, or Debian's. Run as a script, it installs a Debian package if there are none.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { installDebianPackages } from './chromium.mjs'

const debianFolder = '/usr/lib/postgresql'
const oldestVersion = 15

/** Returns the folder with `initdb` and `postgres` of version 15 or later, the latest; undefined if there is none. */
export function findPostgres() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).map(Number) : []
  const folders = versions
    .filter((version) => version >= oldestVersion)
    .toSorted((one, other) => other - one)
    .map((version) => `${debianFolder}/${version}/bin`)
  return [process.env.POSTGRES_BIN, ...folders].find((folder) => folder && existsSync(`${folder}/initdb`))
}

/**
 * Creates a cluster in a folder of its own below another one, and starts its server. `start` starts it again, with the
 * data that it has written.
 * @param {string} [parent]
 */
export async function createCluster(parent = tmpdir()) {
  const programs = findPostgres()
  if (!programs) throw new Error('There is no Postgres server. Install one, and name its folder in POSTGRES_BIN.')
  const user = unprivileged()
  const folder = mkdtempSync(join(parent, 'weft-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder }
  execFileSync(join(programs, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync'], options)
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'lc_messages=C']
  const serverArguments = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  /** @type {string[]} */
  const log = []
  const launch = () =>
    spawn(join(programs, 'postgres'), serverArguments, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })

  let server = launch()
  const untilReady = () =>
    new Promise((resolve, reject) => {
      server.once('exit', () => reject(new Error(`Postgres ended: ${log.slice(-5).join('\n')}`)))
      createInterface({ input: server.stderr }).on('line', (line) => {
        log.push(line)
        if (line.endsWith('database system is ready to accept connections')) resolve(undefined)
      })
    })
  await untilReady()

  /** Kills the server and all its processes, as a failure of the machine would. */
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const children = childrenOf(server.pid)
    const closed = once(server, 'close')
    server.kill('SIGKILL')
    for (const pid of children) killIfThere(pid)
    await closed
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** The lines that the server has logged. */
    log,
    kill,
    /** Stops all its processes, which keep their connections open, until they are killed. */
    pause() {
      for (const pid of [server.pid, ...childrenOf(server.pid)]) process.kill(Number(pid), 'SIGSTOP')
    },
    async start() {
      server = launch()
      await untilReady()
    },
    /** Kills the server and removes its data. */
    async remove() {
      await kill()
      await rm(folder, { recursive: true })
    },
  }
}

/** Returns the account that runs the server, which refuses to run as root; undefined for any other user. */
function unprivileged() {
  if (process.getuid?.() !== 0) return undefined
  return { uid: postgresId('-u'), gid: postgresId('-g') }
}

/** @param {string} option */
function postgresId(option) {
  return Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
}

/** Returns a port that nothing listens on. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

/** @param {number | undefined} pid */
function childrenOf(pid) {
  const lines = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return lines
    .split('\n')
    .map(Number)
    .filter((child) => child > 0)
}

/** @param {number} pid */
function killIfThere(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && !findPostgres()) {
  installDebianPackages('postgresql')
  if (!findPostgres()) console.error('No Postgres server was found or installed: its tests are skipped.')
}
