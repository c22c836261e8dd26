import { megabyte } from '../../shared/formats.ts'
import { chunksOf, chunksOfSize, partsOf } from '../lib/bytes.ts'
import { ApiError } from '../services/errorCatalogue.ts'
import type { TextMeter } from '../store/meteredReads.ts'
import type { Bytes } from '../store/port.ts'

/** The largest body in bytes. For a file it exceeds the limits of `services/files.ts`, whose error says more. */
export const bodyLimits = { json: megabyte, file: 10 * megabyte }

/** Chunks are joined to these sizes. */
const chunkSizes = { json: bodyLimits.json, file: 65_536 }

/** A body may have one chunk for each 128 bytes of its limit: each chunk takes time. A network packet is ten times larger. */
const BYTES_PER_CHUNK = 128

/** How much of a body is in memory before all of it has arrived: a picture, or the largest part of a video. */
const heldBytes = { json: bodyLimits.json, file: 5 * megabyte }

/** The bytes of a body that a meter does not count, so that it never refuses a common request. */
const UNCOUNTED_BYTES = 16 * 1024

/** Thrown if the client closed the connection before the whole body had arrived. */
export class RequestAbortedError extends Error {
  override readonly name = 'RequestAbortedError'
}

/** Reads the text of a request for JSON. Throws as `bodyOf`. */
export async function readText(request: Request, meter?: TextMeter): Promise<string> {
  // HTTP servers see to it that a body has its declared length, and read it faster as a whole.
  const length = Number(request.headers.get('content-length') ?? NaN)
  if (length <= (meter ? UNCOUNTED_BYTES : bodyLimits.json)) return request.text().catch(refuseAborted)
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of bodyOf(request, 'json', meter)) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

/**
 * Yields the body of a request up to its limit. Throws `TOO_LARGE`: before reading if the declared length is too large,
 * else while reading, also if there are too many chunks. Throws `RequestAbortedError`, and what a meter throws that counts
 * the bytes in memory.
 */
export function bodyOf(
  request: Request,
  kind: keyof typeof bodyLimits,
  meter?: TextMeter,
): AsyncGenerator<Bytes, void> {
  return chunksOfSize(arriving(request, kind, meter), chunkSizes[kind])
}

async function* arriving(
  request: Request,
  kind: keyof typeof bodyLimits,
  meter?: TextMeter,
): AsyncGenerator<Bytes, void> {
  let left = bodyLimits[kind]
  let chunksLeft = left / BYTES_PER_CHUNK
  if (Number(request.headers.get('content-length')) > left) throw new ApiError('TOO_LARGE')
  try {
    // Firefox has no `Request.body`: there the size is known only after reading.
    for await (const chunk of request.body ? chunksOf<Bytes>(request.body) : partsOf(await request.blob())) {
      left -= chunk.length
      chunksLeft -= 1
      if (left < 0 || chunksLeft < 0) throw new ApiError('TOO_LARGE')
      const size = bodyLimits[kind] - left
      if (meter && size > UNCOUNTED_BYTES && size <= heldBytes[kind]) {
        meter.check()
        meter.add(chunk.length)
      }
      yield chunk
    }
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    refuseAborted(cause)
  }
}

function refuseAborted(cause: unknown): never {
  throw new RequestAbortedError('The client closed the connection.', { cause })
}
