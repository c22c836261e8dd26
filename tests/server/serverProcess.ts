import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { launchServer as launchProcess, spawnServer } from '../../tools/serverProcess.mjs'
import { textAt } from '../values.ts'

/** How tests call a server. */
export interface ServerCalls {
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Sends JSON. Returns the status, the headers, and the parsed body. */
  send(
    method: string,
    path: string,
    options?: SendOptions,
  ): Promise<{ status: number; headers: Headers; json: unknown }>
}

/** The built server as a process. */
export type ServerProcess = Awaited<ReturnType<typeof launchProcess>> & ServerCalls

export interface SendOptions {
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

export interface ServerSetup {
  args?: string[] | undefined
  env?: Record<string, string> | undefined
  /** The folder of the data. Default: a new one, with an empty database, unless `env` names a database. */
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

async function defaultFolder(env: ServerSetup['env']): Promise<string> {
  return env?.['DATABASE_URL'] === undefined ? dataFolder() : ''
}

/**
 * Runs the server's command to its end. Resolves with its exit code and all that it has printed. `onStart` receives the
 * process.
 */
export async function runServer(
  { folder, ...setup }: ServerSetup,
  onStart: (child: ChildProcess) => void = () => {},
): Promise<{ code: number | null; output: string }> {
  const child = spawnServer(setupOf({ ...setup, folder: folder ?? (await defaultFolder(setup.env)) }))
  onTestFinished(() => void child.kill('SIGKILL'))
  onStart(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  await once(child, 'close')
  return { code: child.exitCode, output }
}

/** Runs the server's command, which is killed in the moment when it prints a line that begins so. */
export async function killServerAt(start: string, { env, ...setup }: ServerSetup): Promise<void> {
  // It kills itself: from here the signal could arrive after its end.
  const script = `
    const write = process.stdout.write.bind(process.stdout)
    process.stdout.write = (text, ...rest) => {
      if (text.startsWith(${JSON.stringify(start)})) process.kill(process.pid, 'SIGKILL')
      return write(text, ...rest)
    }`
  const options = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}` }
  const { code, output } = await runServer({ ...setup, env: { ...env, ...options } })
  if (code !== null) throw new Error(`The command ended by itself: ${output}`)
}

/** Starts the server on a free port. It is killed when the test ends. Rejects with what it has printed if it ends. */
export async function startServer({ folder, ...setup }: ServerSetup = {}): Promise<ServerProcess> {
  const server = await launchServer({ ...setup, folder: folder ?? (await defaultFolder(setup.env)) })
  onTestFinished(() => server.kill())
  return server
}

/** The same, but the caller kills it. */
export async function launchServer(setup: ServerSetup): Promise<ServerProcess> {
  return withCalls(await launchProcess(setupOf(setup)))
}

/** Adds calls to something that has an address. */
export function withCalls<T extends { readonly url: string }>(server: T): T & ServerCalls {
  const { url } = server
  const send: ServerCalls['send'] = async (method, path, { body, token, headers } = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: token }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const json: unknown = await response.json()
    return { status: response.status, headers: response.headers, json }
  }
  return { ...server, send, fetch: (path, init) => fetch(url + path, init) }
}

/** Makes an account with the password `sesame`. Returns its token. */
export async function signUp(server: ServerCalls, username: string): Promise<string> {
  const { json } = await server.send('POST', '/api/auth/signup', { body: { username, password: 'sesame' } })
  return textAt(json, 'encodedToken')
}

function setupOf({ folder = '', env = {}, ...setup }: ServerSetup) {
  return { ...setup, env: { DATA_DIR: folder, ...env } }
}
