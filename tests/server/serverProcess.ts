import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inject, onTestFinished } from 'vitest'
import { textAt } from '../values.ts'

/** The built server as a process. `npm run build:server` builds it. */
export interface ServerProcess {
  /** Where it listens. */
  url: string
  /** The lines that it has printed. */
  lines: string[]
  process: ChildProcess
  /** Sends a signal. Resolves with the exit code once the process has ended; null after `SIGKILL`. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** Kills it, if it has not ended. */
  kill(): Promise<void>
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Sends JSON. Returns the status, the headers, and the parsed body. */
  send(
    method: string,
    path: string,
    options?: SendOptions,
  ): Promise<{ status: number; headers: Headers; json: unknown }>
}

export interface SendOptions {
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

export interface ServerSetup {
  args?: string[] | undefined
  env?: Record<string, string> | undefined
  /** The folder of the data. Default: a new one, with an empty database. */
  folder?: string | undefined
  /** Where the built server is. Default: this project. */
  cwd?: string | undefined
  /** The program of Node. Default: that of the tests. */
  node?: string | undefined
}

/** Creates an empty folder, which is removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-server-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Creates a folder with a database that has tables but no rows: copying one is quicker than creating one. */
export async function dataFolder(): Promise<string> {
  const folder = await temporaryFolder()
  await cp(inject('emptyDataFolder'), folder, { recursive: true })
  return folder
}

/** Runs the server's command to its end. Resolves with its exit code and all that it has printed. */
export async function runServer({ args, env, folder }: ServerSetup): Promise<{ code: number | null; output: string }> {
  const child = spawnServer({ args, env, folder: folder ?? (await dataFolder()) })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  await once(child, 'close')
  return { code: child.exitCode, output }
}

/** Runs the server's command, which is killed in the moment when it prints a line. */
export async function killServerAt(line: string, { env, ...setup }: ServerSetup): Promise<void> {
  // It kills itself: from here the signal could arrive after its end.
  const script = `
    const write = process.stdout.write.bind(process.stdout)
    process.stdout.write = (text, ...rest) => {
      if (text === ${JSON.stringify(`${line}\n`)}) process.kill(process.pid, 'SIGKILL')
      return write(text, ...rest)
    }`
  const options = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}` }
  const { code, output } = await runServer({ ...setup, env: { ...env, ...options } })
  if (code !== null) throw new Error(`The command ended by itself: ${output}`)
}

/** Starts the server on a free port. It is killed when the test ends. Rejects with what it has printed if it ends. */
export async function startServer({ folder, ...setup }: ServerSetup = {}): Promise<ServerProcess> {
  const server = await launchServer({ ...setup, folder: folder ?? (await dataFolder()) })
  onTestFinished(() => server.kill())
  return server
}

/** The same, but the caller kills it. */
export async function launchServer(setup: ServerSetup): Promise<ServerProcess> {
  const child = spawnServer(setup)
  const closed = once(child, 'close')
  const lines: string[] = []
  let errors = ''
  child.stderr.on('data', (text) => (errors += String(text)))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      const [, address] = /^Weft is at (http\S+)\/$/.exec(line) ?? []
      if (address !== undefined) resolve(address)
    })
    child.once('close', () => reject(new Error(`The server ended: ${errors}${lines.join('\n')}`)))
  })

  async function stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    child.kill(signal)
    await closed
    return child.exitCode
  }
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) await stop('SIGKILL')
  }
  const send = async (method: string, path: string, { body, token, headers }: SendOptions = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: token }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const json: unknown = await response.json()
    return { status: response.status, headers: response.headers, json }
  }
  return { url, lines, process: child, stop, kill, send, fetch: (path, init) => fetch(url + path, init) }
}

/** Makes an account with the password `sesame`. Returns its token. */
export async function signUp(server: ServerProcess, username: string): Promise<string> {
  const { json } = await server.send('POST', '/api/auth/signup', { body: { username, password: 'sesame' } })
  return textAt(json, 'encodedToken')
}

function spawnServer({ args = [], env = {}, folder = '', cwd = '.', node = process.execPath }: ServerSetup) {
  const { DATABASE_URL: _url, ...inherited } = process.env
  return spawn(node, ['dist-server/main.js', ...args], {
    env: { ...inherited, PORT: '0', DATA_DIR: folder, ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
