import { chunksOf, partsOf, streamOf } from '../../resolvers/lib/bytes.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'
import type { BlobStore, ByteRange, Bytes, Content } from '../../resolvers/store/port.ts'
import type { S3Blobs } from './s3Blobs.ts'

/**
 * Returns the store with the bytes of files in S3. Those that are still in the database stay readable until `moveMedia`
 * has moved them. With `redirect` clients read from S3 themselves.
 */
export function withS3<Kind extends AdministeredStore>(store: Kind, s3: S3Blobs, reads: 'proxy' | 'redirect'): Kind {
  const database = store.blobs
  const blobs: BlobStore = {
    async get(id, range) {
      // The database first: a file that is moved between the two reads is then found in S3.
      const content = await database.get(id, range)
      if (content === undefined) return s3.get(id, range)
      return content instanceof Blob ? content : streamOf(readOn(content, s3, id, range))
    },
    async put(id, content, type) {
      const size = await s3.put(id, content, type)
      await database.remove(id)
      return size
    },
    async remove(id) {
      await Promise.all([database.remove(id), s3.remove(id)])
    },
    async ids(request) {
      const lists = await Promise.all([database.ids(request), s3.ids(request)])
      return [...new Set(lists.flat())].toSorted().slice(0, request.limit)
    },
    ...(reads === 'redirect' && {
      addressOf: async (id: string) => ((await hasBytes(database, id)) ? undefined : s3.addressOf(id)),
    }),
  }
  const wholeBlob = async (inDatabase: Blob | undefined, id: string) => {
    const content = inDatabase ?? (await s3.get(id))
    return content instanceof ReadableStream ? new Response(content).blob() : content
  }
  return {
    ...store,
    blobs,
    admin: {
      read: (work) =>
        store.admin.read((tx) => work({ ...tx, blobs: { get: async (id) => wholeBlob(await tx.blobs.get(id), id) } })),
      transaction: (work, options) =>
        store.admin.transaction(
          (tx) =>
            work({
              ...tx,
              blobs: {
                get: async (id) => wholeBlob(await tx.blobs.get(id), id),
                // If the transaction fails, the bytes are left over without a row.
                put: async (id, bytes, type) => void (await s3.put(id, [new Uint8Array(bytes)], type)),
              },
            }),
          options,
        ),
    },
  }
}

/** Returns whether the bytes of a file are in a blob store. */
export async function hasBytes(blobs: BlobStore, id: string): Promise<boolean> {
  const content = await blobs.get(id, { start: 0, end: 1 })
  if (content instanceof ReadableStream) await content.cancel()
  return content !== undefined
}

/** Returns the chunks of what a blob store has returned. */
export function chunksIn(content: Content): AsyncGenerator<Bytes, void> {
  return content instanceof Blob ? partsOf(content) : chunksOf(content)
}

/** Yields bytes from the database, and from S3 those of a file that is moved meanwhile. */
async function* readOn(
  stream: ReadableStream<Bytes>,
  s3: S3Blobs,
  id: string,
  { start, end }: ByteRange = { start: 0, end: Infinity },
): AsyncGenerator<Bytes, void> {
  let position = start
  try {
    for await (const bytes of chunksOf(stream)) {
      position += bytes.length
      yield bytes
    }
  } catch (error) {
    const rest = await s3.get(id, { start: position, end })
    if (!rest) throw error
    yield* chunksIn(rest)
  }
}
