// The clients of `npm run bench:server`.
import { readFileSync } from 'node:fs'
import { base64url, SignJWT } from 'jose'
import { Agent, request } from 'undici'
import { EventSourceParserStream } from 'eventsource-parser/stream'

/** Opens connections to a server, one for each request that is open at once. */
export function openClients(url) {
  const dispatcher = new Agent({ pipelining: 1 })
  /** Sends JSON, or GET without any. Returns the status, the text and the header `link` of the response. */
  const send = async (path, token, json) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
    const options = json ? { method: 'POST', body: JSON.stringify(json) } : { method: 'GET' }
    const response = await request(url + path, { ...options, headers, dispatcher })
    const text = await response.body.text()
    return { status: response.statusCode, text, link: String(response.headers.link ?? '') }
  }
  return {
    /** Returns whether the server accepted it; false if it was too busy. */
    async send(path, json) {
      const { status, text } = await send(path, undefined, json)
      if (status === 503) return false
      if (status >= 400) throw new Error(`${status} ${text}`)
      return true
    },
    /** Executes an operation. Returns false if the server was too busy. */
    async call(operation, token) {
      const { status, text } = await send('/graphql', token, operation)
      if (text.includes('"UNAVAILABLE"')) return false
      if (status !== 200 || text.includes('"errors"')) throw new Error(`${status} ${text}`)
      return true
    },
    /** Sends the request of a page (`appPages.ts`). Returns the text and the header `link` of its response. */
    async read({ path, ...operation }, token) {
      const response = path ? await send(`/api${path}`, token) : await send('/graphql', token, operation)
      if (response.status !== 200 || response.text.includes('"errors"'))
        throw new Error(`${response.status} ${response.text}`)
      return response
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
export async function measure(clients, seconds, work) {
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
  await run(2000)
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

/**
 * Returns the medians of functions that run in turn, each at least 11 times and for some seconds together, after a
 * warm-up. In turn, so that other work on the machine disturbs all of them alike.
 */
export async function mediansInTurn(seconds, works) {
  const run = async (milliseconds, minRounds) => {
    const times = works.map(() => [])
    const end = performance.now() + milliseconds
    while (performance.now() < end || times[0].length < minRounds) {
      for (const [index, work] of works.entries()) {
        const start = performance.now()
        await work()
        times[index].push(performance.now() - start)
      }
    }
    return times
  }
  await run(seconds * 500, 3)
  const times = await run(seconds * 1000, 11)
  return times.map((each) => each.toSorted((one, other) => one - other)[Math.floor(each.length / 2)])
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
