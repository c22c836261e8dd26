import { request as send, type IncomingMessage } from 'node:http'

/** What belongs to a connection, not to the response. */
const connectionHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date'])
const statusesWithoutBody = new Set([204, 304])

/** Sends a request to a server, with its host and all its headers: `fetch` would replace some of them. */
export async function sendRequest(origin: string, request: Request): Promise<Response> {
  const { pathname, search, host } = new URL(request.url)
  const { hostname, port } = new URL(origin)
  const body = Buffer.from(await request.arrayBuffer())
  const { method, signal } = request
  const length = body.length > 0 && { 'content-length': body.length }
  const headers = { host, ...length, ...Object.fromEntries(request.headers) }
  return new Promise((resolve, reject) => {
    const outgoing = send({ hostname, port, path: pathname + search, method, headers, signal, agent: false })
    outgoing.on('error', reject).on('response', (incoming) => {
      const { statusCode: status = 0, rawHeaders } = incoming
      const received = new Headers()
      for (let at = 0; at < rawHeaders.length; at += 2) {
        const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
        if (!connectionHeaders.has(name.toLowerCase())) received.append(name, value)
      }
      const hasBody = method !== 'HEAD' && !statusesWithoutBody.has(status)
      if (!hasBody) incoming.resume()
      resolve(new Response(hasBody ? streamOf(incoming) : null, { status, headers: received }))
    })
    outgoing.end(body)
  })
}

function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<Uint8Array<ArrayBuffer>> = incoming.iterator()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void incoming.destroy(),
  })
}
