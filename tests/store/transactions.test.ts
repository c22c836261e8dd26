import { beforeEach, describe, expect, it } from 'vitest'

import type { Store, Tables } from '../../resolvers/store/port.ts'
import { adapters } from './adapters.ts'
import {
  applyChanges,
  contentOf,
  fileRow,
  followRow,
  id,
  idsOf,
  postRow,
  putPosts,
  putUsers,
  reactionRow,
  userRow,
} from './rows.ts'
import { readAllLists, populate } from './populate.ts'

describe.each(adapters)('a transaction of the $name store', ({ open }) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
    return () => store.close()
  })

  it('resolves with the result of its work', async () => {
    expect(await store.transaction(async () => 7)).toBe(7)
  })

  it('reads its own changes', async () => {
    await store.transaction(async (tx) => {
      await tx.posts.put(postRow(1, { likeCount: 4 }))
      expect(idsOf(await tx.posts.page('TRENDING', { limit: 5 }))).toEqual([id(1)])
      await tx.posts.remove(id(1))
      expect(await tx.posts.getMany([id(1)])).toEqual([undefined])
    })
  })

  it('changes nothing when it fails, and rejects with the thrown error', async () => {
    await populate(store)
    const before = await readAllLists(store)
    const failure = new Error('no')
    const work = async (tx: Tables) => {
      await tx.users.put(userRow(1, { username: 'other', firstName: 'Other' }))
      await tx.users.put(userRow(5))
      await tx.posts.put(postRow(1, { likeCount: 50, authorId: id(2) }))
      await tx.posts.remove(id(2))
      await tx.reactions.put(reactionRow(9, id(1), id(1), 'dislike'))
      await tx.reactions.removeOfPost(id(1))
      await tx.bookmarks.remove(id(1), id(1))
      await tx.bookmarks.removeOfPost(id(2))
      await tx.follows.remove(id(1), id(2))
      await tx.follows.put(followRow(7, id(2), id(1)))
      await tx.files.remove(id(1))
      await tx.files.put(fileRow(3, id(1)))
      await tx.meta.put('key', 'changed')
      await tx.meta.put('new', 1)
      await tx.clear()
      await tx.users.put(userRow(6))
      throw failure
    }
    await expect(store.transaction(work)).rejects.toBe(failure)
    expect(await readAllLists(store)).toEqual(before)
  })

  it('changes nothing when its work throws synchronously', async () => {
    const failure = new Error('no')
    const work = (tx: Tables): Promise<void> => {
      void tx.users.put(userRow(1))
      throw failure
    }
    await expect(store.transaction(work)).rejects.toBe(failure)
    expect(await store.read.users.getMany([id(1)])).toEqual([undefined])
  })

  it('fails if any of its calls fails, even one that is not awaited', async () => {
    await putUsers(store, userRow(1, { username: 'ada' }))
    const taken = userRow(2, { username: 'ada' })
    await expect(putUsers(store, userRow(3), taken)).rejects.toThrow()
    await expect(store.transaction(async (tx) => void tx.users.put(taken))).rejects.toThrow()
    const swallowing = async (tx: Tables) => {
      await tx.users.put(userRow(3))
      await tx.users.put(taken).catch(() => undefined)
    }
    await expect(store.transaction(swallowing)).rejects.toThrow()
    expect(idsOf(await store.read.users.page('OLDEST', { limit: 5 }))).toEqual([id(1)])
  })

  it('rejects a row that cannot be cloned', async () => {
    const unclonable = Object.assign(userRow(1), { extra: { call: () => 1 } })
    await expect(putUsers(store, unclonable)).rejects.toThrow()
    await expect(store.transaction(async (tx) => void tx.users.put(unclonable))).rejects.toThrow()
    expect(await store.read.users.page('OLDEST', { limit: 5 })).toEqual([])
  })

  it('rejects calls after it has ended', async () => {
    const leaked = await store.transaction(async (tx) => ({ tx }))
    await expect(leaked.tx.users.put(userRow(1))).rejects.toThrow()
    await expect(leaked.tx.follows.pageOfFollowers(id(1), { limit: 1 })).rejects.toThrow()
    expect(await store.read.users.getMany([id(1)])).toEqual([undefined])
  })

  it('undoes calls that are pending when another one fails', async () => {
    const failure = new Error('no')
    const work = async (tx: Tables) => {
      const slow = async () => {
        for (let number = 1; number < 20; number += 1) await tx.users.put(userRow(number))
      }
      await Promise.all([slow(), tx.users.getMany([]).then(() => Promise.reject(failure))])
    }
    await expect(store.transaction(work)).rejects.toBe(failure)
    await putUsers(store, userRow(30))
    expect(idsOf(await store.read.users.page('OLDEST', { limit: 5 }))).toEqual([id(30)])
  })

  it('is isolated from concurrent transactions', async () => {
    await putPosts(store, postRow(1))
    const addLike = () =>
      store.transaction(async (tx) => {
        const [post] = await tx.posts.getMany([id(1)])
        await tx.users.getMany([id(1)])
        if (post !== undefined) await tx.posts.put({ ...post, likeCount: post.likeCount + 1 })
      })
    await Promise.all(Array.from({ length: 50 }, addLike))
    expect((await store.read.posts.getMany([id(1)]))[0]?.likeCount).toBe(50)
  })

  it('does not prevent the next transaction when it fails', async () => {
    const outcomes = await Promise.allSettled([
      putUsers(store, userRow(1)),
      store.transaction(() => Promise.reject(new Error('no'))),
      putUsers(store, userRow(2)),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(idsOf(await store.read.users.page('OLDEST', { limit: 5 }))).toEqual([id(1), id(2)])
  })

  it('is invisible to readers before its commit, and visible after it', async () => {
    const seen: Promise<number>[] = []
    const count = async () => (await store.read.users.page('OLDEST', { limit: 9 })).length
    const done = store.transaction(async (tx) => {
      await tx.users.put(userRow(1))
      seen.push(count())
      await tx.users.put(userRow(2))
      seen.push(count())
    })
    await done
    expect(await count()).toBe(2)
    for (const size of await Promise.all(seen)) expect([0, 2]).toContain(size)

    const failing = store.transaction(async (tx) => {
      await tx.users.put(userRow(3))
      seen.push(count())
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow()
    expect(await seen.at(-1)).toBe(2)
  })

  it('waits for a read-only transaction, which reads one consistent state', async () => {
    await putUsers(store, userRow(1))
    let writing = Promise.resolve()
    const seen = await store.view(async (tx) => {
      const before = await tx.count()
      writing = putUsers(store, userRow(2))
      const [there, notYet] = await tx.users.getMany([id(1), id(2)])
      return { before: before.users, after: (await tx.count()).users, there, notYet }
    })
    expect(seen).toEqual({ before: 1, after: 1, there: userRow(1), notYet: undefined })
    await writing
    expect((await store.view((tx) => tx.count())).users).toBe(2)
  })

  it('rejects with the thrown error when it is read-only', async () => {
    await expect(store.view(() => Promise.reject(new Error('No')))).rejects.toThrow('No')
  })

  it('copies rows in and out', async () => {
    const row = userRow(1, { extra: { list: [1] } })
    const value = { list: [1] }
    await store.transaction(async (tx) => {
      const putting = [tx.users.put(row), tx.meta.put('key', value)]
      row.bio = 'changed'
      row.extra['list'] = []
      value.list.push(2)
      await Promise.all(putting)
    })
    const [first] = await store.read.users.getMany([id(1)])
    expect(first).toEqual(userRow(1, { extra: { list: [1] } }))
    Object.assign(first?.extra ?? {}, { list: 'changed' })
    Object.assign(first ?? {}, { bio: 'changed' })
    expect(await store.read.users.getMany([id(1)])).toEqual([userRow(1, { extra: { list: [1] } })])
    expect(await store.read.users.byUsername('user1')).toEqual(userRow(1, { extra: { list: [1] } }))
    expect(await store.read.meta.get('key')).toEqual({ list: [1] })

    const content = new TextEncoder().encode('warp')
    const file = { ...fileRow(1, id(1), [id(2)]), content: content.buffer }
    await applyChanges(store, async (tx) => {
      const putting = tx.files.put(file)
      file.usedBy.pop()
      content.fill(0)
      await putting
    })
    const read = await store.read.files.get(id(1))
    expect([read?.usedBy, await contentOf(read)]).toEqual([[id(2)], 'warp'])
    read?.usedBy.pop()
    if (read?.content instanceof ArrayBuffer) new Uint8Array(read.content).fill(0)
    const again = await store.read.files.get(id(1))
    expect([again?.usedBy, await contentOf(again)]).toEqual([[id(2)], 'warp'])

    const [placed] = await store.read.users.page('OLDEST', { limit: 1 })
    Object.assign(placed?.row ?? {}, { bio: 'changed' })
    expect((await store.read.users.searchByFirstName('ada', { limit: 1 }))[0]?.row.bio).toBe('')
  })

  it('rejects on a closed store, and so does a read', async () => {
    store.close()
    await expect(putUsers(store, userRow(1))).rejects.toThrow()
    await expect(store.read.users.getMany([])).rejects.toThrow()
  })
})
