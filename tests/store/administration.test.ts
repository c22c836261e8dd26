import { beforeEach, describe, expect, it } from 'vitest'

import type { PageRequest } from '../../resolvers/store/port.ts'
import type { TableName } from '../../resolvers/store/tables.ts'
import { storeAdapters } from './adapters.ts'
import { populate, readAllLists } from './populate.ts'
import {
  onlyPage,
  applyChanges,
  bookmarkRow,
  countRows,
  emptyCounts,
  fileRow,
  followRow,
  id,
  pngBytes,
  postRow,
  reactionRow,
  readToEnd,
  userRow,
} from './rows.ts'
import type { AdministeredStore, KeyCursor } from '../../resolvers/store/administration.ts'

describe.each(storeAdapters)('administration of the $name store', ({ open }) => {
  let store: AdministeredStore
  beforeEach(async () => {
    store = await open()
    return () => store.close()
  })

  it('counts the rows of each table and lists each row once, by key', async () => {
    await populate(store)
    const counts = { users: 2, posts: 2, reactions: 1, bookmarks: 2, follows: 1, files: 2, fileUses: 1 }
    expect(await countRows(store)).toEqual(counts)
    await applyChanges(
      store,
      (tx) => tx.reactions.put(reactionRow(3, id(1), id(2), 'like')),
      (tx) => tx.reactions.put(reactionRow(2, id(2), id(1), 'dislike')),
      (tx) => tx.follows.insertIfNew(followRow(3, id(1), id(3))),
      (tx) => tx.follows.insertIfNew(followRow(2, id(2), id(1))),
      (tx) => tx.fileUses.insertIfNew({ fileId: id(1), usedBy: id(2) }),
      (tx) => tx.fileUses.insertIfNew({ fileId: id(1), usedBy: id(1) }),
    )
    const rowsOf = <Table extends TableName>(table: Table) =>
      store.admin.read(async (tx) => {
        const rows = await readToEnd((request: PageRequest<KeyCursor>) => tx.rows(table, request), 1)
        expect(rows).toEqual((await tx.rows(table, { limit: 9 })).map(({ row }) => row))
        return rows
      })
    const idsOfAll = async (table: Exclude<TableName, 'fileUses'>) => (await rowsOf(table)).map((row) => row.id)
    expect(await idsOfAll('users')).toEqual([id(1), id(2)])
    expect(await idsOfAll('posts')).toEqual([id(1), id(2)])
    expect(await idsOfAll('reactions')).toEqual([id(1), id(3), id(2)])
    expect(await idsOfAll('bookmarks')).toEqual([id(1), id(2)])
    expect(await idsOfAll('follows')).toEqual([id(1), id(3), id(2)])
    expect(await idsOfAll('files')).toEqual([id(1), id(2)])
    expect(await rowsOf('fileUses')).toEqual([
      { fileId: id(1), usedBy: id(1) },
      { fileId: id(1), usedBy: id(2) },
      { fileId: id(2), usedBy: id(1) },
    ])
    expect((await rowsOf('users'))[0]).toEqual(userRow(1))
  })

  it('clears all tables and bytes, and keeps the values of meta', async () => {
    await populate(store)
    await store.admin.transaction(async (tx) => {
      await tx.clear()
      expect(await tx.count()).toEqual(emptyCounts)
      expect(await tx.blobs.get(id(1))).toBeUndefined()
      await tx.users.insert(userRow(2))
    })
    expect(await countRows(store)).toEqual({ ...emptyCounts, users: 1 })
    expect(await store.read.users.byUsername('user1')).toBeUndefined()
    expect(await store.read.posts.page('TRENDING', { limit: 9 })).toEqual([])
    expect(await store.read.reactions.pages('byKind', [{ of: [id(1), 'like'], limit: 9 }]).then(onlyPage)).toEqual([])
    expect(await store.blobs.get(id(1))).toBeUndefined()
    expect(await store.read.meta.get('key')).toEqual({ kept: true })
  })

  it('inserts many rows like one by one', async () => {
    const other = await open()
    await populate(other)
    await store.admin.transaction(async (tx) => {
      await tx.insertMany('users', [userRow(1), userRow(2)])
      await tx.insertMany('posts', [postRow(1, { likeCount: 2, content: 'weft' }), postRow(2, { authorId: id(2) })])
      await tx.insertMany('reactions', [reactionRow(1, id(1), id(1), 'like')])
      await tx.insertMany('bookmarks', [bookmarkRow(1, id(1), id(1)), bookmarkRow(2, id(1), id(2))])
      await tx.insertMany('follows', [followRow(1, id(1), id(2))])
      await tx.insertMany('files', [fileRow(1, id(1)), fileRow(2, id(1))])
      await tx.insertMany('fileUses', [{ fileId: id(2), usedBy: id(1) }])
      await tx.insertMany('posts', [])
      await tx.meta.put('key', { kept: true })
    })
    expect(await readAllLists(store)).toEqual(await readAllLists(other))
    await other.close()
  })

  it('inserts thousands of rows at once', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => userRow(index + 1))
    await store.admin.transaction((tx) => tx.insertMany('users', rows))
    expect((await countRows(store)).users).toBe(3000)
  })

  it.each<[TableName, (store: AdministeredStore) => Promise<unknown>]>([
    ['users', ({ admin }) => admin.transaction((tx) => tx.insertMany('users', [userRow(1)]))],
    ['posts', ({ admin }) => admin.transaction((tx) => tx.insertMany('posts', [postRow(1)]))],
    [
      'reactions',
      ({ admin }) => admin.transaction((tx) => tx.insertMany('reactions', [reactionRow(9, id(1), id(1), 'like')])),
    ],
    ['bookmarks', ({ admin }) => admin.transaction((tx) => tx.insertMany('bookmarks', [bookmarkRow(9, id(1), id(1))]))],
    ['follows', ({ admin }) => admin.transaction((tx) => tx.insertMany('follows', [followRow(9, id(1), id(2))]))],
    ['files', ({ admin }) => admin.transaction((tx) => tx.insertMany('files', [fileRow(1, id(2))]))],
    [
      'fileUses',
      ({ admin }) => admin.transaction((tx) => tx.insertMany('fileUses', [{ fileId: id(2), usedBy: id(1) }])),
    ],
  ])('refuses a row of %s whose key is taken', async (table, insert) => {
    await populate(store)
    const before = await readAllLists(store)
    await expect(insert(store)).rejects.toMatchObject({ name: 'UniqueViolationError', table, column: 'key' })
    expect(await readAllLists(store)).toEqual(before)
  })

  it('undoes the bytes that a failed transaction has written', async () => {
    await populate(store)
    const failure = new Error('no')
    const work = store.admin.transaction(async (tx) => {
      await tx.blobs.put(id(1), pngBytes('new'))
      expect((await tx.blobs.get(id(1)))?.size).toBe(pngBytes('new').byteLength)
      throw failure
    })
    await expect(work).rejects.toBe(failure)
    const content = await store.admin.read((tx) => tx.blobs.get(id(1)))
    expect(await content?.text()).toMatch(/file 1$/)
  })
})
