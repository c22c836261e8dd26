import { megabyte } from '../../shared/formats.ts'
import { ApiError } from '../services/errors.ts'

/** The largest body in bytes. For a file it exceeds the limits of `services/files.ts`, whose error says more. */
export const bodyLimits = { json: megabyte, file: 10 * megabyte }

/**
 * Reads the body of a request up to its limit. Throws `TOO_LARGE`: before reading if the declared length is too large,
 * else while reading.
 */
export async function readBody(request: Request, kind: keyof typeof bodyLimits): Promise<Blob> {
  const limit = bodyLimits[kind]
  if (Number(request.headers.get('content-length')) > limit) throw new ApiError('TOO_LARGE')
  const body = request.body ? await readStream(request.body, limit) : await request.blob()
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
    const { done, value } = await reader.read()
    if (done) return new Blob(parts)
    parts.push(value)
    size += value.length
  }
  await reader.cancel()
  throw new ApiError('TOO_LARGE')
}
