// The built server as a process, for tests, benchmarks and `npm run serve:cluster`. `npm run build:server` builds it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** What a process needs of its environment. Settings of the server are not inherited: a shell may set some for others. */
const inherited = /^(PATH|HOME|TMPDIR|TZ|LANG|LC_.+|LD_LIBRARY_PATH|NODE_.+)$/

/**
 * Spawns the server's command on any free port. Its settings are those of `env` only.
 * @param {{
 *   args?: string[] | undefined
 *   env?: Record<string, string> | undefined
 *   cwd?: string | undefined
 *   node?: string | undefined
 * }} setup
 */
export function spawnServer({ args = [], env = {}, cwd = '.', node = process.execPath }) {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => inherited.test(name)))
  return spawn(node, ['dist-server/main.js', ...args], {
    env: { ...environment, PORT: '0', ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/**
 * Starts the server, and resolves once it listens. Rejects with what it has printed if it ends before.
 * @param {Parameters<typeof spawnServer>[0] & { onLine?: ((line: string) => void) | undefined }} setup
 */
export async function launchServer({ onLine, ...setup }) {
  const child = spawnServer(setup)
  const closed = once(child, 'close')
  /** @type {string[]} */
  const lines = []
  let errors = ''
  child.stderr.on('data', (text) => (errors += String(text)))
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      onLine?.(line)
      const { event, url: address } = eventIn(line)
      if (event === 'listening') resolve(address.replace(/\/$/, ''))
    })
    child.once('close', () => reject(new Error(`The server ended: ${errors}${lines.join('\n')}`)))
  })

  /**
   * Sends a signal. Resolves with the exit code once the process has ended; null after `SIGKILL`.
   * @param {'SIGTERM' | 'SIGINT' | 'SIGKILL'} signal
   */
  async function stop(signal) {
    child.kill(signal)
    await closed
    return child.exitCode
  }
  return {
    /** Where it listens. */
    url,
    /** The lines that it has printed. */
    lines,
    process: child,
    stop,
    /** Kills it, if it has not ended. */
    async kill() {
      if (child.exitCode === null && child.signalCode === null) await stop('SIGKILL')
    },
  }
}

/**
 * Returns the event of a line of the log. Other lines have none.
 * @param {string} line
 */
export function eventIn(line) {
  return line.startsWith('{') ? JSON.parse(line) : {}
}
