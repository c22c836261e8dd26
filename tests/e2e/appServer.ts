import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

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
}

export async function startAppServer({ args = [], copyOf }: ServerSetup = {}): Promise<AppServer> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-app-'))
  if (copyOf !== undefined) await cp(copyOf, folder, { recursive: true })
  let stop = async () => {}
  const start = async (port: string): Promise<string> => {
    const child = spawn(process.execPath, ['dist-server/main.js', ...args], {
      env: { ...process.env, PORT: port, DATA_DIR: folder, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const closed = once(child, 'close')
    stop = async () => {
      child.kill('SIGTERM')
      await closed
    }
    for await (const line of createInterface({ input: child.stdout })) {
      const [, listening] = /^Weft is at http:\/\/127\.0\.0\.1:(\d+)\/$/.exec(line) ?? []
      if (listening !== undefined) return listening
    }
    throw new Error('The server did not start.')
  }
  const port = await start('0')
  return {
    url: `http://localhost:${port}`,
    folder,
    stop: () => stop(),
    restart: async () => void (await start(port)),
    remove: () => rm(folder, { recursive: true }),
  }
}
