import { S3mini, S3ServiceError } from 's3mini'
import { FILE_CACHING } from '../../resolvers/http/media.ts'
import { chunksOfSize } from '../../resolvers/lib/bytes.ts'
import { UnavailableError } from '../../resolvers/store/errors.ts'
import type { BlobStore, Bytes, FileAddress } from '../../resolvers/store/port.ts'

/** A bucket, and the key that may read and change it. */
export interface S3Settings {
  /** The URL of the service, without the bucket. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Blobs extends BlobStore {
  addressOf(id: string): Promise<FileAddress>
}

/** Where the files are in the bucket, before their ids. */
const PREFIX = 'media/'
/** The smallest size that S3 takes for all parts of an upload but the last. At most one part of a file is in memory. */
export const PART_BYTES = 5 * 1024 * 1024
/** How long S3 may take to answer a request, or to take a part. */
const ANSWER_MS = 10_000
/** How long a signed address is valid, and how long a client may go on to use it: until shortly before. */
const ADDRESS_SECONDS = 900
const ADDRESS_MAX_AGE = 600
const UNKNOWN_TYPE = 'application/octet-stream'

/**
 * Keeps files as private objects of a bucket. A file of more than a part is uploaded part by part, and the upload is
 * aborted if it fails. A call rejects with `UnavailableError` if S3 does not answer or refuses it; `onUnavailable` receives
 * the reason.
 */
export function s3Blobs(settings: S3Settings, onUnavailable: (error: unknown) => void): S3Blobs {
  const { endpoint, bucket, ...account } = settings
  // One for each call: another one would sign with the key of yesterday for a moment after midnight.
  const connect = () => new S3mini({ ...account, endpoint: `${endpoint}/${bucket}`, fetch: fetchInTime })
  const call = async <T>(request: (s3: S3mini) => Promise<T>): Promise<T> => {
    try {
      return await request(connect())
    } catch (error) {
      onUnavailable(error)
      const reason = error instanceof Error ? error.message : String(error)
      throw new UnavailableError(error, `S3 did not do what was asked: ${reason}.`)
    }
  }

  const putInParts = async (key: string, chunks: AsyncIterable<Bytes>, type: string): Promise<number> => {
    const uploadId = await call((s3) => s3.getMultipartUploadId(key, type))
    try {
      const parts: { partNumber: number; etag: string }[] = []
      let size = 0
      for await (const bytes of chunks) {
        parts.push(await call((s3) => s3.uploadPart(key, uploadId, bytes, parts.length + 1)))
        size += bytes.length
      }
      await call(async (s3) => {
        // S3 may report a failure with status 200.
        const { etag } = await s3.completeMultipartUpload(key, uploadId, parts)
        if (!etag) throw new Error('S3 did not complete the upload')
      })
      return size
    } catch (error) {
      // Without an answer a rule of the bucket removes the parts.
      await call((s3) => s3.abortMultipartUpload(key, uploadId)).catch(() => undefined)
      throw error
    }
  }

  return {
    get: (id, range) =>
      call(async (s3) => {
        try {
          const end = range?.end === Infinity ? undefined : range?.end
          const { status, body } = await s3.getObjectRaw(PREFIX + id, range === undefined, range?.start, end)
          if (range && status !== 206) throw new Error('S3 did not return the range')
          return body ?? new Blob([])
        } catch (error) {
          if (isMissing(error)) return undefined
          throw error
        }
      }),
    async put(id, content, type = UNKNOWN_TYPE) {
      const chunks = chunksOfSize(content, PART_BYTES)
      try {
        const first = await chunks.next()
        const bytes = first.value ?? new Uint8Array()
        if (bytes.length === PART_BYTES) return await putInParts(PREFIX + id, withFirst(bytes, chunks), type)
        await call((s3) => s3.putObject(PREFIX + id, bytes, type))
        return bytes.length
      } finally {
        await chunks.return()
      }
    },
    remove: (id) => call(async (s3) => void (await s3.deleteObject(PREFIX + id))),
    ids: ({ after, limit }) =>
      call(async (s3) => {
        if (limit === 0) return []
        const start = after === undefined ? {} : { 'start-after': PREFIX + after }
        const page = await s3.listObjectsPaged('/', PREFIX, limit, undefined, start)
        if (!page) throw new Error('There is no such bucket')
        return (page.objects ?? []).map(({ Key }) => Key.slice(PREFIX.length))
      }),
    addressOf: async (id) => ({
      url: await connect().getPresignedUrl('GET', PREFIX + id, ADDRESS_SECONDS, {
        'response-cache-control': FILE_CACHING,
      }),
      maxAge: ADDRESS_MAX_AGE,
    }),
  }
}

/** Yields chunks of which the first one has been read. */
async function* withFirst(first: Bytes, rest: AsyncIterable<Bytes>): AsyncGenerator<Bytes, void> {
  yield first
  for await (const chunk of rest) if (chunk.length > 0) yield chunk
}

/** Whether there is no such object. A missing bucket has the same status. */
function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceError && error.status === 404 && error.body?.includes('NoSuchKey') === true
}

/** Calls `fetch`, which fails if the response does not begin in time. Its body may take longer. */
const fetchInTime: typeof fetch = async (input, init) => {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error('S3 did not answer in time')), ANSWER_MS)
  return fetch(input, { ...init, signal: late.signal }).finally(() => clearTimeout(timer))
}
