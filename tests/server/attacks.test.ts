/** What a server does with clients that send nonsense, or do not read. */

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRandom } from '../../resolvers/lab/generator/random.ts'
import { freePort } from '../../tools/freePort.mjs'
import { mp4 } from '../mediaFiles.ts'
import { seed } from '../seed.ts'
import { textAt } from '../values.ts'
import { malformedRequest, type RawRequest } from './malformedRequests.ts'
import { signUp, startServer, type ServerProcess } from './serverProcess.ts'

const REQUESTS = Number(process.env['MALFORMED_REQUESTS'] ?? 10_000)
const CLIENTS = 32

function connectTo(server: ServerProcess): Socket {
  const { hostname, port } = new URL(server.url)
  return connect({ host: hostname, port: Number(port), allowHalfOpen: true })
}

/** Connects for a test whose server may close the connection. */
function openSocket(server: ServerProcess): Socket {
  const socket = connectTo(server).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Sends bytes, and resolves with the first part of the answer, which is empty if the server ends the connection. */
async function answerTo(server: ServerProcess, { bytes, isComplete }: RawRequest): Promise<string> {
  const socket = connectTo(server)
  // The server may end the connection while the request is being sent.
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  let answer = ''
  socket.on('data', (data) => {
    answer += data.toString('latin1')
    socket.destroy()
  })
  socket.on('end', () => socket.destroy())
  if (isComplete) socket.write(bytes)
  else socket.end(bytes)
  await closed
  return answer
}

const megabyte = 1_000_000

/** Stores 45 posts, each of this character 100,000 times. Returns the path of a response with all of them. */
async function storeLongPosts(server: ServerProcess, character = 'x'): Promise<string> {
  const token = await signUp(server, 'ada')
  const creations = Array.from({ length: 15 }, (_, at) => `a${at}: createPost(input: $input) { postEdge { cursor } }`)
  const query = `mutation ($input: CreatePostInput!) { ${creations.join(' ')} }`
  const body = { query, variables: { input: { content: character.repeat(100_000) } } }
  for (let count = 0; count < 3; count += 1)
    expect(await server.send('POST', '/graphql', { token, body })).toMatchObject({ status: 200, json: { data: {} } })
  return `/graphql?query=${encodeURIComponent('{ posts(first: 45) { edges { node { content } } } }')}`
}

/** Stores a video of 9 MB. Returns its URL and its bytes. */
async function storeVideo(server: ServerProcess): Promise<{ url: string; video: Buffer }> {
  const headers = { authorization: await signUp(server, 'ada') }
  const video = Buffer.alloc(9 * megabyte, mp4, 'latin1')
  const response = await server.fetch('/media', { method: 'POST', headers, body: video })
  return { url: textAt(await response.json(), 'url'), video }
}

/** Sends a request from an address and reads only the first bytes of the response. Returns the status. */
async function requestUnread(socket: Socket, path: string, address: string): Promise<number> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`)
  const [data] = await once(socket, 'data')
  socket.pause()
  return Number(/^HTTP\/1\.1 (\d+) /.exec(String(data))?.[1])
}

/** Sends 0.9 MB of a body of 1 MB. */
function sendUnfinished(socket: Socket, address: string): void {
  socket.write(`POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n`)
  socket.write(`Content-Length: ${megabyte}\r\n\r\n${'x'.repeat(0.9 * megabyte)}`)
}

/** Starts a server that also says how much memory it uses. */
async function startMeasured(env: Record<string, string>) {
  const port = String(await freePort())
  const server = await startServer({ env: { ...env, METRICS_PORT: port, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } })
  const metric = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return Number(new RegExp(`^${name} (-?\\d+)$`, 'm').exec(text)?.[1])
  }
  return { server, metric, residentBytes: () => metric('process_resident_memory_bytes') }
}

/** Makes a process collect garbage and print how many bytes its objects and buffers take, after `SIGUSR2`. */
const printHeldBytes = `
  process.on('SIGUSR2', () => {
    // Another thread frees the bytes of collected buffers. The next collection waits for it.
    gc()
    gc()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    console.log('held', heapUsed + arrayBuffers)
  })`

/** Starts a server behind a proxy. Returns also how many bytes it holds. */
async function startWithHeldBytes() {
  const { server } = await startMeasured({
    TRUSTED_PROXIES: '127.0.0.1',
    NODE_OPTIONS: `--expose-gc --import data:text/javascript,${encodeURIComponent(printHeldBytes)}`,
  })
  const heldBytes = async () => {
    const printed = () => server.lines.flatMap((line) => /^held (\d+)$/.exec(line)?.[1] ?? [])
    const before = printed().length
    server.process.kill('SIGUSR2')
    await expect.poll(() => printed().length).toBeGreaterThan(before)
    return Number(printed().at(-1))
  }
  return { server, heldBytes }
}

describe('a server', () => {
  it(`answers ${REQUESTS} malformed requests without failing, and the next ones as before`, async () => {
    console.log(`SEED=${seed}`)
    const random = createRandom(seed)
    const { server, metric, residentBytes } = await startMeasured({ NODE_OPTIONS: '--max-old-space-size=128' })
    const token = await signUp(server, 'ada')
    const before = await residentBytes()
    let sent = 0
    const statuses = new Map<string, number>()
    const failures: unknown[] = []
    const send = async () => {
      while (sent < REQUESTS && failures.length === 0) {
        sent += 1
        const request = malformedRequest(random, token)
        const answer = await answerTo(server, request)
        const [, status = 'none'] = /^HTTP\/1\.1 (\d+) /.exec(answer) ?? []
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        const isFine =
          answer === '' || (/^HTTP\/1\.1 [1-4]\d\d /.test(answer) && !/\.m?[jt]s:\d|node_modules/.test(answer))
        if (!isFine) failures.push({ ...request, bytes: request.bytes.toString('latin1').slice(0, 2000), answer })
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, send))
    console.log(Object.fromEntries(statuses))
    expect(failures).toEqual([])
    expect(server.process.exitCode).toBeNull()
    expect((await residentBytes()) - before).toBeLessThan(200 * megabyte)
    expect(server.lines.filter((line) => line.startsWith('{'))).toEqual([])
    await expect.poll(() => metric('weft_open_streams')).toBe(0)
    for (const path of ['/livez', '/readyz', '/api/users', '/graphql?query={viewer{id}}'])
      expect((await server.fetch(path)).status).toBe(200)
    expect(await server.send('GET', '/api/users/bookmark', { token })).toMatchObject({ status: 200 })
  })

  it('sends EVENTS_MISSED to a client that reads its stream too late, with bounded memory', async () => {
    const { server, residentBytes } = await startMeasured({})
    const token = await signUp(server, 'ada')
    const query = encodeURIComponent(
      'subscription { changes { ... on PostCreation { postEdge { node { content } } } } }',
    )
    const socket = connectTo(server)
    socket.write(`GET /graphql?query=${query} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    const before = await residentBytes()
    const content = 'x'.repeat(20_000)
    const creations = Array.from({ length: 15 }, (_, at) => `a${at}: createPost(input: $input) { postEdge { cursor } }`)
    const body = {
      query: `mutation ($input: CreatePostInput!) { ${creations.join(' ')} }`,
      variables: { input: { content } },
    }
    // Twice as many as the log of changes holds, and more bytes than the buffers of the connection.
    const created = 2100
    let received = 0
    let text = ''
    const read = (data: unknown) => {
      text = text.slice(-100) + String(data)
      received += String(data).length
    }
    for (let count = 0; count < created; count += creations.length) {
      expect(await server.send('POST', '/graphql', { token, body })).toMatchObject({ status: 200, json: { data: {} } })
      // Some kB: a connection on which nothing moves is closed.
      if (count % 150 === 0) read(socket.read() ?? '')
    }
    expect((await residentBytes()) - before).toBeLessThan(200 * megabyte)

    socket.resume()
    for await (const data of socket) {
      read(data)
      if (text.includes('EVENTS_MISSED')) break
    }
    expect(text).toContain('EVENTS_MISSED')
    expect(received).toBeLessThan((created / 2) * content.length)
  })

  it('refuses a client that does not read its responses, with bounded memory, and answers others', async () => {
    const { server, residentBytes } = await startMeasured({ TRUSTED_PROXIES: '127.0.0.1' })
    const path = await storeLongPosts(server)
    const whole = await (await server.fetch(path)).text()
    expect(whole.length).toBeGreaterThan(4_500_000)
    const before = await residentBytes()
    const sockets = Array.from({ length: 100 }, () => connectTo(server))
    const statuses = await Promise.all(sockets.map((socket) => requestUnread(socket, path, '203.0.113.7')))
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect((await residentBytes()) - before).toBeLessThan((sockets.length / 2) * whole.length)
    const statusFor = async (address: string) => {
      const response = await server.fetch('/api/users', { headers: { 'x-forwarded-for': address } })
      await response.body?.cancel()
      return response.status
    }
    expect(await statusFor('203.0.113.7')).toBe(429)
    expect(await statusFor('198.51.100.1')).toBe(200)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => statusFor('203.0.113.7')).toBe(200)
  })

  it('refuses the bodies of a client that has sent too many without their ends, and reads those of others', async () => {
    const { server, residentBytes } = await startMeasured({ TRUSTED_PROXIES: '127.0.0.1' })
    await signUp(server, 'ada')
    const before = await residentBytes()
    const sockets = Array.from({ length: 60 }, () => connectTo(server))
    const answers: string[] = []
    for (const socket of sockets) {
      socket.on('error', () => {})
      socket.on('data', (data) => answers.push(String(data)))
      sendUnfinished(socket, '203.0.113.7')
    }
    // 40 MB of the 54 are kept.
    await expect.poll(() => answers.length).toBeGreaterThanOrEqual(10)
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: 1\r\n/)
    expect((await residentBytes()) - before).toBeLessThan(200 * megabyte)
    const body = { username: 'ada', password: 'sesame', padding: 'x'.repeat(50_000) }
    const statusFor = async (address: string) =>
      (await server.send('POST', '/api/auth/login', { body, headers: { 'x-forwarded-for': address } })).status
    expect(await statusFor('198.51.100.1')).toBe(200)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => statusFor('203.0.113.7')).toBe(200)
  })

  it('closes connections of the clients that hold the most memory, and goes on answering all others', async () => {
    const { server } = await startMeasured({ TRUSTED_PROXIES: '127.0.0.1' })
    const path = await storeLongPosts(server)
    const whole = await (await server.fetch(path)).text()
    const slow = connectTo(server)
    expect(await requestUnread(slow, path, '198.51.100.1')).toBe(200)
    let received = 0
    // Twice as much as all clients together may hold.
    for (let client = 0; client < 8; client += 1) {
      const address = `203.0.113.${client}`
      for (let count = 0; count < 8; count += 1)
        expect(await requestUnread(openSocket(server), path, address), `${client}/${count}`).toBe(200)
      for (let count = 0; count < 3; count += 1) sendUnfinished(openSocket(server), address)
      // Some kB: a connection on which nothing moves is closed.
      received += String(slow.read() ?? '').length
    }

    const headers = { 'x-forwarded-for': '198.51.100.2' }
    for (const padding of ['', 'x'.repeat(50_000)]) {
      const body = { username: 'ada', password: 'sesame', padding }
      expect(await server.send('POST', '/api/auth/login', { body, headers })).toMatchObject({ status: 200 })
    }
    expect(await (await server.fetch(path, { headers })).text()).toBe(whole)
    slow.resume()
    for await (const data of slow) {
      received += String(data).length
      if (received > whole.length - megabyte) break
    }
    // Not less: its connection was not closed.
    expect(received).toBeGreaterThan(whole.length - megabyte)
  })

  it('holds 160 MB for clients that neither read nor send, whatever characters a text has', async () => {
    const { server, heldBytes } = await startWithHeldBytes()
    const path = await storeLongPosts(server, '織')
    expect((await (await server.fetch(path)).arrayBuffer()).byteLength).toBeGreaterThan(13.5 * megabyte)
    const before = await heldBytes()
    for (let client = 0; client < 12; client += 1) {
      const address = `203.0.113.${client}`
      for (let count = 0; count < 2; count += 1)
        expect(await requestUnread(openSocket(server), path, address)).toBe(200)
      for (let count = 0; count < 3; count += 1) sendUnfinished(openSocket(server), address)
    }
    expect((await server.fetch('/readyz')).status).toBe(200)
    const held = (await heldBytes()) - before
    console.log(`${Math.round(held / megabyte)} MB held`)
    expect(held).toBeLessThan(220 * megabyte)
  })

  it('refuses a client that does not read its files, with bounded memory, and sends them to others', async () => {
    const { server, heldBytes } = await startWithHeldBytes()
    const { url, video } = await storeVideo(server)
    const before = await heldBytes()
    const sockets: Socket[] = []
    const statuses: number[] = []
    while (statuses.at(-1) !== 429 && sockets.length < 200) {
      const socket = openSocket(server)
      sockets.push(socket)
      statuses.push(await requestUnread(socket, url, '203.0.113.7'))
    }
    expect(statuses.slice(0, 100)).toEqual(Array(100).fill(200))
    expect(statuses.at(-1)).toBe(429)
    const held = (await heldBytes()) - before
    console.log(`${Math.round(held / megabyte)} MB held`)
    expect(held).toBeLessThan(60 * megabyte)
    const bytesFor = async (address: string) => {
      const response = await server.fetch(url, { headers: { 'x-forwarded-for': address } })
      return (await response.arrayBuffer()).byteLength
    }
    expect(await bytesFor('198.51.100.1')).toBe(video.length)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => bytesFor('203.0.113.7')).toBe(video.length)
  })

  it('closes the streams of clients that do not read large events, with bounded memory', async () => {
    const { server, heldBytes } = await startWithHeldBytes()
    await storeLongPosts(server)
    const before = await heldBytes()
    const posts = 'author { posts(first: 45) { edges { node { content } } } }'
    const query = `subscription { changes { ... on PostCreation { postEdge { node { ${posts} } } } } }`
    for (let count = 0; count < 60; count += 1) {
      const socket = openSocket(server)
      const address = `203.0.113.${count % 6}`
      socket.write(`GET /graphql?query=${encodeURIComponent(query)} HTTP/1.1\r\nHost: localhost\r\n`)
      socket.write(`Accept: text/event-stream\r\nX-Forwarded-For: ${address}\r\n\r\n`)
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
      socket.pause()
    }
    const body = { username: 'ada', password: 'sesame' }
    const token = textAt((await server.send('POST', '/api/auth/login', { body })).json, 'encodedToken')
    for (const content of ['The first', 'The second'])
      expect(await server.send('POST', '/api/posts', { token, body: { postData: { content } } })).toMatchObject({
        status: 201,
      })
    expect((await server.fetch('/readyz')).status).toBe(200)
    const held = (await heldBytes()) - before
    console.log(`${Math.round(held / megabyte)} MB held`)
    // The streams have got large results.
    expect(held).toBeGreaterThan(40 * megabyte)
    expect(held).toBeLessThan(220 * megabyte)
  })

  it('does not buffer whole files for clients that stop reading', async () => {
    const { server, residentBytes } = await startMeasured({})
    const { url, video } = await storeVideo(server)
    await (await server.fetch(url)).arrayBuffer()
    const before = await residentBytes()
    const sockets = Array.from({ length: 40 }, () => connectTo(server))
    for (const socket of sockets) {
      socket.write(`GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
      await once(socket, 'data')
      socket.pause()
    }
    expect((await residentBytes()) - before).toBeLessThan((sockets.length / 2) * video.length)
    expect((await server.fetch('/readyz')).status).toBe(200)
    expect(video.equals(Buffer.from(await (await server.fetch(url)).arrayBuffer()))).toBe(true)
    for (const socket of sockets) socket.destroy()
  })
})
