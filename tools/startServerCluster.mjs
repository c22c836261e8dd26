// Several server processes behind a proxy, over one Postgres.
import { createCluster } from './postgres.mjs'
import { startProxy } from './proxy.mjs'
import { launchServer } from './serverProcess.mjs'

/**
 * Starts `count` processes and a proxy on `port`, 0 for any. Without `databaseUrl` they share a Postgres server with data
 * of its own in a temporary folder, which `stop` removes.
 * @param {{
 *   count: number
 *   args?: string[] | undefined
 *   env?: Record<string, string> | undefined
 *   port?: number | undefined
 *   databaseUrl?: string | undefined
 *   onLine?: ((index: number, line: string) => void) | undefined
 * }} options
 */
export async function startServerCluster({ count, args, env, port, databaseUrl, onLine }) {
  const proxy = await startProxy(port)
  /** @type {Awaited<ReturnType<typeof createCluster>> | undefined} */
  let postgres
  /** @type {Awaited<ReturnType<typeof launchServer>>[]} */
  const processes = []

  /** Starts a process at this place, where none runs. */
  const start = async (/** @type {number} */ index) => {
    const server = await launchServer({
      args,
      env: { ...env, DATABASE_URL: databaseUrl ?? postgres?.url ?? '', TRUSTED_PROXIES: '127.0.0.1' },
      onLine: (line) => onLine?.(index, line),
    })
    processes[index] = server
    await proxy.add(server.url)
  }
  /** Kills everything and removes what was created. */
  const stop = async () => {
    await proxy.close()
    await Promise.all(processes.map((server) => server.kill()))
    await postgres?.remove()
  }
  try {
    if (databaseUrl === undefined) postgres = await createCluster()
    // One after the other: the first creates the tables.
    for (let index = 0; index < count; index += 1) await start(index)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: proxy.url,
    proxy,
    processes,
    /** The Postgres server; undefined if its address was given. */
    postgres,
    start,
    /** Ends a process. Resolves with its exit code; null after `SIGKILL`. */
    async end(/** @type {number} */ index, /** @type {'SIGTERM' | 'SIGKILL'} */ signal) {
      const server = processes[index]
      const code = await server?.stop(signal)
      proxy.remove(server?.url ?? '')
      return code
    },
    stop,
  }
}
