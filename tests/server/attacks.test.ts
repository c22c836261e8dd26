/** What a server does with clients that send nonsense, or do not read. */

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
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

/** Stores a video of 9 MB. Returns its URL and its bytes. */
async function storeVideo(server: ServerProcess): Promise<{ url: string; video: Buffer }> {
  const headers = { authorization: await signUp(server, 'ada') }
  const video = Buffer.alloc(9 * megabyte, mp4, 'latin1')
  const response = await server.fetch('/media', { method: 'POST', headers, body: video })
  return { url: textAt(await response.json(), 'url'), video }
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
    // Some requests have an X-Forwarded-For.
    const warned = server.lines.filter((line) => /"level":[456]0/.test(line) && !line.includes('"untrusted proxy"'))
    expect(warned).toEqual([])
    await expect.poll(() => metric('weft_open_streams')).toBe(0)
    for (const path of ['/livez', '/readyz', '/api/users', '/graphql?query={viewer{id}}'])
      expect((await server.fetch(path)).status).toBe(200)
    expect(await server.send('GET', '/api/users/bookmark', { token })).toMatchObject({ status: 200 })
  })

  it('sends EVENTS_MISSED to a client that reads its stream too late, with bounded memory', async () => {
    const { server, residentBytes } = await startMeasured({})
    const token = await signUp(server, 'ada')
    const query = encodeURIComponent(
      'subscription { changes { ... on PostCreation { postEdge { node { content b: content c: content d: content } } } } }',
    )
    const socket = connectTo(server)
    socket.write(`GET /graphql?query=${query} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    const before = await residentBytes()
    const content = 'x'.repeat(5000)
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
