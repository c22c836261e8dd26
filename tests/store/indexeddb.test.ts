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
    expect(idsOf(await store.read.search.usersByFirstName('da', { limit: 1 }))).toEqual([id(1)])
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
    expect(await store.read.users.page('byId', { direction: 'ascending', limit: 5 })).toEqual([])
  })

  it('connects again if the browser has closed the connection without an event, and repeats the calls once', async () => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const closeSilently = async () => {
      await store.read.meta.get('any')
      const connection = transaction.mock.contexts.at(-1)
      if (connection instanceof IDBDatabase) connection.close()
    }
    await closeSilently()
    await Promise.all([insertUsers(store, userRow(1)), insertUsers(store, userRow(2)), store.read.meta.get('any')])
    await closeSilently()
    expect(await store.read.users.getMany([id(1), id(2)])).toEqual([userRow(1), userRow(2)])
    await closeSilently()
    await store.blobs.put('bytes', [new Uint8Array([1])])
    expect(await store.admin.read((tx) => tx.count())).toMatchObject({ users: 2 })
  })

  it('connects again only once for a call, and not after it was closed', async () => {
    const closing = 'The database connection is closing.'
    const { transaction } = IDBDatabase.prototype
    const start = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...args
    ) {
      // Opening the database reads it without a mode.
      if (args[1] === undefined) return transaction.apply(this, args)
      throw new DOMException(closing, 'InvalidStateError')
    })
    const open = vi.spyOn(indexedDB, 'open')
    await expect(store.read.meta.get('any')).rejects.toThrow(closing)
    expect(open).toHaveBeenCalledOnce()
    start.mockRestore()
    await store.close()
    await expect(store.read.meta.get('any')).rejects.toThrow()
    expect(open).toHaveBeenCalledOnce()
  })

  it('rejects the transactions and reads that are open when the page aborts them, and runs later ones', async () => {
    const write = insertUsers(store, userRow(1))
    const read = store.read.users.getMany([id(1)])
    expect(abortOpenTransactions()).toBe(true)
    await Promise.all([expect(write).rejects.toThrow(), expect(read).rejects.toThrow()])
    expect(await store.read.users.getMany([id(1)])).toEqual([undefined])
    await insertUsers(store, userRow(2))
    expect(abortOpenTransactions()).toBe(false)
    expect(await store.read.users.getMany([id(2)])).toEqual([userRow(2)])
  })
})
