import { once } from 'node:events'
import { connect } from 'node:net'
import type { ServerRequest } from 'srvx'
import { serve } from 'srvx/node'
import { expect, it, onTestFinished } from 'vitest'
import { closeLate, closeStalled, closeUnsent } from '../../server/http/connections.ts'

const megabyte = 1_000_000
/** Longer than connecting and the first bytes take. */
const STALL_MS = 1000

/** Starts a server, and a client that sends the beginning of a request. */
async function connectTo(fetch: (request: ServerRequest) => Response | Promise<Response>, start: string, stallMs = 0) {
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
  onTestFinished(() => server.close(true))
  closeStalled(server, stallMs)
  await server.ready()
  const { host, hostname, port } = new URL(server.url ?? '')
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write(`${start} HTTP/1.1\r\nHost: ${host}\r\n`)
  const connections = () =>
    new Promise<number>((resolve) => {
      server.node?.server?.getConnections((_error, count) => resolve(count))
    })
  return { socket, connections }
}

/** Serves a response that is larger than the buffers of a connection, to a client that reads only its beginning. */
async function openUnread(onRequest: (request: ServerRequest) => void, stallMs?: number) {
  const fetch = (request: ServerRequest) => {
    onRequest(request)
    return new Response('x'.repeat(30 * megabyte))
  }
  const { socket, connections } = await connectTo(fetch, 'GET /', stallMs)
  socket.write('\r\n')
  await once(socket, 'data')
  socket.pause()
  return connections
}

it('a connection whose client stops reading is closed', async () => {
  const connections = await openUnread(() => {}, STALL_MS)
  await expect.poll(connections).toBe(0)
})

it('a connection whose client reads a response too slowly is closed', async () => {
  const connections = await openUnread((request) => closeUnsent(request, 50))
  await expect.poll(connections).toBe(0)
})

it('a connection whose client sends a request too slowly is closed', async () => {
  const read = async (request: ServerRequest) => {
    closeLate(request, 50)
    return new Response(await request.text())
  }
  const { socket, connections } = await connectTo(read, 'POST /')
  socket.write('Content-Length: 100\r\n\r\nThe beginning')
  const closed = once(socket, 'close')
  await expect.poll(connections).toBe(0)
  await closed
})
