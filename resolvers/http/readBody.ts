import { megabyte } from '../../shared/formats.ts'
import { ApiError } from '../services/errors.ts'

/** The largest body of a call, in bytes: JSON, and a file with room to be told that it is too large. */
export const bodyLimits = { json: megabyte, file: 10 * megabyte }

/**
 * The body of a request, read no further than its limit. Throws `TOO_LARGE`: without reading where the length that is
 * declared says so, and while reading where that was not the truth.
 */
export async function sentIn(request: Request, what: keyof typeof bodyLimits): Promise<Blob> {
  const limit = bodyLimits[what]
  if (Number(request.headers.get('content-length')) > limit) throw new ApiError('TOO_LARGE')
  const body = request.body ? await read(request.body, limit) : await request.blob()
  // Firefox gives no stream of a request: there it can be measured only once it is here.
  if (body.size > limit) throw new ApiError('TOO_LARGE')
  return body
}

/** Stops as soon as there is more than `limit`. */
async function read(stream: ReadableStream<Uint8Array<ArrayBuffer>>, limit: number): Promise<Blob> {
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
