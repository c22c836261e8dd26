import { once } from 'node:events'
import { connect } from 'node:net'
import type { ServerRequest } from 'srvx'
import { serve } from 'srvx/node'
import { expect, it, onTestFinished } from 'vitest'
import { closeStalled, closeUnsent } from '../../server/connections.ts'

const megabyte = 1_000_000

/** Serves a response that is larger than the buffers of a connection, to a client that reads only its beginning. */
async function openUnread(onRequest: (request: ServerRequest) => void, stallMs: number) {
  const fetch = (request: ServerRequest) => {
    onRequest(request)
    return new Response('x'.repeat(30 * megabyte))
  }
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1', silent: true, gracefulShutdown: false })
  onTestFinished(() => server.close(true))
  await server.ready()
  closeStalled(server, stallMs)
  const { host, hostname, port } = new URL(server.url ?? '')
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  await once(socket, 'data')
  socket.pause()
  return {
    connections: () =>
      new Promise<number>((resolve) => {
        server.node?.server?.getConnections((_error, count) => resolve(count))
      }),
  }
}

it('a connection whose client stops reading is closed', async () => {
  const { connections } = await openUnread(() => {}, 50)
  await expect.poll(connections).toBe(0)
})

it('a connection whose client reads a response too slowly is closed', async () => {
  const { connections } = await openUnread((request) => closeUnsent(request, 50), 0)
  await expect.poll(connections).toBe(0)
})
