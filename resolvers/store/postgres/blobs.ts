import type { AdminWriter } from '../administration.ts'
import { chunksOfSize, streamOf } from '../../lib/bytes.ts'
import type { BlobStore, ByteRange, Bytes } from '../port.ts'
import type { Database, WithDatabase } from './connection/database.ts'

/** Files are stored in chunks of this many bytes; the last one of a file is shorter, or empty. */
const CHUNK = 256 * 1024

/** Each call is a statement of its own, so that a slow client holds no connection. */
export function postgresBlobs(run: WithDatabase): BlobStore {
  return {
    async get(id, range = { start: 0, end: Infinity }) {
      const first = await run((database) => readChunk(database, id, Math.floor(range.start / CHUNK)))
      return first && streamOf(readRange(run, id, range, first))
    },
    async put(id, content) {
      await run((database) => removeChunks(database, id))
      let number = 0
      let size = 0
      for await (const bytes of chunksOfSize(content, CHUNK)) {
        const chunk = { id, number, bytes }
        await run((database) => insertChunk(database, chunk))
        number += 1
        size += bytes.length
      }
      return size
    },
    remove: (id) => run((database) => removeChunks(database, id)),
    ids: ({ after, limit }) =>
      run(async ({ db }) => {
        const files = db.selectFrom('blobChunks').select('id').where('number', '=', 0)
        const rest = after === undefined ? files : files.where('id', '>', after)
        return (await rest.orderBy('id').limit(limit).execute()).map(({ id }) => id)
      }),
  }
}

/** The bytes of whole files, for one transaction. */
export function wholePostgresBlobs(run: WithDatabase): AdminWriter['blobs'] {
  return {
    get: (id) =>
      run(async ({ db }) => {
        const chunks = await db
          .selectFrom('blobChunks')
          .select('bytes')
          .where('id', '=', id)
          .orderBy('number')
          .execute()
        return chunks.length === 0 ? undefined : new Blob(chunks.map(({ bytes }) => bytes))
      }),
    put: (id, content) => {
      const copy = new Uint8Array(content.slice(0))
      return run(async (database) => {
        await removeChunks(database, id)
        for (let number = 0; number === 0 || number * CHUNK < copy.length; number += 1) {
          const bytes = copy.subarray(number * CHUNK, (number + 1) * CHUNK)
          await insertChunk(database, { id, number, bytes })
        }
      })
    },
  }
}

async function readChunk({ db }: Database, id: string, number: number): Promise<Bytes | undefined> {
  const query = db.selectFrom('blobChunks').select('bytes').where('id', '=', id).where('number', '=', number)
  return (await query.executeTakeFirst())?.bytes
}

async function insertChunk(
  { db }: Database,
  { id, number, bytes }: { id: string; number: number; bytes: Bytes },
): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  await db.insertInto('blobChunks').values({ id, number, bytes: buffer }).execute()
}

async function removeChunks({ db }: Database, id: string): Promise<void> {
  await db.deleteFrom('blobChunks').where('id', '=', id).execute()
}

/**
 * Yields the bytes of a range, one chunk after the other. Throws if there are less than the range has. Puts each chunk in
 * the place of the first one: a variable of its own, or a destructured parameter, would keep that one in memory.
 */
async function* readRange(run: WithDatabase, id: string, range: ByteRange, chunk: Bytes): AsyncGenerator<Bytes, void> {
  const { start, end } = range
  let position = start
  for (;;) {
    const from = position % CHUNK
    const bytes = chunk.subarray(from, from + end - position)
    yield bytes
    position += bytes.length
    if (position >= end || chunk.length < CHUNK) break
    const number = position / CHUNK
    const next = await run((database) => readChunk(database, id, number))
    if (!next) break
    chunk = next
  }
  if (position < end && end !== Infinity) throw new Error(`The file ${id} was removed while it was read`)
}
