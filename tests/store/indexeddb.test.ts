import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { abortOpenTransactions } from '../../resolvers/store/indexeddb/openTransactions.ts'
import { openIndexedDbStore } from '../../resolvers/store/indexeddb/store.ts'
import { freshName } from './adapters.ts'
import { id, idsOf, postRow, insertPosts, insertUsers, userRow } from './rows.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

describe('the indexeddb store', () => {
  let name: string
  let store: AdministeredStore
  beforeEach(async () => {
    name = freshName()
    store = await openIndexedDbStore({ name })
  })
  afterEach(() => store.close())

  it('returns rows that were stored before it was closed', async () => {
    await insertUsers(store, userRow(1, { firstName: 'Ada' }))
    await store.close()
    store = await openIndexedDbStore({ name })
    expect(await store.read.users.byUsername('user1')).toEqual(userRow(1, { firstName: 'Ada' }))
    expect(idsOf(await store.read.users.searchByFirstName('da', { limit: 1 }))).toEqual([id(1)])
  })

  it('runs the transactions of several tabs one after the other', async () => {
    const tabs = [store, await openIndexedDbStore({ name }), await openIndexedDbStore({ name })]
    await insertPosts(store, postRow(1))
    const addLikes = tabs.flatMap((tab) =>
      Array.from({ length: 10 }, () =>
        tab.transaction(async (tx) => {
          const [post] = await tx.posts.getMany([id(1)])
          await tx.posts.patch(id(1), { set: { content: `${post?.content}.` }, add: { likeCount: 1 } })
        }),
      ),
    )
    await Promise.all(addLikes)
    expect((await store.read.posts.getMany([id(1)]))[0]).toMatchObject({ content: '.'.repeat(30), likeCount: 30 })
    for (const tab of tabs) await tab.close()
  })

  it('closes when a later version upgrades the database, and does not open it again', async () => {
    const later = await openDB(name, 99)
    await expect(store.read.users.getMany([id(1)])).rejects.toThrow()
    await expect(insertUsers(store, userRow(1))).rejects.toThrow()
    await expect(openIndexedDbStore({ name })).rejects.toThrow()
    later.close()
  })

  it('rejects a transaction that the browser aborts, during its work or after it', async () => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const abort = () => transaction.mock.results.at(-1)?.value.abort()

    const during = store.transaction(async (tx) => {
      await tx.users.insert(userRow(1))
      abort()
      await tx.users.insert(userRow(2))
    })
    await expect(during).rejects.toThrow()

    const after = store.transaction(async (tx) => {
      await tx.users.insert(userRow(1))
      abort()
    })
    await expect(after).rejects.toThrow()
    expect(await store.read.users.page('OLDEST', { limit: 5 })).toEqual([])
  })
  it('rejects the transactions and reads that are open when the page aborts them, and runs later ones', async () => {
    const write = insertUsers(store, userRow(1))
    const read = store.read.users.getMany([id(1)])
    expect(abortOpenTransactions()).toBe(true)
    await expect(write).rejects.toThrow()
    await expect(read).rejects.toThrow()
    expect(await store.read.users.getMany([id(1)])).toEqual([undefined])
    await insertUsers(store, userRow(2))
    expect(abortOpenTransactions()).toBe(false)
    expect(await store.read.users.getMany([id(2)])).toEqual([userRow(2)])
  })
})
