import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { signUp, startServer, type ServerProcess } from './serverProcess.ts'

/** Sends requests at once on one connection. Returns a function that counts the responses so far, and one that closes it. */
function sendAtOnce(server: ServerProcess, count: number, path: string) {
  const { hostname, port, host } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', (data) => (text += data.toString('latin1')))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(count))
  return { responses: () => text.split('HTTP/1.1 200').length - 1, close: () => socket.destroy() }
}

it('answers others while a client has sent hundreds of requests on one connection, and all of these', async () => {
  const server = await startServer({ args: ['--demo'] })
  const count = 500
  const { responses } = sendAtOnce(server, count, '/api/posts')
  await expect.poll(responses, { timeout: 60_000 }).toBeGreaterThan(0)
  expect((await server.fetch('/api/posts')).status).toBe(200)
  expect(responses()).toBeLessThan(count)
  await expect.poll(responses, { timeout: 60_000 }).toBe(count)
})

it('closes a connection on which more than 1,000 requests wait behind a stream', async () => {
  const server = await startServer({ env: { RATE_LIMITS: 'off' } })
  const { hostname, port, host } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  const query = encodeURIComponent('subscription { changes { __typename } }')
  socket.write(`GET /graphql?query=${query} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n\r\n`)
  const [head] = await once(socket, 'data')
  expect(String(head)).toMatch(/^HTTP\/1\.1 200/)
  socket.write(`GET /api/posts HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(5000))
  await closed
  expect((await server.fetch('/api/posts')).status).toBe(200)
})

it('answers after connections were closed on which hundreds of requests waited', async () => {
  const server = await startServer({ env: { RATE_LIMITS: 'off' } })
  const token = await signUp(server, 'ada')
  const content = 'x'.repeat(20_000)
  for (let post = 0; post < 30; post += 1)
    await server.send('POST', '/api/posts', { token, body: { postData: { content } } })
  for (let round = 0; round < 5; round += 1) {
    const { responses, close } = sendAtOnce(server, 100, '/api/posts')
    await expect.poll(responses, { timeout: 60_000 }).toBeGreaterThan(0)
    close()
  }
  expect((await server.fetch('/api/posts')).status).toBe(200)
})
