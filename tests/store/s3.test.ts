import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { moveMedia } from '../../server/media/moveMedia.ts'
import { findRowsWithoutBytes } from '../../server/media/rowsWithoutBytes.ts'
import { PART_BYTES, s3Blobs } from '../../server/media/s3Blobs.ts'
import { withS3 } from '../../server/media/withS3.ts'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import type { BlobStore, Bytes, Content } from '../../resolvers/store/port.ts'
import { startS3, type S3Server } from '../s3Server.ts'
import { openEmptyPostgresStore } from './postgresStore.ts'
import { applyChanges, fileRow, id } from './rows.ts'

const mebibyte = 1024 * 1024

let s3: S3Server
let failures: unknown[]
beforeEach(async () => {
  s3 = await startS3()
  failures = []
  return () => s3.stop().catch(() => undefined)
})

const connect = (settings: Partial<S3Server['settings']> = {}) =>
  s3Blobs({ ...s3.settings, ...settings }, (error) => failures.push(error))

/** Yields this many megabytes, and counts those that were asked for. */
function megabytes(count: number) {
  const source = { asked: 0, bytes: chunks() }
  async function* chunks(): AsyncGenerator<Bytes, void> {
    for (; source.asked < count;) {
      source.asked += 1
      yield new Uint8Array(mebibyte).fill(source.asked)
    }
  }
  return source
}

const bytesOf = async (content: Content | undefined) => new Uint8Array(await new Response(content).arrayBuffer())

/** A chunk of the database has 256 kB. */
const threeChunks = Uint8Array.from({ length: 3 * 256 * 1024 }, (_, index) => index % 251)

describe('files in S3', () => {
  it('are objects with the type of the file, named by its id, that nobody reads without a signature', async () => {
    const blobs = connect()
    await blobs.put(id(1), [new Uint8Array([1, 2, 3])], 'image/png')
    await blobs.put(id(2), megabytes(6).bytes, 'video/mp4')
    expect([...s3.objects].map(([key, { type }]) => [key, type])).toEqual([
      [`media/${id(1)}`, 'image/png'],
      [`media/${id(2)}`, 'video/mp4'],
    ])
    const { endpoint, bucket } = s3.settings
    expect((await fetch(`${endpoint}/${bucket}/media/${id(1)}`)).status).toBe(403)
  })

  it('have an address that is valid for a limited time, and serves them to be kept', async () => {
    const blobs = connect()
    await blobs.put(id(1), [new Uint8Array([1, 2, 3])], 'image/png')
    const { url, maxAge } = await blobs.addressOf(id(1))
    const response = await fetch(url, { headers: { range: 'bytes=1-' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([206, 'image/png'])
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(await bytesOf(await response.blob())).toEqual(new Uint8Array([2, 3]))
    expect((await fetch(url.replace(id(1), id(2)))).status).toBe(403)
    expect(Number(new URL(url).searchParams.get('X-Amz-Expires'))).toBeGreaterThan(maxAge)
  })

  it('are uploaded part by part, and read no further than the part that S3 takes', async () => {
    const source = megabytes(12)
    const readBefore: [string | null, number][] = []
    s3.onRequest = ({ method, query }) => {
      if (method === 'PUT') readBefore.push([query.get('partNumber'), source.asked])
    }
    expect(await connect().put(id(1), source.bytes)).toBe(12 * mebibyte)
    expect(readBefore).toEqual([
      ['1', 5],
      ['2', 10],
      ['3', 12],
    ])
    expect(await bytesOf(await connect().get(id(1), { start: PART_BYTES - 1, end: PART_BYTES + 1 }))).toEqual(
      new Uint8Array([5, 6]),
    )
    expect(s3.uploads.size).toBe(0)
  })

  it('leave no part behind if their source breaks off', async () => {
    const broken = async function* () {
      yield* megabytes(11).bytes
      throw new RangeError('gone')
    }
    await expect(connect().put(id(1), broken())).rejects.toThrow(new RangeError('gone'))
    expect(s3.requests.filter(({ query }) => query.has('partNumber'))).toHaveLength(2)
    expect([s3.uploads.size, s3.objects.size]).toEqual([0, 0])
    expect(failures).toEqual([])
  })

  it.each(['partNumber', 'uploadId'])('leave no part behind if S3 refuses a request with %s', async (name) => {
    s3.onRequest = ({ method, query }) => {
      if (query.has(name) && (name === 'partNumber' || method === 'POST')) throw new Error('No disk')
    }
    const source = megabytes(11)
    await expect(connect().put(id(1), source.bytes)).rejects.toMatchObject({ name: 'UnavailableError' })
    expect([s3.uploads.size, s3.objects.size]).toEqual([0, 0])
    // It is closed: nobody has to read its rest.
    expect(await source.bytes.next()).toEqual({ done: true, value: undefined })
  })

  it('cannot be read, changed or listed while S3 is lost, and are there when it is back', async () => {
    const blobs = connect()
    await blobs.put(id(1), [new Uint8Array([1])])
    await s3.stop()
    const calls = [
      () => blobs.get(id(1)),
      () => blobs.put(id(2), [new Uint8Array([1])]),
      () => blobs.remove(id(1)),
      () => blobs.ids({ limit: 1 }),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ name: 'UnavailableError' })
    expect(failures).toHaveLength(calls.length)
    await s3.start()
    expect(await blobs.ids({ limit: 2 })).toEqual([id(1)])
  })

  it.each([{ bucket: 'other-files' }, { secretAccessKey: 'other' }, { accessKeyId: 'other' }])(
    'are unavailable, not missing, with wrong settings: %o',
    async (settings) => {
      await connect().put(id(1), [new Uint8Array([1])])
      const blobs = connect(settings)
      await expect(blobs.get(id(1))).rejects.toMatchObject({ name: 'UnavailableError' })
      await expect(blobs.ids({ limit: 1 })).rejects.toMatchObject({ name: 'UnavailableError' })
    },
  )

  it('are listed beyond the page that S3 returns', async () => {
    const names = Array.from({ length: 1001 }, (_, index) => `file-${String(index).padStart(4, '0')}`)
    for (const name of names) s3.objects.set(`media/${name}`, { bytes: Buffer.alloc(1), type: '' })
    s3.objects.set('other/file', { bytes: Buffer.alloc(1), type: '' })
    expect(await connect().ids({ limit: 2000 })).toEqual(names)
  })
})

describe('files on their way from the database to S3', () => {
  const openBoth = async () => {
    const database = await openEmptyPostgresStore()
    onTestFinished(() => database.close())
    const blobs = connect()
    return { database, blobs, store: withS3(database, blobs, 'redirect') }
  }
  const addFile = async (
    database: Awaited<ReturnType<typeof openEmptyPostgresStore>>,
    number: number,
    bytes: Bytes,
  ) => {
    await database.blobs.put(id(number), [bytes])
    await applyChanges(database, (tx) => tx.files.insert(fileRow(number, id(1), { size: bytes.length })))
  }
  const move = ({ database, blobs }: Pick<Awaited<ReturnType<typeof openBoth>>, 'database' | 'blobs'>) =>
    moveMedia({ read: database.read, from: database.blobs, to: blobs, onMoved: () => {} })

  it('are read, listed and removed at either place, and have an address in S3 only', async () => {
    const { database, blobs, store } = await openBoth()
    for (const number of [1, 2, 3, 4]) await addFile(database, number, new Uint8Array([number]))
    for (const number of [2, 3]) await blobs.put(id(number), [new Uint8Array([number])])
    await database.blobs.remove(id(3))
    const read = async (number: number) => bytesOf(await store.blobs.get(id(number)))
    expect(await Promise.all([1, 2, 3, 4].map(read))).toEqual([1, 2, 3, 4].map((number) => new Uint8Array([number])))
    expect(await store.blobs.ids({ limit: 9 })).toEqual([id(1), id(2), id(3), id(4)])
    expect(await store.blobs.ids({ after: id(1), limit: 2 })).toEqual([id(2), id(3)])
    const addressed = await Promise.all([1, 2, 3].map((number) => Promise.resolve(store.blobs.addressOf?.(id(number)))))
    expect(addressed.map((address) => address !== undefined)).toEqual([false, false, true])
    for (const number of [1, 2, 3]) await store.blobs.remove(id(number))
    expect([await database.blobs.ids({ limit: 9 }), await blobs.ids({ limit: 9 })]).toEqual([[id(4)], []])
    await store.blobs.put(id(4), [new Uint8Array([9])])
    expect(await read(4)).toEqual(new Uint8Array([9]))
    expect(await database.blobs.ids({ limit: 9 })).toEqual([])
  })

  it('are read to their end when they are moved meanwhile', async () => {
    const both = await openBoth()
    await addFile(both.database, 1, threeChunks)
    const content = await both.store.blobs.get(id(1), { start: 10, end: threeChunks.length - 5 })
    if (!(content instanceof ReadableStream)) throw new Error('This is not a stream')
    const reader = content.getReader()
    const chunks = [(await reader.read()).value]
    await move(both)
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
    expect(
      Buffer.compare(Buffer.concat(chunks.map((chunk) => chunk ?? new Uint8Array())), threeChunks.subarray(10, -5)),
    ).toBe(0)
  })

  it('are all in S3 after the move, with their types', async () => {
    const both = await openBoth()
    await addFile(both.database, 1, threeChunks)
    await addFile(both.database, 2, new Uint8Array(PART_BYTES + 1).fill(7))
    expect(await move(both)).toEqual({ moved: 2, left: 0 })
    expect(await both.database.blobs.ids({ limit: 1 })).toEqual([])
    expect(Buffer.compare(await bytesOf(await both.store.blobs.get(id(1))), threeChunks)).toBe(0)
    expect([...s3.objects.values()].map(({ bytes, type }) => [bytes.length, type])).toEqual([
      [threeChunks.length, fileRow(1, id(1)).type],
      [PART_BYTES + 1, fileRow(2, id(1)).type],
    ])
    expect(await move(both)).toEqual({ moved: 0, left: 0 })
  })

  it('are left in the database if S3 fails, and moved by the next run', async () => {
    const both = await openBoth()
    for (const number of [1, 2]) await addFile(both.database, number, new Uint8Array([number]))
    s3.onRequest = ({ key }) => {
      if (key.endsWith(id(2))) throw new Error('No disk')
    }
    await expect(move(both)).rejects.toMatchObject({ name: 'UnavailableError' })
    expect(await both.database.blobs.ids({ limit: 9 })).toEqual([id(2)])
    s3.onRequest = () => {}
    expect(await move(both)).toEqual({ moved: 1, left: 0 })
    expect(await both.blobs.ids({ limit: 9 })).toEqual([id(1), id(2)])
  })

  it('leave nothing behind if they are deleted while they are moved', async () => {
    const both = await openBoth()
    await addFile(both.database, 1, threeChunks)
    s3.onRequest = async ({ method }) => {
      if (method !== 'PUT') return
      await applyChanges(both.database, (tx) => tx.files.remove(id(1)))
      await both.store.blobs.remove(id(1))
    }
    await move(both)
    expect([await both.database.blobs.ids({ limit: 9 }), await both.blobs.ids({ limit: 9 })]).toEqual([[], []])
  })

  it('are moved once by two runs at the same time', async () => {
    const both = await openBoth()
    for (const number of [1, 2, 3, 4, 5]) await addFile(both.database, number, threeChunks)
    await Promise.all([move(both), move(both)])
    expect(await both.database.blobs.ids({ limit: 9 })).toEqual([])
    for (const number of [1, 2, 3, 4, 5])
      expect(Buffer.compare(await bytesOf(await both.blobs.get(id(number))), threeChunks)).toBe(0)
  })

  it('stay if they have no row', async () => {
    const both = await openBoth()
    await both.database.blobs.put(id(1), [new Uint8Array([1])])
    expect(await move(both)).toEqual({ moved: 0, left: 1 })
  })
})

it('finds the files whose bytes are missing, among more than one page of them', async () => {
  const store = createMemoryStore()
  const put = (blobs: BlobStore, number: number) => blobs.put(id(number), [new Uint8Array([1])])
  const numbers = Array.from({ length: 1005 }, (_, index) => index + 1)
  await store.admin.transaction((tx) =>
    tx.insertMany(
      'files',
      numbers.map((number) => fileRow(number, id(1))),
    ),
  )
  const missing = [1, 500, 1001, 1005]
  for (const number of numbers) if (!missing.includes(number)) await put(store.blobs, number)
  await put(store.blobs, 1006)
  expect(await findRowsWithoutBytes(store)).toEqual(missing.map((number) => id(number)))
})
