// The clients of `npm run bench:server`.
import { readFileSync } from 'node:fs'
import { base64url, SignJWT } from 'jose'
import { Agent, request } from 'undici'
import { EventSourceParserStream } from 'eventsource-parser/stream'

/** Opens connections to a server, one for each request that is open at once. */
export function openClients(url) {
  const dispatcher = new Agent({ pipelining: 1 })
  /** Sends JSON. Returns the status and the text of the response. */
  const send = async (path, body, token) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
    const response = await request(url + path, { method: 'POST', headers, body: JSON.stringify(body), dispatcher })
    return { status: response.statusCode, text: await response.body.text() }
  }
  return {
    /** Returns whether the server accepted it; false if it was too busy. */
    async send(path, body) {
      const { status, text } = await send(path, body)
      if (status === 503) return false
      if (status >= 400) throw new Error(`${status} ${text}`)
      return true
    },
    /** Executes an operation. Returns false if the server was too busy. */
    async call(operation, token) {
      const { status, text } = await send('/graphql', operation, token)
      if (text.includes('"UNAVAILABLE"')) return false
      if (status !== 200 || text.includes('"errors"')) throw new Error(`${status} ${text}`)
      return true
    },
    /** Requests a page (`appPages.ts`). Returns the text of the response, and its header `link`. */
    async read({ query, variables, path }, token) {
      const init = query ? { method: 'POST', body: JSON.stringify({ query, variables }) } : { method: 'GET' }
      const headers = { 'content-type': 'application/json', authorization: token }
      const {
        statusCode,
        headers: received,
        body,
      } = await request(url + (query ? '/graphql' : `/api${path}`), {
        ...init,
        headers,
        dispatcher,
      })
      const text = await body.text()
      if (statusCode !== 200 || text.includes('"errors"')) throw new Error(`${statusCode} ${text}`)
      return { text, link: String(received.link ?? '') }
    },
    close: () => dispatcher.close(),
  }
}

/** Opens a subscription. `next` resolves with its next event; `close` ends it. */
export async function openStream(url, query) {
  const closed = new AbortController()
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
  const body = JSON.stringify({ query })
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body, signal: closed.signal })
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`)
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  const next = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) throw new Error('The stream ended.')
      if (value.event === 'next') return value.data
    }
  }
  return { next, close: () => closed.abort() }
}

/** Runs `work` with this many clients at once, for some seconds after a warm-up. `work` gets the number of its call. */
export async function measure(clients, seconds, work, warmUpSeconds = 2) {
  let round = 0
  let refused = 0
  const run = async (milliseconds) => {
    const times = []
    const end = performance.now() + milliseconds
    const client = async () => {
      while (performance.now() < end) {
        const start = performance.now()
        if (await work((round += 1))) times.push(performance.now() - start)
        else refused += 1
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    return times
  }
  await run(warmUpSeconds * 1000)
  refused = 0
  const start = performance.now()
  const times = (await run(seconds * 1000)).toSorted((one, other) => one - other)
  const elapsed = (performance.now() - start) / 1000
  return {
    perSecond: times.length / elapsed,
    refusedPerSecond: refused / elapsed,
    percentile: (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))],
  }
}

/** Returns a function that signs the token of a user with the key of the servers over this database. */
export async function createSigner(database) {
  const { rows } = await database.query(`select value from weft.meta where key = 'tokenKey'`)
  const [{ value }] = rows
  const { id, secret } = Array.isArray(value) ? value.at(-1) : { id: '', secret: value }
  const key = base64url.decode(secret)
  return (user) =>
    new SignJWT({ _id: user.id, username: user.username })
      .setProtectedHeader({ alg: 'HS256', ...(id && { kid: id }) })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key)
}

/** The first streams take memory that a process has at its start, but does not use. */
const FIRST_STREAMS = 1000

/** Opens streams at the servers in turn. */
export function openStreams(servers, document, count) {
  const open = (_, index) => openStream(servers[index % servers.length].url, document)
  return Promise.all(Array.from({ length: count }, open))
}

/** Returns how many bytes of memory an open stream takes, from the growth of processes that have just started. */
export async function bytesOfStream(servers, document, count) {
  const first = await openStreams(servers, document, FIRST_STREAMS)
  const before = residentBytes(servers)
  const streams = await openStreams(servers, document, count)
  const bytes = (residentBytes(servers) - before) / count
  for (const stream of [...first, ...streams]) stream.close()
  return bytes
}

function residentBytes(servers) {
  const statuses = servers.map((server) => readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))
  return statuses.reduce((sum, status) => sum + 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]), 0)
}
