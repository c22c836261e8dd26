import { beforeEach, describe, expect, it } from 'vitest'

import type { Store } from '../../resolvers/store/port.ts'
import type { TableName } from '../../resolvers/store/rows.ts'
import { adapters } from './adapters.ts'
import {
  bookmarkRow,
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
  readToEnd,
  userRow,
} from './rows.ts'
import { populate } from './populate.ts'

describe.each(adapters)('the $name store', ({ open }) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
    return () => store.close()
  })

  describe('users', () => {
    it('finds users by id, in the order of the ids', async () => {
      await putUsers(store, userRow(1), userRow(2))
      const rows = await store.read.users.getMany([id(2), id(9), id(1), id(2)])
      expect(rows).toEqual([userRow(2), undefined, userRow(1), userRow(2)])
      expect(await store.read.users.getMany([])).toEqual([])
    })

    it('finds a user by the exact username', async () => {
      await putUsers(store, userRow(1, { username: 'Ada ' }), userRow(2, { username: 'ada' }))
      expect((await store.read.users.byUsername('Ada '))?.id).toBe(id(1))
      expect((await store.read.users.byUsername('ada'))?.id).toBe(id(2))
      expect(await store.read.users.byUsername('ADA')).toBeUndefined()
    })

    it('replaces a user in every index', async () => {
      await putUsers(store, userRow(1, { firstName: 'Ada' }))
      const changed = userRow(1, { username: 'grace', firstName: 'Grace', extra: { shoe: [38, { half: true }] } })
      await putUsers(store, changed)
      expect(await store.read.users.byUsername('user1')).toBeUndefined()
      expect(await store.read.users.byUsername('grace')).toEqual(changed)
      expect(await store.read.users.searchByFirstName('ada', { limit: 5 })).toEqual([])
      expect(idsOf(await store.read.users.searchByFirstName('grace', { limit: 5 }))).toEqual([id(1)])
      expect(idsOf(await store.read.users.page('OLDEST', { limit: 5 }))).toEqual([id(1)])
    })

    it('lists users in the order of sign-up, from either end', async () => {
      await putUsers(store, userRow(2), userRow(1), userRow(3))
      expect(idsOf(await store.read.users.page('OLDEST', { limit: 2 }))).toEqual([id(1), id(2)])
      expect(idsOf(await store.read.users.page('NEWEST', { limit: 2 }))).toEqual([id(3), id(2)])
    })
  })

  describe('posts', () => {
    it('finds, replaces and removes posts by id', async () => {
      await putPosts(store, postRow(1), postRow(2))
      await putPosts(store, postRow(1, { content: 'new' }))
      await applyChanges(
        store,
        (tx) => tx.posts.remove(id(2)),
        (tx) => tx.posts.remove(id(9)),
      )
      expect(await store.read.posts.getMany([id(2), id(1)])).toEqual([undefined, postRow(1, { content: 'new' })])
      expect(idsOf(await store.read.posts.page('TRENDING', { limit: 5 }))).toEqual([id(1)])
      expect(idsOf(await store.read.posts.pageByAuthor(id(1), 'LATEST', { limit: 5 }))).toEqual([id(1)])
    })

    it('lists posts latest first, or most liked first and then latest', async () => {
      await putPosts(
        store,
        postRow(1, { likeCount: 10 }),
        postRow(2, { likeCount: 9 }),
        postRow(3, { likeCount: 10, authorId: id(2) }),
        postRow(4, { likeCount: 2 }),
      )
      const { posts } = store.read
      expect(idsOf(await posts.page('LATEST', { limit: 9 }))).toEqual([id(4), id(3), id(2), id(1)])
      expect(idsOf(await posts.page('TRENDING', { limit: 9 }))).toEqual([id(3), id(1), id(2), id(4)])
      expect(idsOf(await posts.pageByAuthor(id(1), 'LATEST', { limit: 2 }))).toEqual([id(4), id(2)])
      expect(idsOf(await posts.pageByAuthor(id(1), 'TRENDING', { limit: 2 }))).toEqual([id(1), id(2)])
    })

    it('lists the posts of a user and of the users they follow in the feed', async () => {
      await putPosts(
        store,
        postRow(1, { authorId: id(1), likeCount: 3 }),
        postRow(2, { authorId: id(2), likeCount: 1 }),
        postRow(3, { authorId: id(3), likeCount: 9 }),
        postRow(4, { authorId: id(2), likeCount: 3 }),
        postRow(5, { authorId: id(4), likeCount: 2 }),
      )
      await applyChanges(
        store,
        (tx) => tx.follows.put(followRow(1, id(1), id(2))),
        (tx) => tx.follows.put(followRow(2, id(1), id(4))),
        (tx) => tx.follows.put(followRow(3, id(1), id(1))),
        (tx) => tx.follows.put(followRow(4, id(3), id(1))),
      )
      const { posts } = store.read
      expect(idsOf(await posts.feed(id(1), 'LATEST', { limit: 9 }))).toEqual([id(5), id(4), id(2), id(1)])
      expect(idsOf(await posts.feed(id(1), 'TRENDING', { limit: 3 }))).toEqual([id(4), id(1), id(5)])
      expect(idsOf(await posts.feed(id(2), 'LATEST', { limit: 9 }))).toEqual([id(4), id(2)])
      expect(await posts.feed(id(9), 'LATEST', { limit: 9 })).toEqual([])
    })
  })

  it('stores one reaction per post and user', async () => {
    await applyChanges(
      store,
      (tx) => tx.reactions.put(reactionRow(1, id(1), id(1), 'like')),
      (tx) => tx.reactions.put(reactionRow(2, id(1), id(2), 'like')),
      (tx) => tx.reactions.put(reactionRow(3, id(2), id(1), 'dislike')),
      (tx) => tx.reactions.put(reactionRow(4, id(1), id(1), 'dislike')),
      (tx) => tx.reactions.put(reactionRow(5, id(1), id(3), 'like')),
    )
    const { reactions } = store.read
    expect((await reactions.ofUser(id(1), [id(2), id(9), id(1)])).map((row) => row?.id)).toEqual([
      id(3),
      undefined,
      id(4),
    ])
    expect((await reactions.ofPosts([id(2), id(1), id(2)])).map((row) => row.id)).toEqual([id(2), id(3), id(4), id(5)])
    expect(idsOf(await reactions.pageOfLikes(id(1), { limit: 5 }))).toEqual([id(5), id(2)])

    await applyChanges(store, (tx) => tx.reactions.removeOfPost(id(1)))
    expect((await reactions.ofPosts([id(1), id(2)])).map((row) => row.id)).toEqual([id(3)])
    expect(await reactions.pageOfLikes(id(1), { limit: 5 })).toEqual([])
  })

  it('stores one bookmark per user and post', async () => {
    await applyChanges(
      store,
      (tx) => tx.bookmarks.put(bookmarkRow(1, id(1), id(1))),
      (tx) => tx.bookmarks.put(bookmarkRow(2, id(1), id(2))),
      (tx) => tx.bookmarks.put(bookmarkRow(3, id(2), id(1))),
      (tx) => tx.bookmarks.put(bookmarkRow(4, id(1), id(3))),
      (tx) => tx.bookmarks.put(bookmarkRow(5, id(1), id(1))),
    )
    const { bookmarks } = store.read
    expect((await bookmarks.ofUser(id(1), [id(2), id(9), id(1)])).map((row) => row?.id)).toEqual([
      id(2),
      undefined,
      id(5),
    ])
    expect((await bookmarks.allOfUser(id(1))).map((row) => row.id)).toEqual([id(2), id(4), id(5)])
    expect(idsOf(await bookmarks.page(id(1), { limit: 2 }))).toEqual([id(5), id(4)])

    await applyChanges(
      store,
      (tx) => tx.bookmarks.remove(id(1), id(2)),
      (tx) => tx.bookmarks.remove(id(9), id(2)),
    )
    expect((await bookmarks.allOfUser(id(1))).map((row) => row.id)).toEqual([id(4), id(5)])
    await applyChanges(store, (tx) => tx.bookmarks.removeOfPost(id(1)))
    expect((await bookmarks.allOfUser(id(1))).map((row) => row.id)).toEqual([id(4)])
    expect(await bookmarks.page(id(2), { limit: 5 })).toEqual([])
  })

  it('stores one follow per pair of users', async () => {
    await applyChanges(
      store,
      (tx) => tx.follows.put(followRow(1, id(1), id(2))),
      (tx) => tx.follows.put(followRow(2, id(1), id(3))),
      (tx) => tx.follows.put(followRow(3, id(2), id(3))),
      (tx) => tx.follows.put(followRow(4, id(1), id(2))),
    )
    const { follows } = store.read
    expect((await follows.ofFollower(id(1), [id(3), id(9), id(2)])).map((row) => row?.id)).toEqual([
      id(2),
      undefined,
      id(4),
    ])
    expect((await follows.byFollowers([id(2), id(1)])).map((row) => row.id)).toEqual([id(2), id(3), id(4)])
    expect((await follows.byFollowees([id(3), id(2)])).map((row) => row.id)).toEqual([id(2), id(3), id(4)])
    expect(idsOf(await follows.pageOfFollowers(id(3), { limit: 5 }))).toEqual([id(3), id(2)])
    expect(idsOf(await follows.pageOfFollowing(id(1), { limit: 5 }))).toEqual([id(4), id(2)])

    await applyChanges(
      store,
      (tx) => tx.follows.remove(id(1), id(3)),
      (tx) => tx.follows.remove(id(3), id(1)),
    )
    expect(idsOf(await follows.pageOfFollowing(id(1), { limit: 5 }))).toEqual([id(4)])
    expect(idsOf(await follows.pageOfFollowers(id(3), { limit: 5 }))).toEqual([id(3)])
  })

  it('stores files and finds the unused ones of a user', async () => {
    const content = new TextEncoder().encode('warp').buffer
    await applyChanges(
      store,
      (tx) => tx.files.put(fileRow(2, id(1))),
      (tx) => tx.files.put({ ...fileRow(1, id(1)), content }),
      (tx) => tx.files.put(fileRow(3, id(1), [id(9), id(8)])),
      (tx) => tx.files.put(fileRow(4, id(2))),
    )
    const { files } = store.read
    const row = await files.get(id(1))
    expect(row).toMatchObject({ id: id(1), ownerId: id(1), usedBy: [], type: 'image/png', addedAt: 1 })
    expect(await contentOf(row)).toBe('warp')
    expect(await files.get(id(9))).toBeUndefined()
    expect((await files.unusedOf(id(1))).map((file) => file.id)).toEqual([id(1), id(2)])

    await applyChanges(
      store,
      (tx) => tx.files.put(fileRow(1, id(1), [id(7)])),
      (tx) => tx.files.remove(id(2)),
      (tx) => tx.files.remove(id(9)),
    )
    expect(await files.unusedOf(id(1))).toEqual([])
    expect((await files.get(id(3)))?.usedBy).toEqual([id(9), id(8)])
    await applyChanges(store, (tx) => tx.files.put(fileRow(3, id(1))))
    expect((await files.unusedOf(id(1))).map((file) => file.id)).toEqual([id(3)])
    expect(await files.get(id(2))).toBeUndefined()
  })

  it('counts the rows of each table and lists each row once, by key', async () => {
    await populate(store)
    expect(await store.read.count()).toEqual({ users: 2, posts: 2, reactions: 1, bookmarks: 2, follows: 1, files: 2 })
    const idsOfAll = async (table: TableName) => {
      const rows = await readToEnd<{ id: string }>((request) => store.read.rows(table, request), 1)
      expect(rows).toEqual((await store.read.rows(table, { limit: 9 })).map(({ row }) => row))
      return rows.map((row) => row.id)
    }
    await applyChanges(
      store,
      (tx) => tx.reactions.put(reactionRow(3, id(1), id(2), 'like')),
      (tx) => tx.reactions.put(reactionRow(2, id(2), id(1), 'dislike')),
      (tx) => tx.follows.put(followRow(3, id(1), id(3))),
      (tx) => tx.follows.put(followRow(2, id(2), id(1))),
    )
    expect(await idsOfAll('users')).toEqual([id(1), id(2)])
    expect(await idsOfAll('posts')).toEqual([id(1), id(2)])
    expect(await idsOfAll('reactions')).toEqual([id(1), id(3), id(2)])
    expect(await idsOfAll('bookmarks')).toEqual([id(1), id(2)])
    expect(await idsOfAll('follows')).toEqual([id(1), id(3), id(2)])
    expect(await idsOfAll('files')).toEqual([id(1), id(2)])
    expect((await store.read.rows('users', { limit: 1 }))[0]?.row).toEqual(userRow(1))
  })

  it('clears all tables and keeps the values of meta', async () => {
    await populate(store)
    const empty = { users: 0, posts: 0, reactions: 0, bookmarks: 0, follows: 0, files: 0 }
    await store.transaction(async (tx) => {
      await tx.clear()
      expect(await tx.count()).toEqual(empty)
      await tx.users.put(userRow(2))
    })
    expect(await store.read.count()).toEqual({ ...empty, users: 1 })
    expect(await store.read.users.byUsername('user1')).toBeUndefined()
    expect(await store.read.posts.page('TRENDING', { limit: 9 })).toEqual([])
    expect(await store.read.reactions.pageOfLikes(id(1), { limit: 9 })).toEqual([])
    expect(await store.read.meta.get('key')).toEqual({ kept: true })
  })

  it('stores values of meta by key', async () => {
    const value = { key: 'k', list: [1, null, { deep: true }] }
    expect(await store.read.meta.get('a')).toBeUndefined()
    await applyChanges(
      store,
      (tx) => tx.meta.put('a', value),
      (tx) => tx.meta.put('b', 1),
      (tx) => tx.meta.put('b', null),
    )
    expect(await store.read.meta.get('a')).toEqual(value)
    expect(await store.read.meta.get('b')).toBeNull()
  })
})
