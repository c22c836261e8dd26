// A Postgres server with data of its own, for `npm run test:server` and `npm run bench:server`. Its programs are those in
// POSTGRES_BIN, or Debian's. Run as a script, it installs a Debian package if there are none.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { installDebianPackages } from './chromium.mjs'
import { freePort } from './freePort.mjs'

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
 * data that it has written. With `isSynchronous`, commits wait for a standby, which `createStandby` makes.
 * @param {string} [parent]
 * @param {{ isSynchronous?: boolean, maxConnections?: number }} [options]
 */
export async function createCluster(parent = tmpdir(), { isSynchronous = false, maxConnections = 100 } = {}) {
  const cluster = await prepareCluster(parent)
  cluster.run('initdb', '-D', cluster.data, '-A', 'trust', '-U', 'postgres', '--no-sync')
  const server = await startCluster(cluster, [
    `max_connections=${maxConnections}`,
    ...(isSynchronous ? ['synchronous_standby_names=*'] : []),
  ])
  return {
    ...server,
    /** Creates a standby, which receives the changes of this server. `promote` makes it accept changes of its own. */
    async createStandby() {
      const standby = await prepareCluster(parent)
      const source = `host=127.0.0.1 port=${cluster.port} user=postgres`
      standby.run('pg_basebackup', '-D', standby.data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', source)
      return {
        ...(await startCluster(standby, [])),
        promote: () => standby.run('pg_ctl', 'promote', '-w', '-D', standby.data),
      }
    },
  }
}

/**
 * Creates a folder for a cluster. Returns a function that runs a program of Postgres in it.
 * @param {string} parent
 */
async function prepareCluster(parent) {
  const programs = findPostgres()
  if (!programs) throw new Error('There is no Postgres server. Install one, and name its folder in POSTGRES_BIN.')
  const user = unprivileged()
  const folder = mkdtempSync(join(parent, 'weft-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: folder }
  return {
    folder,
    data: join(folder, 'data'),
    port: await freePort(),
    /**
     * @param {string} program
     * @param {string[]} args
     */
    run: (program, ...args) => execFileSync(join(programs, program), args, { ...options, stdio: 'pipe' }),
    /** @param {string[]} args */
    spawnServer: (args) => spawn(join(programs, 'postgres'), args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] }),
  }
}

/**
 * @param {Awaited<ReturnType<typeof prepareCluster>>} cluster
 * @param {string[]} ownSettings
 */
async function startCluster({ folder, data, port, spawnServer }, ownSettings) {
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'lc_messages=C', ...ownSettings]
  const serverArguments = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  /** @type {string[]} */
  const log = []
  const launch = () => spawnServer(serverArguments)

  let server = launch()
  const untilReady = () =>
    new Promise((resolve, reject) => {
      server.once('exit', () => reject(new Error(`Postgres ended: ${log.slice(-5).join('\n')}`)))
      createInterface({ input: server.stderr }).on('line', (line) => {
        log.push(line)
        if (/database system is ready to accept (read-only )?connections$/.test(line)) resolve(undefined)
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
      // First the one that would start others.
      server.kill('SIGSTOP')
      for (const pid of childrenOf(server.pid)) killIfThere(pid, 'SIGSTOP')
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

/** Returns the account that runs programs which refuse to run as root; undefined for any other user. */
export function unprivileged() {
  if (process.getuid?.() !== 0) return undefined
  return { uid: postgresId('-u'), gid: postgresId('-g') }
}

/** @param {string} option */
function postgresId(option) {
  return Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
}

/** @param {number | undefined} pid */
function childrenOf(pid) {
  // Not `--ppid`: `ps` fails if there are no children, as of a server that is ending.
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return lines
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([child, parent]) => child > 0 && parent === pid)
    .map(([child]) => child)
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function killIfThere(pid, signal = 'SIGKILL') {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && !findPostgres()) {
  installDebianPackages('postgresql')
  if (!findPostgres()) console.error('No Postgres server was found or installed: its tests are skipped.')
}
