import { describe, expect, it, onTestFinished } from 'vitest'

import type { Tables } from '../../resolvers/store/port.ts'
import { adapters } from './adapters.ts'
import { populate } from './populate.ts'
import {
  addFile,
  applyChanges,
  bookmarkRow,
  countRows,
  fileRow,
  followRow,
  id,
  idempotencyKeyRow,
  idsOf,
  postRow,
  reactionRow,
  userRow,
} from './rows.ts'

describe.each(adapters)('removing rows of the $name store', ({ open }) => {
  const opened = async () => {
    const store = await open()
    onTestFinished(() => store.close())
    return store
  }

  it('returns a post with its reactions and bookmarks, and restores them all', async () => {
    const store = await opened()
    await populate(store)
    await applyChanges(store, (tx) => tx.posts.patch(id(1), { set: { content: '#weft' } }))
    const before = await countRows(store)
    const removed = await store.transaction((tx) => tx.posts.remove(id(1)))
    expect(removed).toEqual({
      post: postRow(1, { likeCount: 2, content: '#weft' }),
      reactions: [reactionRow(1, id(1), id(1), 'like')],
      bookmarks: [bookmarkRow(1, id(1), id(1))],
    })
    expect(await store.read.posts.countByTag('weft')).toBe(0)
    expect(await store.read.posts.pageByTag('weft', 'LATEST', { limit: 5 })).toEqual([])
    await store.transaction(async (tx) => {
      if (removed) await tx.posts.restore(removed)
    })
    expect(await countRows(store)).toEqual(before)
    expect(await store.read.posts.countByTag('weft')).toBe(1)
    expect(idsOf(await store.read.bookmarks.page(id(1), { limit: 5 }))).toEqual([id(2), id(1)])
    expect(idsOf(await store.read.reactions.pageOfLikes(id(1), { limit: 5 }))).toEqual([id(1)])
    const again = store.transaction(async (tx) => {
      if (removed) await tx.posts.restore(removed)
    })
    await expect(again).rejects.toMatchObject({ name: 'UniqueViolationError', table: 'posts' })
  })

  it('removes a user with every row that refers to them, and nothing else', async () => {
    const store = await opened()
    await populate(store)
    const deleted = { post: postRow(8), reactions: [reactionRow(8, id(8), id(2), 'like')], bookmarks: [] }
    await applyChanges(
      store,
      (tx) => tx.users.insert(userRow(3)),
      (tx) => tx.reactions.put(reactionRow(2, id(2), id(1), 'like')),
      (tx) => tx.reactions.put(reactionRow(3, id(2), id(3), 'like')),
      (tx) => tx.reactions.put(reactionRow(4, id(1), id(3), 'like')),
      (tx) => tx.bookmarks.insert(bookmarkRow(3, id(3), id(1))),
      (tx) => tx.bookmarks.insert(bookmarkRow(4, id(3), id(2))),
      (tx) => tx.follows.insert(followRow(2, id(3), id(1))),
      (tx) => tx.follows.insert(followRow(3, id(3), id(2))),
      (tx) => tx.follows.insert(followRow(4, id(1), id(1))),
      (tx) => tx.idempotencyKeys.put(idempotencyKeyRow(1, 1)),
      (tx) => tx.idempotencyKeys.put(idempotencyKeyRow(3, 1)),
      (tx) => tx.deletedPosts.insert({ ...deleted, id: id(8), authorId: id(1), deletedAt: 8 }),
      (tx) => tx.deletedPosts.insert({ ...deleted, id: id(9), authorId: id(3), deletedAt: 9 }),
    )
    await addFile(store, fileRow(3, id(3)), [id(3)])
    const removed = await store.transaction((tx) => tx.users.remove(id(1)))
    expect(removed).toEqual({
      postIds: [id(1)],
      likedPostIds: [id(2)],
      followerIds: [id(3), id(1)],
      followeeIds: [id(2)],
      fileIds: [id(1), id(2)],
    })
    expect(await store.transaction((tx) => tx.users.remove(id(1)))).toBeUndefined()
    const counts = { users: 2, posts: 1, reactions: 1, bookmarks: 1, follows: 1, files: 1, fileUses: 1 }
    expect(await countRows(store)).toEqual(counts)
    expect(await store.read.users.searchByFirstName('ada', { limit: 5 })).toHaveLength(2)
    expect(await store.read.users.searchByFirstName('da', { limit: 5 })).toHaveLength(2)
    const kept = await store.transaction(async (tx: Tables) => [
      await tx.idempotencyKeys.get(id(1), 'key 1'),
      (await tx.idempotencyKeys.get(id(3), 'key 1'))?.userId,
      (await tx.deletedPosts.deletedBefore(10, 5)).map((row) => row.id),
    ])
    expect(kept).toEqual([undefined, id(3), [id(9)]])
  })
})
