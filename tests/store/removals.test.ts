import { describe, expect, it, onTestFinished } from 'vitest'

import type { Tables } from '../../resolvers/store/port.ts'
import { storeAdapters } from './adapters.ts'
import { populate, readAllLists } from './populate.ts'
import {
  addFile,
  applyChanges,
  bookmarkRow,
  countRows,
  deletePost,
  emptyCounts,
  fileRow,
  followRow,
  id,
  idempotencyKeyRow,
  idsOf,
  postRow,
  reactionRow,
  restorePost,
  userRow,
} from './rows.ts'

describe.each(storeAdapters)('removing rows of the $name store', ({ open }) => {
  const opened = async () => {
    const store = await open()
    onTestFinished(() => store.close())
    return store
  }

  it('takes a deleted post off every list and count, and restores it with its reactions and bookmarks', async () => {
    const store = await opened()
    await populate(store)
    await applyChanges(store, (tx) => tx.posts.patch(id(1), { set: { content: '#weft' } }))
    const before = [await countRows(store), await readAllLists(store)]
    const { posts, bookmarks } = store.read
    const deleted = await store.transaction((tx) => deletePost(tx, id(1), 7))
    expect(deleted).toEqual(postRow(1, { likeCount: 2, content: '#weft', state: 'deleted', deletedAt: 7 }))
    expect(await posts.get(id(1))).toEqual(deleted)
    expect(await posts.countByTag('weft')).toBe(0)
    const pages = await Promise.all([
      posts.page('LATEST', { limit: 5 }),
      posts.page('TRENDING', { limit: 5 }),
      posts.page('authorLatest', { of: id(1), limit: 5 }),
      posts.page('authorTrending', { of: id(1), limit: 5 }),
      posts.pageByTag('weft', 'LATEST', { limit: 5 }),
      posts.feed(id(1), 'LATEST', { limit: 5 }),
    ])
    for (const page of pages) expect(idsOf(page)).not.toContain(id(1))
    expect(idsOf(await posts.page('byDeletion', { limit: 5 }))).toEqual([id(1)])
    expect(await bookmarks.getMany([[id(1), id(1)]])).not.toEqual([undefined])

    const restored = await store.transaction((tx) => restorePost(tx, id(1)))
    expect(restored).toEqual(postRow(1, { likeCount: 2, content: '#weft' }))
    expect([await countRows(store), await readAllLists(store)]).toEqual(before)
    expect(await posts.countByTag('weft')).toBe(1)
    expect(await posts.page('byDeletion', { limit: 5 })).toEqual([])
  })

  it('keeps a post that is shown', async () => {
    const store = await opened()
    await populate(store)
    expect(await store.transaction((tx) => tx.posts.purge(id(1)))).toBe(true)
    expect(await store.read.posts.get(id(1))).toBeDefined()
  })

  it('removes a user with every row that refers to them, and nothing else', async () => {
    const store = await opened()
    await populate(store)
    await applyChanges(
      store,
      (tx) => tx.users.insert(userRow(3)),
      (tx) => tx.reactions.put(reactionRow(2, id(2), id(1), 'like')),
      (tx) => tx.reactions.put(reactionRow(3, id(2), id(3), 'like')),
      (tx) => tx.reactions.put(reactionRow(4, id(1), id(3), 'like')),
      (tx) => tx.bookmarks.insertIfNew(bookmarkRow(3, id(3), id(1))),
      (tx) => tx.bookmarks.insertIfNew(bookmarkRow(4, id(3), id(2))),
      (tx) => tx.follows.insertIfNew(followRow(2, id(3), id(1))),
      (tx) => tx.follows.insertIfNew(followRow(3, id(3), id(2))),
      (tx) => tx.follows.insertIfNew(followRow(4, id(1), id(1))),
      (tx) => tx.idempotencyKeys.insertIfNew(idempotencyKeyRow(1, 1)),
      (tx) => tx.idempotencyKeys.insertIfNew(idempotencyKeyRow(3, 1)),
      (tx) => tx.posts.insert(postRow(8)),
      (tx) => tx.reactions.put(reactionRow(8, id(8), id(2), 'like')),
      (tx) => deletePost(tx, id(8), 8),
      (tx) => tx.posts.insert(postRow(9, { authorId: id(3), likeCount: 4 })),
      (tx) => tx.reactions.put(reactionRow(9, id(9), id(1), 'like')),
      (tx) => deletePost(tx, id(9), 9),
      (tx) => tx.posts.patch(id(2), { add: { likeCount: 1 } }),
    )
    await addFile(store, fileRow(3, id(3)), [id(3)])
    const removed = await store.transaction((tx) => tx.users.remove(id(1), 70))
    expect(removed).toEqual({
      id: id(1),
      postIds: [id(1)],
      changedPosts: [{ id: id(2), authorId: id(2) }],
      linkedUserIds: [id(3), id(2)],
      fileIds: [id(1), id(2)],
    })
    expect(await store.transaction((tx) => tx.users.remove(id(1), 80))).toBeUndefined()
    expect(await store.read.users.getMany([id(2), id(3)])).toMatchObject([
      { followerCount: -1, followingCount: 0, updatedAt: 70 },
      { followerCount: 0, followingCount: -1, updatedAt: 70 },
    ])
    expect(await store.read.posts.getMany([id(2)])).toMatchObject([{ likeCount: 0, updatedAt: 70 }])
    expect(await store.transaction((tx) => tx.posts.get(id(9)))).toMatchObject({ likeCount: 3, updatedAt: 70 })
    const counts = { users: 2, posts: 1, reactions: 1, bookmarks: 1, follows: 1, files: 1, fileUses: 1 }
    expect(await countRows(store)).toEqual(counts)
    expect(await store.read.search.usersByFirstName('ada', { limit: 5 })).toHaveLength(2)
    expect(await store.read.search.usersByFirstName('da', { limit: 5 })).toHaveLength(2)
    const kept = await store.transaction(async (tx: Tables) => [
      await tx.idempotencyKeys.get([id(1), 'key 1']),
      (await tx.idempotencyKeys.get([id(3), 'key 1']))?.userId,
      idsOf(await tx.posts.page('byDeletion', { limit: 5 })),
    ])
    expect(kept).toEqual([undefined, id(3), [id(9)]])
  })

  it('removes a user with more rows than one step handles, and corrects every count', async () => {
    const store = await opened()
    const numbers = Array.from({ length: 250 }, (_, index) => index + 2)
    await store.admin.transaction(async (tx) => {
      await tx.insertMany('users', [
        userRow(1),
        ...numbers.map((number) => userRow(number, { followerCount: 1, followingCount: 1 })),
      ])
      await tx.insertMany('posts', [
        ...numbers.map((number) => postRow(number, { authorId: id(number), likeCount: 1, content: '#weft' })),
        ...numbers.map((number) => postRow(1000 + number, { content: '#warp' })),
      ])
      await tx.insertMany(
        'reactions',
        numbers.map((number) => reactionRow(number, id(number), id(1), 'like')),
      )
      await tx.insertMany(
        'bookmarks',
        numbers.map((number) => bookmarkRow(number, id(number), id(1000 + number))),
      )
      await tx.insertMany('follows', [
        ...numbers.map((number) => followRow(number, id(number), id(1))),
        ...numbers.map((number) => followRow(1000 + number, id(1), id(number))),
      ])
    })
    const removals = [await store.transaction((tx) => tx.users.remove(id(1), 9))]
    while (removals.at(-1)) removals.push(await store.transaction((tx) => tx.users.continueRemoval(9)))
    const removed = removals.flatMap((removal) => removal ?? [])
    expect(removed.flatMap(({ postIds }) => postIds)).toHaveLength(250)
    expect(removed.flatMap(({ changedPosts }) => changedPosts)).toHaveLength(250)
    expect(new Set(removed.flatMap(({ linkedUserIds }) => linkedUserIds)).size).toBe(250)
    expect(await store.read.users.hasUnfinishedRemoval()).toBe(false)
    const others = numbers.map(id)
    for (const user of await store.read.users.getMany(others))
      expect(user).toMatchObject({ followerCount: 0, followingCount: 0, updatedAt: 9 })
    for (const post of await store.read.posts.getMany(others)) expect(post).toMatchObject({ likeCount: 0 })
    expect(await store.read.posts.pageByTag('weft', 'TRENDING', { limit: 1 })).toMatchObject([
      { cursor: { likeCount: 0 } },
    ])
    expect(await store.read.posts.countByTag('warp')).toBe(0)
    expect(await countRows(store)).toEqual({ ...emptyCounts, users: 250, posts: 250 })
  })
})
