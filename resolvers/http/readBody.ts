import { megabyte } from '../../shared/formats.ts'
import { ApiError } from '../services/errors.ts'

/** The largest body in bytes. For a file it exceeds the limits of `services/files.ts`, whose error says more. */
export const bodyLimits = { json: megabyte, file: 10 * megabyte }

/** Thrown if the client closed the connection before the whole body had arrived. */
export class RequestAbortedError extends Error {
  override readonly name = 'RequestAbortedError'
}

/**
 * Reads the body of a request up to its limit. Throws `TOO_LARGE`: before reading if the declared length is too large,
 * else while reading. Throws `RequestAbortedError`.
 */
export async function readBody(request: Request, kind: keyof typeof bodyLimits): Promise<Blob> {
  const limit = bodyLimits[kind]
  if (Number(request.headers.get('content-length')) > limit) throw new ApiError('TOO_LARGE')
  const body = await (request.body ? readStream(request.body, limit) : request.blob().catch(rejectAborted))
  // Firefox has no `Request.body`: there the size is known only after reading.
  if (body.size > limit) throw new ApiError('TOO_LARGE')
  return body
}

/** Throws `TOO_LARGE` as soon as more than `limit` bytes were read. */
async function readStream(stream: ReadableStream<Uint8Array<ArrayBuffer>>, limit: number): Promise<Blob> {
  const reader = stream.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  while (size <= limit) {
    const { done, value } = await reader.read().catch(rejectAborted)
    if (done) return new Blob(parts)
    parts.push(value)
    size += value.length
  }
  // Not awaited: the stream of a request that was cloned is cancelled only with its copy.
  reader.cancel().catch(() => {})
  throw new ApiError('TOO_LARGE')
}

function rejectAborted(cause: unknown): never {
  throw new RequestAbortedError('The client closed the connection.', { cause })
}
