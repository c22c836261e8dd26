import { beforeEach, describe, expect, it } from 'vitest'

import type { Tables } from '../../resolvers/store/port.ts'
import { storeAdapters } from './adapters.ts'
import { populate, readAllLists } from './populate.ts'
import {
  onlyPage,
  applyChanges,
  bookmarkRow,
  countRows,
  emptyCounts,
  fileRow,
  deletePost,
  followRow,
  id,
  idsOf,
  insertPosts,
  insertUsers,
  postRow,
  reactionRow,
  userRow,
} from './rows.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

describe.each(storeAdapters)('a transaction of the $name store', ({ open }) => {
  let store: AdministeredStore
  beforeEach(async () => {
    store = await open()
    return () => store.close()
  })

  it('resolves with the result of its work', async () => {
    expect(await store.transaction(async () => 7)).toBe(7)
  })

  it('reads its own changes', async () => {
    await store.transaction(async (tx) => {
      await tx.posts.insert(postRow(1, { likeCount: 4 }))
      expect(idsOf(await tx.posts.page('TRENDING', { limit: 5 }))).toEqual([id(1)])
      await tx.posts.patch(id(1), { add: { likeCount: 1 } })
      expect(await tx.posts.getMany([id(1)])).toEqual([postRow(1, { likeCount: 5 })])
      await deletePost(tx, id(1), 7)
      expect(idsOf(await tx.posts.page('TRENDING', { limit: 5 }))).toEqual([])
    })
  })

  it('changes nothing when it fails, and rejects with the thrown error', async () => {
    await populate(store)
    const before = await readAllLists(store)
    const failure = new Error('no')
    const work = async (tx: Tables) => {
      await tx.users.patch(id(1), { set: { bio: 'other' }, add: { postCount: 1 } })
      await tx.users.insert(userRow(5))
      await tx.posts.patch(id(1), { add: { likeCount: 50 } })
      await deletePost(tx, id(2), 7)
      await tx.posts.insert(postRow(3))
      await tx.reactions.put(reactionRow(9, id(1), id(1), 'dislike'))
      await tx.bookmarks.remove([id(1), id(1)])
      await tx.bookmarks.insertIfNew(bookmarkRow(8, id(2), id(1)))
      await tx.follows.remove([id(1), id(2)])
      await tx.follows.insertIfNew(followRow(7, id(2), id(1)))
      await tx.fileUses.remove([id(2), id(1)])
      await tx.fileUses.insertIfNew({ fileId: id(1), usedBy: id(1) })
      await tx.files.remove(id(2))
      await tx.files.insert(fileRow(3, id(1)))
      await tx.meta.put('key', 'changed')
      await tx.meta.put('new', 1)
      throw failure
    }
    await expect(store.transaction(work)).rejects.toBe(failure)
    expect(await readAllLists(store)).toEqual(before)
    const clearing = store.admin.transaction(async (tx) => {
      await tx.clear()
      await tx.insertMany('users', [userRow(6)])
      await work(tx)
    })
    await expect(clearing).rejects.toBe(failure)
    expect(await readAllLists(store)).toEqual(before)
  })

  it('changes nothing when its work throws synchronously', async () => {
    const failure = new Error('no')
    const work = (tx: Tables): Promise<void> => {
      void tx.users.insert(userRow(1))
      throw failure
    }
    await expect(store.transaction(work)).rejects.toBe(failure)
    expect(await store.read.users.getMany([id(1)])).toEqual([undefined])
  })

  it('fails if any of its calls fails, even one that is not awaited', async () => {
    await insertUsers(store, userRow(1, { username: 'ada' }))
    const taken = userRow(2, { username: 'ada' })
    await expect(insertUsers(store, userRow(3), taken)).rejects.toThrow()
    await expect(store.transaction(async (tx) => void tx.users.insert(taken))).rejects.toThrow()
    const swallowing = async (tx: Tables) => {
      await tx.users.insert(userRow(3))
      await tx.users.insert(taken).catch(() => undefined)
    }
    await expect(store.transaction(swallowing)).rejects.toThrow()
    expect(idsOf(await store.read.users.page('byId', { direction: 'ascending', limit: 5 }))).toEqual([id(1)])
  })

  it('continues after the insertion of an existing bookmark or follow', async () => {
    await applyChanges(
      store,
      (tx) => tx.bookmarks.insertIfNew(bookmarkRow(1, id(1), id(1))),
      (tx) => tx.bookmarks.insertIfNew(bookmarkRow(2, id(1), id(1))),
      (tx) => tx.follows.insertIfNew(followRow(1, id(1), id(2))),
      (tx) => tx.follows.insertIfNew(followRow(2, id(1), id(2))),
      (tx) => tx.users.insert(userRow(1)),
    )
    expect(await countRows(store)).toEqual({ ...emptyCounts, users: 1, bookmarks: 1, follows: 1 })
  })

  it('rejects calls after it has ended', async () => {
    const leaked = await store.transaction(async (tx) => ({ tx }))
    await expect(leaked.tx.users.insert(userRow(1))).rejects.toThrow()
    await expect(leaked.tx.follows.pages('byFollowee', [{ of: id(1), limit: 1 }]).then(onlyPage)).rejects.toThrow()
    expect(await store.read.users.getMany([id(1)])).toEqual([undefined])
  })

  it('undoes calls that are pending when another one fails', async () => {
    const failure = new Error('no')
    const work = async (tx: Tables) => {
      const slow = async () => {
        for (let number = 1; number < 20; number += 1) await tx.users.insert(userRow(number))
      }
      await Promise.all([slow(), tx.users.getMany([]).then(() => Promise.reject(failure))])
    }
    await expect(store.transaction(work)).rejects.toBe(failure)
    await insertUsers(store, userRow(30))
    expect(idsOf(await store.read.users.page('byId', { direction: 'ascending', limit: 5 }))).toEqual([id(30)])
  })

  it('changes a row that it has locked without those that lock it meanwhile', async () => {
    await insertPosts(store, postRow(1, { content: '0' }))
    const addOne = () =>
      store.transaction(async (tx) => {
        const post = await tx.posts.lock(id(1), 'change')
        await tx.users.getMany([id(1)])
        await tx.posts.patch(id(1), { set: { content: String(Number(post?.content) + 1) }, add: { likeCount: 1 } })
      })
    await Promise.all(Array.from({ length: 50 }, addOne))
    expect((await store.read.posts.getMany([id(1)]))[0]).toMatchObject({ content: '50', likeCount: 50 })
  })

  it('adds up patches of one row that are not awaited', async () => {
    await applyChanges(
      store,
      (tx) => tx.users.insert(userRow(1)),
      (tx) => tx.posts.insert(postRow(1)),
    )
    await store.transaction(async (tx) => {
      for (let count = 0; count < 20; count += 1) {
        void tx.posts.patch(id(1), { add: { likeCount: 1 } })
        void tx.users.patch(id(1), { set: { bio: String(count) }, add: { postCount: 1 } })
      }
    })
    expect((await store.read.posts.getMany([id(1)]))[0]?.likeCount).toBe(20)
    expect((await store.read.users.getMany([id(1)]))[0]).toMatchObject({ bio: '19', postCount: 20 })
  })

  it('does not prevent the next transaction when it fails', async () => {
    const outcomes = await Promise.allSettled([
      insertUsers(store, userRow(1)),
      store.transaction(() => Promise.reject(new Error('no'))),
      insertUsers(store, userRow(2)),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(idsOf(await store.read.users.page('byId', { direction: 'ascending', limit: 5 }))).toEqual([id(1), id(2)])
  })

  it('is invisible to readers before its commit, and visible after it', async () => {
    const seen: Promise<number>[] = []
    const count = async () => (await store.read.users.page('byId', { direction: 'ascending', limit: 9 })).length
    const done = store.transaction(async (tx) => {
      await tx.users.insert(userRow(1))
      seen.push(count())
      await tx.users.insert(userRow(2))
      seen.push(count())
    })
    await done
    expect(await count()).toBe(2)
    for (const size of await Promise.all(seen)) expect([0, 2]).toContain(size)

    const failing = store.transaction(async (tx) => {
      await tx.users.insert(userRow(3))
      seen.push(count())
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow()
    expect(await seen.at(-1)).toBe(2)
  })

  it('does not change what an administrative read sees', async () => {
    await insertUsers(store, userRow(1))
    let writing: Promise<unknown> = Promise.resolve()
    const seen = await store.admin.read(async (tx) => {
      const before = await tx.count()
      writing = insertUsers(store, userRow(2))
      const [there, notYet] = await tx.users.getMany([id(1), id(2)])
      return { before: before.users, after: (await tx.count()).users, there, notYet }
    })
    expect(seen).toEqual({ before: 1, after: 1, there: userRow(1), notYet: undefined })
    await writing
    expect((await countRows(store)).users).toBe(2)
  })

  it('does not deadlock when its work awaits a read outside of it', async () => {
    await Promise.allSettled([
      store.transaction(async (tx) => {
        await tx.users.insert(userRow(1))
        await store.read.users.getMany([id(1)])
        await tx.users.insert(userRow(2))
      }),
    ])
    await insertUsers(store, userRow(3))
    expect(await store.read.users.getMany([id(3)])).toEqual([userRow(3)])
  })

  it('rejects with the thrown error when it is read-only', async () => {
    await expect(store.admin.read(() => Promise.reject(new Error('No')))).rejects.toThrow('No')
  })

  it('copies rows in and out', async () => {
    const row = userRow(1, { extra: { list: [1] } })
    const value = { list: [1] }
    const patch = { set: { bio: 'patched' }, add: { postCount: 1 } }
    await store.transaction(async (tx) => {
      const writing = [tx.users.insert(row), tx.meta.put('key', value), tx.users.patch(id(1), patch)]
      row.bio = 'changed'
      row.extra['list'] = []
      value.list.push(2)
      patch.set.bio = 'changed'
      patch.add.postCount = 9
      await Promise.all(writing)
    })
    const stored = userRow(1, { extra: { list: [1] }, bio: 'patched', postCount: 1 })
    const [first] = await store.read.users.getMany([id(1)])
    expect(first).toEqual(stored)
    Object.assign(first?.extra ?? {}, { list: 'changed' })
    Object.assign(first ?? {}, { bio: 'changed' })
    expect(await store.read.users.getMany([id(1)])).toEqual([stored])
    expect(await store.read.users.byUsername('user1')).toEqual(stored)
    expect(await store.read.meta.get('key')).toEqual({ list: [1] })

    const [placed] = await store.read.users.page('byId', { limit: 1 })
    Object.assign(placed?.row ?? {}, { bio: 'changed' })
    expect((await store.read.search.usersByFirstName('ada', { limit: 1 }))[0]?.row).toEqual(stored)

    const many = [userRow(2)]
    await store.admin.transaction(async (tx) => {
      const inserting = tx.insertMany('users', many)
      Object.assign(many[0] ?? {}, { bio: 'changed' })
      await inserting
    })
    expect(await store.read.users.getMany([id(2)])).toEqual([userRow(2)])
  })

  it('ends before its store is closed, which then rejects every call', async () => {
    const writing = insertUsers(store, userRow(1))
    const closing = store.close()
    await expect(insertUsers(store, userRow(2))).rejects.toThrow()
    await expect(writing).resolves.toBeDefined()
    await closing
    await expect(store.read.users.getMany([])).rejects.toThrow()
    await expect(store.blobs.get(id(1))).rejects.toThrow()
    await expect(store.admin.read((tx) => tx.count())).rejects.toThrow()
    await expect(store.admin.transaction((tx) => tx.clear())).rejects.toThrow()
  })
})
