import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { s3Blobs } from '../../server/media/s3Blobs.ts'
import { withS3 } from '../../server/media/withS3.ts'
import { startS3 } from '../s3Server.ts'
import { unusedFiles } from '../../resolvers/services/files.ts'
import { storeAdapters } from './adapters.ts'
import { isQuick, openEmptyPostgresStore } from './postgresStore.ts'
import { applyChanges, fileRow, idsOf, id } from './rows.ts'
import type { ByteRange } from '../../resolvers/store/port.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

/** Postgres with the bytes in S3, as a server has them. */
const withBucket = {
  name: 'postgres and S3',
  async open() {
    const s3 = await startS3()
    onTestFinished(() => s3.stop())
    return withS3(await openEmptyPostgresStore(), s3Blobs(s3.settings, console.error), 'proxy')
  },
}

describe.each(isQuick ? storeAdapters : [...storeAdapters, withBucket])('files in the $name store', ({ open }) => {
  let store: AdministeredStore
  beforeEach(async () => {
    store = await open()
    return () => store.close()
  })

  const warp = new TextEncoder().encode('warp')
  const bytesOf = async (fileId: string, range?: ByteRange) =>
    new Uint8Array(await new Response(await store.blobs.get(fileId, range)).arrayBuffer())

  /** `toEqual` takes seconds for a large array. */
  const isEqual = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

  it('stores files with their uses, and finds those in use', async () => {
    const { files } = store.read
    await applyChanges(
      store,
      (tx) => tx.files.insert(fileRow(2, id(1))),
      (tx) => tx.files.insert(fileRow(1, id(1))),
      (tx) => tx.files.insert(fileRow(3, id(1))),
      (tx) => tx.files.insert(fileRow(4, id(2))),
    )
    expect(await files.getMany([id(9), id(1)])).toEqual([undefined, fileRow(1, id(1))])
    expect(await files.page('byId', { limit: 2, direction: 'ascending' }).then(idsOf)).toEqual([id(1), id(2)])
    expect(await files.page('byId', { after: { id: id(2) }, limit: 3, direction: 'ascending' }).then(idsOf)).toEqual([
      id(3),
      id(4),
    ])

    const results = await applyChanges(
      store,
      (tx) => tx.fileUses.insertIfNew({ fileId: id(3), usedBy: id(9) }),
      (tx) => tx.fileUses.insertIfNew({ fileId: id(3), usedBy: id(8) }),
      (tx) => tx.fileUses.insertIfNew({ fileId: id(3), usedBy: id(9) }),
      (tx) => tx.fileUses.insertIfNew({ fileId: id(2), usedBy: id(9) }),
      (tx) => unusedFiles(tx, [id(3), id(4), id(2)]),
      (tx) => tx.fileUses.remove([id(3), id(9)]),
      (tx) => unusedFiles(tx, [id(3)]),
      (tx) => tx.fileUses.remove([id(3), id(9)]),
      (tx) => tx.fileUses.remove([id(3), id(8)]),
      (tx) => unusedFiles(tx, [id(3), id(1), id(9)]),
      async (tx) => (await tx.files.tryLock([id(9), id(3), id(1)])).map((row) => row.id),
      (tx) => tx.files.remove(id(1)),
      (tx) => tx.files.remove(id(1)),
    )
    expect(results).toEqual([
      true,
      true,
      false,
      true,
      [id(4)],
      1,
      [],
      0,
      1,
      [id(3), id(1), id(9)],
      [id(1), id(3)],
      1,
      0,
    ])
    expect(await files.getMany([id(1)])).toEqual([undefined])
    expect(await unusedFiles(store.read, [id(1), id(2)])).toEqual([id(1)])
  })

  it('adds up the sizes of the files of a user', async () => {
    await applyChanges(
      store,
      (tx) => tx.files.insert(fileRow(1, id(1), { size: 2 ** 31 - 1 })),
      (tx) => tx.files.insert(fileRow(2, id(1), { size: 2 ** 31 - 1 })),
      (tx) => tx.files.insert(fileRow(3, id(2), { size: 5 })),
    )
    expect(await Promise.all([1, 2, 3].map((one) => store.read.files.totalSizeOf(id(one))))).toEqual([
      2 ** 32 - 2,
      5,
      0,
    ])
  })

  it('refuses a second file with the same id', async () => {
    const inserting = applyChanges(
      store,
      (tx) => tx.files.insert(fileRow(1, id(1))),
      (tx) => tx.files.insert(fileRow(1, id(2))),
    )
    await expect(inserting).rejects.toMatchObject({ name: 'UniqueViolationError', table: 'files', column: 'key' })
  })

  it('stores bytes until they are replaced or removed', async () => {
    const { blobs } = store
    expect(await blobs.get(id(1))).toBeUndefined()
    const original = Uint8Array.from({ length: 1000 }, (_, index) => index % 256)
    const bytes = original.slice()
    await blobs.put(id(1), [bytes])
    await blobs.put(id(2), [warp])
    bytes.fill(0)
    expect(await bytesOf(id(1))).toEqual(original)
    await blobs.put(id(1), [warp.subarray(0, 2)])
    await blobs.remove(id(2))
    await blobs.remove(id(2))
    expect(await bytesOf(id(1))).toEqual(warp.subarray(0, 2))
    expect(await blobs.get(id(2))).toBeUndefined()
  })

  const chunk = 256 * 1024
  it.each([0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 3 * chunk + 5])(
    'stores a file of %i bytes that comes in parts, and returns any range of it',
    async (size) => {
      const original = Uint8Array.from({ length: size }, (_, index) => index % 251)
      const parts = async function* () {
        for (let from = 0; from < size; from += 100_000) yield original.slice(from, from + 100_000)
      }
      expect(await store.blobs.put(id(1), parts())).toBe(size)
      expect(isEqual(await bytesOf(id(1)), original)).toBe(true)
      const places = [0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, size - 1, size].filter(
        (place) => place >= 0 && place <= size,
      )
      for (const start of places.filter((place) => place < size))
        for (const end of places.filter((place) => place > start))
          expect(isEqual(await bytesOf(id(1), { start, end }), original.subarray(start, end)), `${start}-${end}`).toBe(
            true,
          )
      const whole = await store.admin.read((tx) => tx.blobs.get(id(1)))
      expect(isEqual(new Uint8Array((await whole?.arrayBuffer()) ?? []), original)).toBe(true)
    },
  )

  it('lists the ids of all files, the smallest first, page by page', async () => {
    for (const number of [3, 1, 2]) await store.blobs.put(id(number), [new Uint8Array(2 * chunk)])
    expect(await store.blobs.ids({ limit: 2 })).toEqual([id(1), id(2)])
    expect(await store.blobs.ids({ after: id(2), limit: 2 })).toEqual([id(3)])
    expect(await store.blobs.ids({ limit: 0 })).toEqual([])
    await store.blobs.remove(id(3))
    expect(await store.blobs.ids({ after: id(2), limit: 2 })).toEqual([])
  })

  it('stores a whole file in an administrative transaction', async () => {
    const original = Uint8Array.from({ length: chunk + 1 }, (_, index) => index % 251)
    await store.admin.transaction((tx) => tx.blobs.put(id(1), original.slice().buffer))
    expect(isEqual(await bytesOf(id(1)), original)).toBe(true)
  })

  it('rejects with the error of a file that cannot be read to its end', async () => {
    const parts = async function* () {
      yield warp
      throw new RangeError('gone')
    }
    await expect(store.blobs.put(id(1), parts())).rejects.toThrow(new RangeError('gone'))
  })
})
