// A proxy in front of several server processes, for tests and `npm run serve:cluster`. It does what any proxy must do for
// them (docs/server.md): it asks `/readyz`, sends new requests only to processes that are ready, and streams without
// collecting.
import { once } from 'node:events'
import { createServer, request as sendRequest } from 'node:http'
import { connect } from 'node:net'

const CHECK_MS = 250
const CHECK_TIMEOUT_MS = 3000
/** How long an idle connection of a client stays open. */
const KEEP_ALIVE_MS = 60_000

/** Headers that concern one connection only. */
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/**
 * Starts a proxy on a port of loopback, 0 for any. `add` adds a process by its address, `remove` removes one.
 * @param {number} [port]
 */
export async function startProxy(port = 0) {
  /**
   * What is known of each process, by its address: whether it is ready, whether it is being checked, and how many checks
   * have failed since the last that did not.
   * @type {Map<string, { isReady: boolean, isChecked: boolean, failures: number }>}
   */
  const processes = new Map()
  let turn = 0

  /** @param {string} url */
  async function check(url) {
    const known = processes.get(url)
    if (!known || known.isChecked) return
    known.isChecked = true
    const isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }).then(
      ({ ok }) => ok,
      () => false,
    )
    known.isChecked = false
    known.failures = isReady ? 0 : known.failures + 1
    // One failure may be a response that came too late.
    known.isReady = isReady || (known.isReady && known.failures === 1)
  }
  /** Connects to the next process that is ready. A refused connection has carried nothing, so the next one is tried. */
  async function connectToNext() {
    const ready = [...processes].filter(([, { isReady }]) => isReady)
    for (let tried = 0; tried < ready.length; tried += 1) {
      turn += 1
      const [url, known] = ready[turn % ready.length]
      const { hostname, port: processPort } = new URL(url)
      const socket = connect(Number(processPort), hostname)
      try {
        await once(socket, 'connect')
        return socket
      } catch {
        known.isReady = false
      }
    }
    return undefined
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  async function forward(request, response) {
    const socket = await connectToNext()
    if (!socket) {
      response.writeHead(503, { 'retry-after': '1' }).end()
      return
    }
    const { method, url: path, rawHeaders } = request
    const headers = [...endToEnd(rawHeaders), 'x-forwarded-for', forwardedFor(request)]
    // `createConnection` replaces the agent, so that no connection is used twice.
    const forwarded = sendRequest({ method, path, headers, createConnection: () => socket })
    forwarded.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, endToEnd(answer.rawHeaders))
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    forwarded.on('error', () => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    })
    response.on('close', () => forwarded.destroy())
    request.pipe(forwarded)
  }

  const server = createServer((request, response) => void forward(request, response))
  server.requestTimeout = 0
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const checks = setInterval(() => {
    for (const url of processes.keys()) void check(url)
  }, CHECK_MS)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    /** @param {string} url */
    async add(url) {
      processes.set(url, { isReady: false, isChecked: false, failures: 0 })
      await check(url)
    },
    /** @param {string} url */
    remove(url) {
      processes.delete(url)
    },
    /** Breaks all connections of clients. */
    cut() {
      server.closeAllConnections()
    },
    async close() {
      clearInterval(checks)
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/**
 * Returns the headers, names and values in turn, without those of the connection.
 * @param {string[]} rawHeaders
 */
function endToEnd(rawHeaders) {
  return rawHeaders.filter((_, index) => {
    const name = rawHeaders[index - (index % 2)].toLowerCase()
    return !connectionHeaders.has(name) && name !== 'x-forwarded-for'
  })
}

/** @param {import('node:http').IncomingMessage} request */
function forwardedFor({ headers, socket }) {
  const former = headers['x-forwarded-for']
  return [former, socket.remoteAddress].filter(Boolean).join(', ')
}
