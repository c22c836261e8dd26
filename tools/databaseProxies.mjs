// HAProxy and PgBouncer in front of a Postgres server, for `npm run test:server`. Run as a script, it installs Debian's
// packages if they are missing.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { installDebianPackages } from './chromium.mjs'
import { freePort } from './freePort.mjs'
import { unprivileged } from './postgres.mjs'

/** The packages and their programs. */
const programs = { haproxy: '/usr/sbin/haproxy', pgbouncer: '/usr/sbin/pgbouncer' }

/**
 * Returns the path of a program; undefined if this machine has none.
 * @param {keyof typeof programs} name
 */
export function findProxy(name) {
  return existsSync(programs[name]) ? programs[name] : undefined
}

/**
 * Starts HAProxy with deploy/haproxy.cfg in front of two servers. `health` has the ports that answer for the health of
 * each.
 * @param {{ postgres: [string, string], health: [number, number] }} servers
 */
export async function startHaproxy({ postgres, health }) {
  const port = await freePort()
  const env = {
    LISTEN_PRIMARY: `127.0.0.1:${port}`,
    POSTGRES_ONE: postgres[0],
    POSTGRES_TWO: postgres[1],
    HEALTH_ONE: String(health[0]),
    HEALTH_TWO: String(health[1]),
  }
  const proxy = spawn(programs.haproxy, ['-db', '-f', 'deploy/haproxy.cfg'], { env, stdio: 'ignore' })
  await untilListening(port, proxy)
  return { port, stop: () => stop(proxy) }
}

/**
 * Returns a URL of a database with another port.
 * @param {string} url
 * @param {number | string} port
 */
export function withPort(url, port) {
  const changed = new URL(url)
  changed.port = String(port)
  return changed.href
}

/**
 * Starts PgBouncer with deploy/pgbouncer.ini in front of all databases of a server. Returns a function that gives a URL
 * of the server one of PgBouncer.
 * @param {string} postgresUrl
 */
export async function startPgbouncer(postgresUrl) {
  const port = await freePort()
  const { hostname, port: postgresPort, username } = new URL(postgresUrl)
  const folder = mkdtempSync(join(tmpdir(), 'weft-pgbouncer-'))
  const file = join(folder, 'pgbouncer.ini')
  // Of a setting that is there twice, the last one counts.
  writeFileSync(
    file,
    `${readFileSync('deploy/pgbouncer.ini', 'utf8')}
      listen_port = ${port}
      auth_type = any
      auth_file =
      unix_socket_dir =
      [databases]
      * = host=${hostname} port=${postgresPort} user=${username}`,
  )
  const user = unprivileged()
  if (user) for (const path of [folder, file]) chownSync(path, user.uid, user.gid)
  const proxy = spawn(programs.pgbouncer, [file], { ...user, stdio: 'ignore' })
  await untilListening(port, proxy)
  return {
    /** @param {string} url */
    urlOf: (url) => withPort(url, port),
    async stop() {
      await stop(proxy)
      await rm(folder, { recursive: true })
    },
  }
}

/**
 * @param {number} port
 * @param {import('node:child_process').ChildProcess} proxy
 */
export async function untilListening(port, proxy) {
  while (proxy.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isListening) return
    await sleep(20)
  }
  throw new Error('The proxy ended')
}

/**
 * @param {import('node:child_process').ChildProcess} proxy
 * @param {NodeJS.Signals} [signal]
 */
export async function stop(proxy, signal = 'SIGKILL') {
  if (proxy.exitCode !== null || proxy.signalCode !== null) return
  const closed = once(proxy, 'close')
  proxy.kill(signal)
  await closed
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const missing = Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : name))
  if (missing.length > 0 && !installDebianPackages(...missing))
    console.error(`${missing.join(', ')} could not be installed: their tests are skipped.`)
}
