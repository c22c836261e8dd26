// A Redis server without data, for `npm run test:server`. Its program is REDIS_SERVER, or Debian's. Run as a script, it
// installs a Debian package if there is none.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { installDebianPackages } from './chromium.mjs'
import { freePort } from './freePort.mjs'

/** Returns the path of the server; undefined if there is none. */
export function findRedis() {
  return [process.env.REDIS_SERVER, '/usr/bin/redis-server'].find((path) => path && existsSync(path))
}

/** Starts a server that stores nothing, on a free port. `start` starts it again. */
export async function startRedis() {
  const program = findRedis()
  if (!program) throw new Error('There is no Redis server. Install one, and name its program in REDIS_SERVER.')
  const port = await freePort()
  const settings = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no']
  const launch = () => spawn(program, settings, { stdio: ['ignore', 'pipe', 'ignore'] })
  let server = launch()
  const untilReady = () =>
    new Promise((resolve, reject) => {
      server.once('exit', () => reject(new Error('Redis ended')))
      createInterface({ input: server.stdout }).on('line', (line) => {
        if (line.includes('Ready to accept connections')) resolve(undefined)
      })
    })
  await untilReady()

  /** Kills the server, as a failure of the machine would. */
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const closed = once(server, 'close')
    server.kill('SIGKILL')
    await closed
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    /** Keeps the server from answering. Its connections stay open, and it accepts others. */
    hang: () => server.kill('SIGSTOP'),
    /** Lets it answer again. */
    resume: () => server.kill('SIGCONT'),
    async start() {
      server = launch()
      await untilReady()
    },
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && !findRedis()) {
  installDebianPackages('redis-server')
  if (!findRedis()) console.error('No Redis server was found or installed: its tests are skipped.')
}
