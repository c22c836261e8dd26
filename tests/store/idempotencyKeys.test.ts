import { describe, expect, it, onTestFinished } from 'vitest'

import { storeAdapters } from './adapters.ts'
import { applyChanges, id, idempotencyKeyRow } from './rows.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

const keysOf = (store: AdministeredStore, user: number, keys: readonly number[]) =>
  store.transaction((tx) => Promise.all(keys.map((key) => tx.idempotencyKeys.get([id(user), `key ${key}`]))))

describe.each(storeAdapters)('idempotency keys of the $name store', ({ open }) => {
  const opened = async () => {
    const store = await open()
    onTestFinished(() => store.close())
    return store
  }

  it('keeps keys per user and replaces one', async () => {
    const store = await opened()
    const replacing = idempotencyKeyRow(1, 1, { request: 'other', resultId: id(7), usedAt: 9 })
    const results = await applyChanges(
      store,
      (tx) => tx.idempotencyKeys.insertIfNew(idempotencyKeyRow(1, 1)),
      (tx) => tx.idempotencyKeys.insertIfNew(idempotencyKeyRow(2, 1)),
      (tx) => tx.idempotencyKeys.insertIfNew(replacing),
      (tx) => tx.idempotencyKeys.lock([id(1), 'key 1'], 'change'),
      (tx) => tx.idempotencyKeys.put(replacing),
    )
    expect(results).toEqual([true, true, false, idempotencyKeyRow(1, 1), idempotencyKeyRow(1, 1)])
    expect(await keysOf(store, 1, [1, 2])).toEqual([replacing, undefined])
    expect(await keysOf(store, 2, [1])).toEqual([idempotencyKeyRow(2, 1)])
  })

  it('lists the oldest keys first, and removes several', async () => {
    const store = await opened()
    const oldest = async () => {
      const page = await store.read.idempotencyKeys.page('byUse', { limit: 3, direction: 'ascending' })
      return page.map(({ row }) => row.usedAt)
    }
    await store.transaction((tx) => tx.idempotencyKeys.insert(...[3, 1, 2, 4].map((key) => idempotencyKeyRow(1, key))))
    expect(await oldest()).toEqual([1, 2, 3])
    const removed = await store.transaction((tx) =>
      tx.idempotencyKeys.remove([id(1), 'key 1'], [id(1), 'key 9'], [id(1), 'key 3']),
    )
    expect(removed).toBe(2)
    expect(await oldest()).toEqual([2, 4])
  })

  it('removes idempotency keys when all data is cleared', async () => {
    const store = await opened()
    await applyChanges(store, (tx) => tx.idempotencyKeys.insert(idempotencyKeyRow(1, 1)))
    await store.admin.transaction((tx) => tx.clear())
    expect(await keysOf(store, 1, [1])).toEqual([undefined])
  })
})
