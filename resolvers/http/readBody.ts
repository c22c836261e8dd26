import { megabyte } from '../../shared/formats.ts'
import { chunksOf, chunksOfSize, partsOf } from '../lib/bytes.ts'
import { ApiError } from '../services/errorCatalogue.ts'
import type { Bytes } from '../store/port.ts'
import type { Sender } from './sender.ts'

/** The largest body in bytes. For a file it exceeds the limits of `services/files.ts`, whose error says more. */
export const bodyLimits = { json: megabyte, file: 10 * megabyte }

/** Chunks are joined to these sizes. */
const chunkSizes = { json: bodyLimits.json, file: 65_536 }

/** A body may have one chunk for each 128 bytes of its limit: each chunk takes time. A network packet is ten times larger. */
const BYTES_PER_CHUNK = 128

/** Thrown if the client closed the connection before the whole body had arrived. */
export class RequestAbortedError extends Error {
  override readonly name = 'RequestAbortedError'
}

/** Reads the text of a request for JSON, without a byte order mark. Throws as `bodyOf`. */
export async function readText(request: Request, sender: Sender = {}): Promise<string> {
  refuseEncoded(request)
  // HTTP servers see to it that a body has its declared length, and read it faster as a whole.
  const length = Number(request.headers.get('content-length') ?? NaN)
  if (length <= bodyLimits.json) {
    const text = await request.text().catch(refuseAborted)
    // srvx keeps it.
    return text.replace(/^\uFEFF/, '')
  }
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of bodyOf(request, 'json', sender)) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

/**
 * Yields the body of a request up to its limit. Throws `ENCODING_UNSUPPORTED`, and `TOO_LARGE`: before reading if the
 * declared length is too large, else while reading, also if there are too many chunks. Throws `RequestAbortedError`.
 */
export function bodyOf(request: Request, kind: keyof typeof bodyLimits, sender: Sender): AsyncGenerator<Bytes, void> {
  return chunksOfSize(arriving(request, kind, sender), chunkSizes[kind])
}

async function* arriving(
  request: Request,
  kind: keyof typeof bodyLimits,
  { body }: Sender,
): AsyncGenerator<Bytes, void> {
  refuseEncoded(request)
  let left = bodyLimits[kind]
  let chunksLeft = left / BYTES_PER_CHUNK
  if (Number(request.headers.get('content-length')) > left) throw new ApiError('TOO_LARGE')
  try {
    for await (const chunk of body ?? (await chunksIn(request))) {
      left -= chunk.length
      chunksLeft -= 1
      if (left < 0 || chunksLeft < 0) throw new ApiError('TOO_LARGE')
      yield chunk
    }
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    refuseAborted(cause)
  }
}

/** Throws `ENCODING_UNSUPPORTED`: what a compressed body expands to has no limit. */
function refuseEncoded({ headers }: Request): void {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (!['', 'identity'].includes(encoding)) throw new ApiError('ENCODING_UNSUPPORTED')
}

/** Firefox has no `Request.body`: there the size is known only after reading. */
async function chunksIn(request: Request): Promise<AsyncIterable<Bytes>> {
  return request.body ? chunksOf<Bytes>(request.body) : partsOf(await request.blob())
}

function refuseAborted(cause: unknown): never {
  throw new RequestAbortedError('The client closed the connection.', { cause })
}
