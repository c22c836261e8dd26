import { describe, expect, it, onTestFinished } from 'vitest'

import { storeAdapters } from './adapters.ts'
import { applyChanges, id, idempotencyKeyRow } from './rows.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

const keysOf = (store: AdministeredStore, user: number, keys: readonly number[]) =>
  store.transaction((tx) => Promise.all(keys.map((key) => tx.idempotencyKeys.get(id(user), `key ${key}`))))

describe.each(storeAdapters)('idempotency keys of the $name store', ({ open }) => {
  const opened = async () => {
    const store = await open()
    onTestFinished(() => store.close())
    return store
  }

  it('keeps keys per user and replaces an expired one', async () => {
    const store = await opened()
    const replacing = idempotencyKeyRow(1, 1, { request: 'other', resultId: id(7), usedAt: 9 })
    const results = await applyChanges(
      store,
      (tx) => tx.idempotencyKeys.claim(idempotencyKeyRow(1, 1), 0),
      (tx) => tx.idempotencyKeys.claim(idempotencyKeyRow(2, 1), 0),
      (tx) => tx.idempotencyKeys.claim(replacing, 0),
      (tx) => tx.idempotencyKeys.claim(replacing, 1),
    )
    expect(results).toEqual([undefined, undefined, idempotencyKeyRow(1, 1), undefined])
    expect(await keysOf(store, 1, [1, 2])).toEqual([replacing, undefined])
    expect(await keysOf(store, 2, [1])).toEqual([idempotencyKeyRow(2, 1)])
  })

  it('removes the oldest keys first, up to a limit', async () => {
    const store = await opened()
    await applyChanges(
      store,
      ...[3, 1, 2, 4].map(
        (key) => (tx: Parameters<Parameters<AdministeredStore['transaction']>[0]>[0]) =>
          tx.idempotencyKeys.claim(idempotencyKeyRow(1, key), 0),
      ),
    )
    const remaining = async () => (await keysOf(store, 1, [1, 2, 3, 4])).flatMap((row) => row?.usedAt ?? [])
    expect(await store.read.idempotencyKeys.hasUsedBefore(1)).toBe(false)
    expect(await store.read.idempotencyKeys.hasUsedBefore(2)).toBe(true)
    await store.transaction((tx) => tx.idempotencyKeys.removeUsedBefore(4, 2))
    expect(await remaining()).toEqual([3, 4])
    await store.transaction((tx) => tx.idempotencyKeys.removeUsedBefore(4, 9))
    expect(await remaining()).toEqual([4])
  })

  it('removes idempotency keys when all data is cleared', async () => {
    const store = await opened()
    await applyChanges(store, (tx) => tx.idempotencyKeys.claim(idempotencyKeyRow(1, 1), 0))
    await store.admin.transaction((tx) => tx.clear())
    expect(await keysOf(store, 1, [1])).toEqual([undefined])
  })
})
