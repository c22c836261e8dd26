import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { findPostgres } from '../../tools/postgres.mjs'

/** Whether this machine has a Postgres server. `node tools/postgres.mjs` installs one. */
export const hasPostgres = findPostgres() !== undefined

/** A Postgres server with data of its own. */
export interface PostgresCluster {
  url: string
  /** What it has logged since the start of the test. */
  log: string[]
  /** Kills the server and all its processes, as a failure of the machine would. */
  kill(): Promise<void>
  /** Starts it again, with the data that it has written. */
  start(): Promise<void>
}

/** The account that runs the server, which refuses to run as root. Empty for any other user. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

/** Creates a cluster in a temporary folder and starts it. `onEnd` gets what ends it, the last first: the test by default. */
export async function startCluster(
  onEnd: (end: () => Promise<void>) => void = onTestFinished,
): Promise<PostgresCluster> {
  const programs = findPostgres() ?? ''
  const user = unprivileged()
  const folder = await mkdtemp(join(tmpdir(), 'weft-postgres-'))
  onEnd(() => rm(folder, { recursive: true }))
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const
  execFileSync(join(programs, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync'], options)
  const port = await freePort()
  const log: string[] = []
  let server: ChildProcess | undefined

  const start = async () => {
    const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'lc_messages=C']
    const started = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    server = started
    await new Promise<void>((resolve, reject) => {
      started.once('exit', () => reject(new Error(`Postgres ended: ${log.slice(-5).join('\n')}`)))
      createInterface({ input: started.stderr }).on('line', (line) => {
        log.push(line)
        if (line.endsWith('database system is ready to accept connections')) resolve()
      })
    })
  }
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], { encoding: 'utf8' })
    const ended = once(server, 'close')
    server.kill('SIGKILL')
    for (const pid of children.split('\n').map(Number)) if (pid > 0) killIfThere(pid)
    await ended
  }
  onEnd(kill)
  await start()
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, log, kill, start }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
