import { expect, it } from 'vitest'
import { createMemoryStore } from '../../resolvers/store/memory/store.ts'
import { findDamagedFiles } from '../../server/media/damagedFiles.ts'
import { addFile, fileRow, id, userRow } from '../store/rows.ts'

it('finds files whose first bytes are not of their type, and none whose bytes are missing', async () => {
  const store = createMemoryStore()
  await store.transaction((tx) => tx.users.insert(userRow(1)))
  await addFile(store, fileRow(1, id(1)))
  await addFile(store, fileRow(2, id(1), { type: 'image/jpeg' }), [], Uint8Array.of(0xff, 0xd8).buffer)
  await addFile(store, fileRow(3, id(1), { type: 'image/jpeg' }))
  await addFile(store, fileRow(4, id(1)), [], new ArrayBuffer(0))
  await store.transaction((tx) => tx.files.insert(fileRow(5, id(1))))
  expect(await findDamagedFiles(store)).toEqual([2, 3, 4].map(id))
})
