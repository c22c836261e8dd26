import type { Readable } from 'node:stream'
import type { ServerRequest } from 'srvx'
import { megabyte } from '../../shared/formats.ts'
import { streamOf } from '../../resolvers/lib/bytes.ts'
import type { Bytes } from '../../resolvers/store/port.ts'

/** How much of an unwanted body is read at most. It exceeds the limit of every body, so honest clients get their response. */
const MAX_DISCARDED = 16 * megabyte

/**
 * Returns the chunks of the body of a request. A reader that stops early leaves the rest to `discardBody`. `request.body`
 * of srvx is not used: if a reader cancels it while a chunk arrives, Node throws outside of the request, which ends the
 * process (`ERR_INVALID_STATE`).
 */
export function bodyChunks(request: ServerRequest): AsyncIterable<Bytes> | undefined {
  return request.runtime?.node?.req.iterator({ destroyOnReturn: false })
}

/**
 * Reads what is left of the body of a request to which this is the response: Node does not read the next request of the
 * connection before. If that may be too much, the returned response says that the connection closes; it stays open until
 * enough was read, because closing it at once makes the response of a client that is still sending get lost.
 */
export async function discardBody(request: ServerRequest, response: Response): Promise<Response> {
  const incoming = request.runtime?.node?.req
  if (!incoming || incoming.readableEnded || incoming.destroyed) return response
  if (incoming.complete || Number(incoming.headers['content-length']) <= MAX_DISCARDED) {
    incoming.resume()
    return response
  }
  response.headers.set('connection', 'close')
  const discarded = discardSome(incoming)
  if (response.status < 400) return response
  // The text of a refusal is short.
  const bytes = new Uint8Array(await response.arrayBuffer())
  response.headers.set('content-length', String(bytes.length))
  const held = async function* () {
    yield bytes
    await discarded
  }
  return new Response(streamOf(held()), response)
}

/** Reads a body without keeping it. Resolves when all that may be read has arrived, or the client has gone. */
function discardSome(incoming: Readable): Promise<void> {
  let left = MAX_DISCARDED
  return new Promise((resolve) => {
    incoming.once('close', resolve).once('end', resolve)
    incoming.on('data', (chunk: Uint8Array) => {
      left -= chunk.length
      if (left > 0) return
      incoming.pause()
      resolve()
    })
    incoming.resume()
  })
}
