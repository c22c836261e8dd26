import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { signUp, startServer, type ServerProcess } from './serverProcess.ts'

/** Opens a connection to a server. `send` resolves once it has sent requests at once. */
async function openConnection(server: ServerProcess) {
  const { hostname, port, host } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (data) => (text += data.toString('latin1')))
  return {
    send: (count: number, path: string) =>
      new Promise((resolve) => socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(count), resolve)),
    /** Counts the responses so far. */
    responses: () => text.split('HTTP/1.1 200').length - 1,
    close: () => socket.destroy(),
  }
}

it('answers others while a client has sent hundreds of requests on one connection, and all of these', async () => {
  const server = await startServer({ args: ['--demo'], env: { LOG_LEVEL: 'info' } })
  const [many, other] = [await openConnection(server), await openConnection(server)]
  const count = 500
  // It reads all of them at once.
  server.process.kill('SIGSTOP')
  await many.send(count, '/api/posts')
  await other.send(1, '/api/users')
  server.process.kill('SIGCONT')
  await expect.poll(many.responses, { timeout: 120_000 }).toBe(count)
  await expect.poll(other.responses).toBe(1)
  const answered = () => server.lines.flatMap((line) => /"path":"(\/api\/\w+)"/.exec(line)?.[1] ?? [])
  await expect.poll(answered).toHaveLength(count + 1)
  expect(answered().indexOf('/api/users')).toBeLessThan(count / 10)
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
  const content = 'x'.repeat(5000)
  for (let post = 0; post < 120; post += 1)
    await server.send('POST', '/api/posts', { token, body: { postData: { content } } })
  for (let round = 0; round < 5; round += 1) {
    const { send, responses, close } = await openConnection(server)
    await send(100, '/api/posts')
    await expect.poll(responses).toBeGreaterThan(0)
    close()
  }
  expect((await server.fetch('/api/posts')).status).toBe(200)
})
