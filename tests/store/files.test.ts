import { beforeEach, describe, expect, it } from 'vitest'

import { storeAdapters } from './adapters.ts'
import { applyChanges, fileRow, id, pngBytes } from './rows.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

describe.each(storeAdapters)('files in the $name store', ({ open }) => {
  let store: AdministeredStore
  beforeEach(async () => {
    store = await open()
    return () => store.close()
  })

  it('stores files with their uses, and finds the unused ones of a user', async () => {
    const { files } = store.read
    await applyChanges(
      store,
      (tx) => tx.files.insert(fileRow(2, id(1))),
      (tx) => tx.files.insert(fileRow(1, id(1))),
      (tx) => tx.files.insert(fileRow(3, id(1))),
      (tx) => tx.files.insert(fileRow(4, id(2))),
    )
    expect(await files.get(id(1))).toEqual(fileRow(1, id(1)))
    expect(await files.get(id(9))).toBeUndefined()
    expect((await files.unusedOf(id(1))).map((file) => file.id)).toEqual([id(1), id(2), id(3)])

    const results = await applyChanges(
      store,
      (tx) => tx.files.insertUse({ fileId: id(3), usedBy: id(9) }),
      (tx) => tx.files.insertUse({ fileId: id(3), usedBy: id(8) }),
      (tx) => tx.files.insertUse({ fileId: id(3), usedBy: id(9) }),
      (tx) => tx.files.insertUse({ fileId: id(2), usedBy: id(9) }),
      (tx) => tx.files.isUsed(id(3)),
      (tx) => tx.files.removeUse(id(3), id(9)),
      (tx) => tx.files.isUsed(id(3)),
      (tx) => tx.files.removeUse(id(3), id(9)),
      (tx) => tx.files.removeUse(id(3), id(8)),
      (tx) => tx.files.isUsed(id(3)),
      (tx) => tx.files.isUsed(id(1)),
      (tx) => tx.files.remove(id(1)),
      (tx) => tx.files.remove(id(1)),
    )
    expect(results).toEqual([true, true, false, true, true, true, true, false, true, false, false, true, false])
    expect(await files.get(id(1))).toBeUndefined()
    expect((await files.unusedOf(id(1))).map((file) => file.id)).toEqual([id(3)])
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
    await blobs.put(id(1), bytes.buffer)
    await blobs.put(id(2), pngBytes('warp'))
    bytes.fill(0)
    expect(new Uint8Array(await new Response(await blobs.get(id(1))).arrayBuffer())).toEqual(original)
    await blobs.put(id(1), pngBytes('weft'))
    await blobs.remove(id(2))
    await blobs.remove(id(2))
    expect(await (await blobs.get(id(1)))?.text()).toMatch(/weft$/)
    expect(await blobs.get(id(2))).toBeUndefined()
  })

  it('stores an empty file', async () => {
    await store.blobs.put(id(1), new ArrayBuffer())
    expect((await store.blobs.get(id(1)))?.size).toBe(0)
  })
})
