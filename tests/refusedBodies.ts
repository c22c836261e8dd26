/** The HTTP of a server in this process, and requests that it refuses before, while or after it reads their bodies. */

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { readConfig } from '../server/config.ts'
import { listen } from '../server/http/listen.ts'
import { createRequestHandler } from '../server/http/requestHandler.ts'
import { createLogger } from '../server/logging.ts'
import { createMetrics } from '../server/metrics.ts'
import type { AdministeredStore } from '../resolvers/store/administration.ts'
import { RetryLaterError } from '../resolvers/services/errorCatalogue.ts'
import { megabyte } from '../shared/formats.ts'
import { openBackend } from './backend.ts'
import { mp4, png } from './mediaFiles.ts'
import { createMemoryStore } from '../resolvers/store/memory/store.ts'

export interface RefusedRequest {
  path: string
  method?: string
  headers?: Record<string, string>
  /** The first bytes of the body. The rest are zeros. */
  start?: string
  size: number
  isSignedIn?: boolean
  status: number
}

const json = { 'content-type': 'application/json' }
const login = { path: '/api/auth/login', headers: json }
const graphql = { path: '/graphql', headers: json }
const upload = { path: '/media', isSignedIn: true }
const large = 3 * megabyte

export const refusedRequests: readonly [name: string, request: RefusedRequest][] = [
  ['JSON over its limit', { ...login, size: megabyte + 1, status: 413 }],
  ['JSON far over its limit', { ...login, size: 20 * megabyte, status: 413 }],
  ['JSON that is not valid', { ...login, size: 100_000, status: 400 }],
  ['compressed JSON', { ...login, headers: { ...json, 'content-encoding': 'gzip' }, size: large, status: 415 }],
  ['a document over the limit', { ...graphql, size: large, status: 413 }],
  ['a document that is not valid', { ...graphql, size: 100_000, status: 400 }],
  ['multipart', { ...graphql, headers: { 'content-type': 'multipart/form-data' }, size: large, status: 415 }],
  ['a post without a token', { path: '/api/posts', size: large, status: 401 }],
  ['a path without a call', { path: '/api/nowhere', size: large, status: 404 }],
  ['a path without a file', { path: '/nowhere', size: large, status: 404 }],
  ['a method that the path does not take', { path: '/api/posts', method: 'PUT', size: large, status: 405 }],
  ['another origin', { ...login, headers: { origin: 'https://other.example' }, size: large, status: 403 }],
  ['a file without a token', { path: '/media', size: 9 * megabyte, status: 401 }],
  ['a file of another format', { ...upload, start: 'text', size: large, status: 400 }],
  ['a compressed file', { ...upload, headers: { 'content-encoding': 'br' }, size: large, status: 415 }],
  ['a picture over its limit', { ...upload, start: png, size: Math.floor(4.1 * megabyte), status: 413 }],
  ['a video just over its limit', { ...upload, start: mp4, size: 9.5 * megabyte + 1, status: 413 }],
  ['a video of 9.65 MB', { ...upload, start: mp4, size: Math.floor(9.65 * megabyte), status: 413 }],
  ['a video of 9.95 MB', { ...upload, start: mp4, size: Math.floor(9.95 * megabyte), status: 413 }],
  ['a video far over its limit', { ...upload, start: mp4, size: 20 * megabyte, status: 413 }],
  ['a video over the quota', { ...upload, start: mp4, size: 9 * megabyte, status: 403 }],
]

/** Starts the HTTP of a server over a store in memory, whose files take long to store, as over Postgres. */
export async function startHttp({ isBusy = false, env = {} }: { isBusy?: boolean; env?: Record<string, string> } = {}) {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...env })
  const backend = await openBackend(async () => createMemoryStore(), { fileQuota: large, wrap: withSlowFiles })
  const { token } = await backend.signUpUser('mira')
  const refuse = (): never => {
    throw new RetryLaterError('TOO_MANY_REQUESTS', 1)
  }
  const handle = createRequestHandler({
    config,
    backend: backend.backend,
    limits: isBusy ? { consumeCall: refuse, consume: refuse, logIn: refuse, openStream: refuse } : null,
    costs: null,
    log: createLogger(config.LOG_LEVEL),
    metrics: createMetrics(),
    isReady: async () => true,
    closed: new AbortController().signal,
    appFiles: async () => undefined,
  })
  const server = listen(config, handle)
  onTestFinished(() => server.close(true))
  await server.ready()
  onTestFinished(() => expect(backend.reportedErrors).toEqual([]))
  return { url: server.url ?? '', token }
}

/** Takes a few turns of the event loop for each chunk. */
function withSlowFiles(store: AdministeredStore): AdministeredStore {
  const slowly = async function* <Chunk>(chunks: Iterable<Chunk> | AsyncIterable<Chunk>) {
    for await (const chunk of chunks) {
      for (let turn = 0; turn < 5; turn += 1) await setImmediate()
      yield chunk
    }
  }
  return {
    ...store,
    blobs: { ...store.blobs, put: (id, content, type) => store.blobs.put(id, slowly(content), type) },
  }
}

/**
 * Opens a client that keeps its connection until the server says that it closes it, and sends every body to its end. A
 * proxy may close a connection without saying so, when its response came before the end of the request: with
 * `mayReconnect`, a request that gets nothing on a kept connection is sent on a new one, as browsers do.
 */
export function openClient(url: string, token: string, { mayReconnect = false } = {}) {
  const { hostname, port, host } = new URL(url)
  let socket: Socket | undefined
  onTestFinished(() => void socket?.destroy())

  const open = () => {
    const opened = connect(Number(port), hostname).setNoDelay()
    // The server may close the connection once its response has been sent.
    return opened.on('error', () => {})
  }

  /** Sends a request. Returns the status of the response. */
  const statusOf = async (head: readonly string[], chunks: () => Iterable<Buffer>): Promise<number> => {
    const isKept = socket !== undefined
    const connection = (socket ??= open())
    const response = responseIn(connection)
    connection.write(`${[...head, `Host: ${host}`].join('\r\n')}\r\n\r\n`)
    for (const chunk of chunks()) if (connection.writable && !connection.write(chunk)) await onceWritable(connection)
    const { text, isWhole } = await response
    if (!isWhole || /^connection: close\r$/im.test(text)) {
      connection.destroy()
      socket = undefined
    }
    if (isWhole) return Number(text.split(' ')[1])
    if (mayReconnect && isKept && text === '') return statusOf(head, chunks)
    throw new Error(`The connection was closed. Received: ${JSON.stringify(text)}`)
  }
  return {
    statusOf({ path, method = 'POST', headers, start = '', size, isSignedIn }: RefusedRequest, isChunked: boolean) {
      const body = Buffer.alloc(size)
      body.write(start, 'latin1')
      const head = [
        `${method} ${path} HTTP/1.1`,
        ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
        ...(isSignedIn ? [`Authorization: ${token}`] : []),
        isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`,
      ]
      return statusOf(head, () => partsOf(body, isChunked))
    },
    get: (path: string) => statusOf([`GET ${path} HTTP/1.1`], () => []),
  }
}

function* partsOf(body: Buffer, isChunked: boolean): Generator<Buffer> {
  for (let from = 0; from < body.length; from += 65_536) {
    const part = body.subarray(from, from + 65_536)
    yield isChunked ? Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]) : part
  }
  if (isChunked) yield Buffer.from('0\r\n\r\n')
}

/** Reads the next response of a connection, whose length is declared or which has chunks, until it closes. */
function responseIn(socket: Socket): Promise<{ text: string; isWhole: boolean }> {
  return new Promise((resolve) => {
    let text = ''
    const read = (data: Buffer) => {
      text += data.toString('latin1')
      const [head = '', body = ''] = text.split(/(?<=\r\n\r\n)/, 2)
      if (!head.endsWith('\r\n\r\n')) return
      const length = Number(/^content-length: (\d+)\r$/im.exec(head)?.[1] ?? 0)
      const isChunked = /^transfer-encoding: chunked\r$/im.test(head)
      if (isChunked ? text.endsWith('\r\n0\r\n\r\n') : body.length >= length) end(true)
    }
    const onClose = () => end(false)
    const end = (isWhole: boolean) => {
      socket.off('data', read).off('close', onClose)
      resolve({ text, isWhole })
    }
    socket.on('data', read).once('close', onClose)
    if (socket.closed) end(false)
  })
}

async function onceWritable(socket: Socket): Promise<void> {
  const waits = new AbortController()
  const { signal } = waits
  // A closed connection takes no more: the status tells why.
  await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]).catch(() => {})
  waits.abort()
}
