import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { onTestFinished } from 'vitest'
import type { HttpHandler } from '../resolvers/http/handler.ts'

/** Serves a fetch handler on the loopback interface until the test ends. Returns its origin. */
export async function serveHttp(handler: HttpHandler): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    // Rejects when the client closes the connection before the end of the response.
    respond(handler, incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}`
}

async function respond(handler: HttpHandler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming
  const closed = new AbortController()
  outgoing.on('close', () => closed.abort())
  const body = await buffer(incoming)
  const response = await handler(
    new Request(`http://${headers.host}${url}`, {
      method,
      headers: new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])),
      signal: closed.signal,
      ...(body.length > 0 && { body }),
    }),
  )
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body) await pipeline(Readable.from(response.body), outgoing)
  else outgoing.end()
}
