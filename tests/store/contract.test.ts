import { beforeEach, describe, expect, it } from 'vitest'

import { UniqueViolationError } from '../../resolvers/store/port.ts'
import { storeAdapters } from './adapters.ts'
import {
  applyChanges,
  bookmarkRow,
  countRows,
  deletePost,
  emptyCounts,
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

describe.each(storeAdapters)('the $name store', ({ open }) => {
  let store: AdministeredStore
  beforeEach(async () => {
    store = await open()
    return () => store.close()
  })

  describe('users', () => {
    it('finds users by id, in the order of the ids', async () => {
      await insertUsers(store, userRow(1), userRow(2))
      const rows = await store.read.users.getMany([id(2), id(9), id(1), id(2)])
      expect(rows).toEqual([userRow(2), undefined, userRow(1), userRow(2)])
      expect(await store.read.users.getMany([])).toEqual([])
    })

    it('reads users without their long columns, and bios alone', async () => {
      await insertUsers(store, userRow(1, { bio: 'Weaver', extra: { loom: 'wide' } }), userRow(2))
      const { bio: _bio, extra: _extra, ...summary } = userRow(2)
      const [second, missing, first] = await store.read.users.getSummaries([id(2), id(9), id(1)])
      expect([second, missing]).toEqual([summary, undefined])
      expect(Object.keys(first ?? {})).not.toContain('bio')
      expect(await store.read.users.getBios([id(2), id(9), id(1)])).toEqual(['', undefined, 'Weaver'])
    })

    it('finds a user by the exact username', async () => {
      await insertUsers(store, userRow(1, { username: 'Ada ' }), userRow(2, { username: 'ada' }))
      expect((await store.read.users.byUsername('Ada '))?.id).toBe(id(1))
      expect((await store.read.users.byUsername('ada'))?.id).toBe(id(2))
      expect(await store.read.users.byUsername('ADA')).toBeUndefined()
    })

    it.each(['gone', `${id(1)}0`, 'A0000000-0000-7000-8000-000000000001'])(
      'finds and changes nothing by an id that no row can have: %s',
      async (text) => {
        await insertUsers(store, userRow(1))
        const { users, posts, reactions, bookmarks, follows, files, fileUses } = store.read
        expect(await users.getMany([id(1), text])).toEqual([userRow(1), undefined])
        expect(await files.getMany([text])).toEqual([undefined])
        expect(await fileUses.page('byFile', { of: text, limit: 1 })).toEqual([])
        expect(await reactions.getMany([[text, text]])).toEqual([undefined])
        const lists = [
          posts.page('authorLatest', { of: text, limit: 1 }),
          reactions.page('byKind', { of: [text, 'like'], limit: 1 }),
          bookmarks.page('byUser', { of: text, limit: 1 }),
          follows.page('byFollowee', { of: text, limit: 1 }),
        ]
        for (const list of lists) expect(await list).toEqual([])
        await store.transaction(async (tx) => {
          expect(await tx.posts.patch(text, { add: { likeCount: 1 } })).toBeUndefined()
          expect(await tx.users.lock(text, 'change')).toBeUndefined()
          expect(await tx.bookmarks.remove([text, id(1)])).toBe(0)
          expect(await tx.posts.get(text)).toBeUndefined()
        })
      },
    )

    it('finds nothing by a text that no store can hold', async () => {
      await insertUsers(store, userRow(1))
      for (const text of ['', '\0', 'user1\0', '\ud800', `${id(1)}\udfff`]) {
        expect(await store.read.users.getMany([text])).toEqual([undefined])
        expect(await store.read.users.byUsername(text)).toBeUndefined()
        expect(await store.read.posts.getMany([text])).toEqual([undefined])
        expect(await store.read.posts.page('authorLatest', { of: text, limit: 1 })).toEqual([])
        expect(await store.read.files.getMany([text])).toEqual([undefined])
        expect(await store.blobs.get(text)).toBeUndefined()
      }
    })

    it('returns every field as it was inserted', async () => {
      const extra = JSON.parse('{"b":[1.5,null,{"c":"\\u2028"}],"a":true,"__proto__":{"x":1},"9":"nine"}')
      const row = userRow(1, {
        firstName: 'Zoë\u{1f980}\ufffd',
        bio: 'Line\nbreak \u2028 "quotes" \\ \u001f',
        createdAt: 1_700_000_000_123,
        updatedAt: 8.64e15,
        postCount: 2 ** 31 - 1,
        extra,
      })
      await insertUsers(store, row)
      const [stored] = await store.read.users.getMany([id(1)])
      expect(stored).toEqual(row)
      expect(JSON.stringify(stored?.extra)).toBe(JSON.stringify(extra))
    })

    it('sets the columns and adds to the counters of a patch', async () => {
      const before = userRow(1, { bio: 'a', portfolioUrl: 'b', postCount: 3, followerCount: 5 })
      await insertUsers(store, before, userRow(2))
      const [changed, missing] = await applyChanges(
        store,
        (tx) =>
          tx.users.patch(id(1), {
            set: { bio: 'c', avatarUrl: '/a', portfolioUrl: undefined, updatedAt: 9 },
            add: { postCount: -1, followerCount: 2, followingCount: 0 },
          }),
        (tx) => tx.users.patch(id(9), { set: { bio: 'c' } }),
      )
      const after = { ...before, bio: 'c', avatarUrl: '/a', updatedAt: 9, postCount: 2, followerCount: 7 }
      expect(changed).toEqual(after)
      expect(missing).toBeUndefined()
      expect(await store.read.users.getMany([id(1), id(2), id(9)])).toEqual([after, userRow(2), undefined])
      expect(await store.read.users.byUsername('user1')).toEqual(after)
      expect((await store.read.search.usersByFirstName('ada', { limit: 1 }))[0]?.row).toEqual(after)
    })

    it('returns the row for a patch that changes nothing', async () => {
      await insertUsers(store, userRow(1))
      const results = await applyChanges(
        store,
        (tx) => tx.users.patch(id(1), {}),
        (tx) => tx.users.patch(id(1), { set: {}, add: {} }),
        (tx) => tx.users.patch(id(1), { set: { bio: undefined } }),
      )
      expect(results).toEqual([userRow(1), userRow(1), userRow(1)])
    })

    it.each([
      ['id', userRow(1, { username: 'other' }), 'key'],
      ['username', userRow(2, { username: 'user1' }), 'username'],
      ['id and username', userRow(1), 'key'],
    ])('refuses a second user with the same %s', async (_what, row, column) => {
      await insertUsers(store, userRow(1))
      const violation = { name: 'UniqueViolationError', table: 'users', column }
      await expect(insertUsers(store, userRow(3), row)).rejects.toMatchObject(violation)
      await expect(insertUsers(store, row)).rejects.toBeInstanceOf(UniqueViolationError)
      const insertingMany = store.admin.transaction((tx) => tx.insertMany('users', [userRow(3), row]))
      await expect(insertingMany).rejects.toMatchObject(violation)
      expect(idsOf(await store.read.users.page('byId', { direction: 'ascending', limit: 5 }))).toEqual([id(1)])
    })

    it('lists users in the order of sign-up, from either end', async () => {
      await insertUsers(store, userRow(2), userRow(1), userRow(3))
      expect(idsOf(await store.read.users.page('byId', { direction: 'ascending', limit: 2 }))).toEqual([id(1), id(2)])
      expect(idsOf(await store.read.users.page('byId', { limit: 2 }))).toEqual([id(3), id(2)])
    })

    it('lists the users whom a user does not follow, without the user, the latest sign-up first', async () => {
      await insertUsers(store, ...[1, 2, 3, 4, 5].map((user) => userRow(user)))
      await store.transaction((tx) => tx.follows.insertIfNew(followRow(1, id(2), id(4))))
      const page = await store.read.users.pageOfNotFollowed(id(2), { limit: 2 })
      expect(idsOf(page)).toEqual([id(5), id(3)])
      expect(idsOf(await store.read.users.pageOfNotFollowed(id(2), { after: page.at(-1)?.cursor, limit: 2 }))).toEqual([
        id(1),
      ])
      expect(idsOf(await store.read.users.pageOfNotFollowed('nobody', { limit: 9 }))).toHaveLength(5)
    })
  })

  describe('posts', () => {
    it('finds, changes and deletes posts by id', async () => {
      await insertPosts(store, postRow(1, { likeCount: 3 }), postRow(2))
      const results = await applyChanges(
        store,
        (tx) => tx.posts.patch(id(1), { set: { content: 'new', mediaWidth: 3 }, add: { likeCount: -1 } }),
        (tx) => tx.posts.patch(id(9), { add: { likeCount: 1 } }),
        (tx) => deletePost(tx, id(2), 7),
      )
      const changed = postRow(1, { content: 'new', mediaWidth: 3, likeCount: 2 })
      const deleted = postRow(2, { state: 'deleted', deletedAt: 7 })
      expect(results).toEqual([changed, undefined, deleted])
      expect(await store.read.posts.getMany([id(2), id(1)])).toEqual([deleted, changed])
      expect(idsOf(await store.read.posts.page('byDeletion', { limit: 5 }))).toEqual([id(2)])
      expect(idsOf(await store.read.posts.page('TRENDING', { limit: 5 }))).toEqual([id(1)])
      expect(idsOf(await store.read.posts.page('authorLatest', { of: id(1), limit: 5 }))).toEqual([id(1)])
    })

    it('refuses a second post with the same id', async () => {
      await insertPosts(store, postRow(1))
      const violation = { name: 'UniqueViolationError', table: 'posts', column: 'key' }
      await expect(insertPosts(store, postRow(2), postRow(1, { authorId: id(2) }))).rejects.toMatchObject(violation)
      expect(idsOf(await store.read.posts.page('LATEST', { limit: 5 }))).toEqual([id(1)])
    })

    it('removes a post for good with its reactions and bookmarks', async () => {
      await insertPosts(store, postRow(1), postRow(2))
      const results = await applyChanges(
        store,
        (tx) => tx.reactions.put(reactionRow(1, id(1), id(1), 'like')),
        (tx) => tx.reactions.put(reactionRow(2, id(1), id(2), 'dislike')),
        (tx) => tx.reactions.put(reactionRow(3, id(2), id(1), 'like')),
        (tx) => tx.bookmarks.insertIfNew(bookmarkRow(1, id(1), id(1))),
        (tx) => tx.bookmarks.insertIfNew(bookmarkRow(2, id(2), id(1))),
        (tx) => tx.bookmarks.insertIfNew(bookmarkRow(3, id(1), id(2))),
        (tx) => deletePost(tx, id(1), 7),
        (tx) => tx.posts.purge(id(1)),
        (tx) => tx.posts.purge(id(2)),
      )
      expect(results.slice(-2)).toEqual([true, true])
      const { reactions, bookmarks } = store.read
      expect(
        await reactions.getMany([
          [id(1), id(2)],
          [id(2), id(1)],
        ]),
      ).toMatchObject([undefined, { id: id(3) }])
      expect(await reactions.page('byKind', { of: [id(1), 'like'], limit: 5 })).toEqual([])
      expect(idsOf(await bookmarks.page('byUser', { of: id(1), limit: Infinity }))).toEqual([id(3)])
      expect(await bookmarks.page('byUser', { of: id(2), limit: 5 })).toEqual([])
      expect(await countRows(store)).toEqual({ ...emptyCounts, posts: 1, reactions: 1, bookmarks: 1 })
    })

    it('lists posts latest first, or most liked first and then latest', async () => {
      await insertPosts(
        store,
        postRow(1, { likeCount: 10 }),
        postRow(2, { likeCount: 9 }),
        postRow(3, { likeCount: 10, authorId: id(2) }),
        postRow(4, { likeCount: 2 }),
      )
      const { posts } = store.read
      expect(idsOf(await posts.page('LATEST', { limit: 9 }))).toEqual([id(4), id(3), id(2), id(1)])
      expect(idsOf(await posts.page('TRENDING', { limit: 9 }))).toEqual([id(3), id(1), id(2), id(4)])
      expect(idsOf(await posts.page('authorLatest', { of: id(1), limit: 2 }))).toEqual([id(4), id(2)])
      expect(idsOf(await posts.page('authorTrending', { of: id(1), limit: 2 }))).toEqual([id(1), id(2)])
    })

    it('lists the posts of a user and of the users they follow in the feed', async () => {
      await insertPosts(
        store,
        postRow(1, { authorId: id(1), likeCount: 3 }),
        postRow(2, { authorId: id(2), likeCount: 1 }),
        postRow(3, { authorId: id(3), likeCount: 9 }),
        postRow(4, { authorId: id(2), likeCount: 3 }),
        postRow(5, { authorId: id(4), likeCount: 2 }),
      )
      await applyChanges(
        store,
        (tx) => tx.follows.insertIfNew(followRow(1, id(1), id(2))),
        (tx) => tx.follows.insertIfNew(followRow(2, id(1), id(4))),
        (tx) => tx.follows.insertIfNew(followRow(3, id(1), id(1))),
        (tx) => tx.follows.insertIfNew(followRow(4, id(3), id(1))),
      )
      const { posts } = store.read
      expect(idsOf(await posts.feed(id(1), 'LATEST', { limit: 9 }))).toEqual([id(5), id(4), id(2), id(1)])
      expect(idsOf(await posts.feed(id(1), 'TRENDING', { limit: 3 }))).toEqual([id(4), id(1), id(5)])
      expect(idsOf(await posts.feed(id(2), 'LATEST', { limit: 9 }))).toEqual([id(4), id(2)])
      expect(await posts.feed(id(9), 'LATEST', { limit: 9 })).toEqual([])
    })
  })

  it('stores one reaction per post and user, the last one', async () => {
    const results = await applyChanges(
      store,
      (tx) => tx.reactions.put(reactionRow(1, id(1), id(1), 'like')),
      (tx) => tx.reactions.put(reactionRow(2, id(1), id(2), 'like')),
      (tx) => tx.reactions.put(reactionRow(3, id(2), id(1), 'dislike')),
      (tx) => tx.reactions.put(reactionRow(4, id(1), id(1), 'dislike')),
      (tx) => tx.reactions.put(reactionRow(5, id(1), id(3), 'like')),
    )
    expect(results).toEqual([undefined, undefined, undefined, reactionRow(1, id(1), id(1), 'like'), undefined])
    const { reactions } = store.read
    const reactionKeys = [2, 9, 1].map((post): [string, string] => [id(post), id(1)])
    expect((await reactions.getMany(reactionKeys)).map((row) => row?.id)).toEqual([id(3), undefined, id(4)])
    expect(idsOf(await reactions.page('byKind', { of: [id(1), 'like'], limit: 5 }))).toEqual([id(5), id(2)])
  })

  it('stores one bookmark per user and post, the first one', async () => {
    const results = await applyChanges(
      store,
      (tx) => tx.bookmarks.insertIfNew(bookmarkRow(1, id(1), id(1))),
      (tx) => tx.bookmarks.insertIfNew(bookmarkRow(2, id(1), id(2))),
      (tx) => tx.bookmarks.insertIfNew(bookmarkRow(3, id(2), id(1))),
      (tx) => tx.bookmarks.insertIfNew(bookmarkRow(4, id(1), id(3))),
      (tx) => tx.bookmarks.insertIfNew(bookmarkRow(5, id(1), id(1))),
    )
    expect(results).toEqual([true, true, true, true, false])
    const { bookmarks } = store.read
    const bookmarkKeys = [2, 9, 1].map((post): [string, string] => [id(1), id(post)])
    expect((await bookmarks.getMany(bookmarkKeys)).map((row) => row?.id)).toEqual([id(2), undefined, id(1)])
    expect(idsOf(await bookmarks.page('byUser', { of: id(1), limit: Infinity }))).toEqual([id(4), id(2), id(1)])
    expect(idsOf(await bookmarks.page('byUser', { of: id(1), limit: 2 }))).toEqual([id(4), id(2)])

    const removals = await applyChanges(
      store,
      (tx) => tx.bookmarks.remove([id(1), id(2)]),
      (tx) => tx.bookmarks.remove([id(1), id(2)]),
      (tx) => tx.bookmarks.remove([id(9), id(1)]),
    )
    expect(removals).toEqual([1, 0, 0])
    expect(idsOf(await bookmarks.page('byUser', { of: id(1), limit: Infinity }))).toEqual([id(4), id(1)])
  })

  it('returns a page of each of many lists, in the order of the requests', async () => {
    await insertPosts(store, ...[1, 2, 3].map((number) => postRow(number, { likeCount: 4 - number })))
    await insertPosts(store, postRow(4, { authorId: id(2) }))
    const requests = [
      { of: id(2), limit: 2 },
      { of: id(1), limit: 2 },
      { of: id(9), limit: 2 },
      { of: id(1), limit: 1, after: { likeCount: 3, id: id(2) } },
      { of: 'no id', limit: 2 },
      { of: id(1), limit: 9 },
    ]
    const latest = await store.read.posts.pages('authorLatest', requests)
    expect(latest.map(idsOf)).toEqual([[id(4)], [id(3), id(2)], [], [id(1)], [], [id(3), id(2), id(1)]])
    expect(latest[0]).toEqual([{ row: postRow(4, { authorId: id(2) }), cursor: { id: id(4) } }])
    const trending = await store.read.posts.pages('authorTrending', requests)
    expect(trending.map(idsOf)).toEqual([[id(4)], [id(1), id(2)], [], [id(1)], [], [id(1), id(2), id(3)]])
    expect(await store.read.posts.pages('authorLatest', [])).toEqual([])
  })

  it('stores one follow per pair of users, the first one', async () => {
    const results = await applyChanges(
      store,
      (tx) => tx.follows.insertIfNew(followRow(1, id(1), id(2))),
      (tx) => tx.follows.insertIfNew(followRow(2, id(1), id(3))),
      (tx) => tx.follows.insertIfNew(followRow(3, id(2), id(3))),
      (tx) => tx.follows.insertIfNew(followRow(4, id(1), id(2))),
    )
    expect(results).toEqual([true, true, true, false])
    const { follows } = store.read
    const followKeys = [3, 9, 2].map((user): [string, string] => [id(1), id(user)])
    expect((await follows.getMany(followKeys)).map((row) => row?.id)).toEqual([id(2), undefined, id(1)])
    expect(idsOf(await follows.page('byFollowee', { of: id(3), limit: 5 }))).toEqual([id(3), id(2)])
    expect(idsOf(await follows.page('byFollower', { of: id(1), limit: 5 }))).toEqual([id(2), id(1)])

    const removals = await applyChanges(
      store,
      (tx) => tx.follows.remove([id(1), id(3)]),
      (tx) => tx.follows.remove([id(3), id(1)]),
    )
    expect(removals).toEqual([1, 0])
    expect(idsOf(await follows.page('byFollower', { of: id(1), limit: 5 }))).toEqual([id(1)])
    expect(idsOf(await follows.page('byFollowee', { of: id(3), limit: 5 }))).toEqual([id(3)])
  })

  it('stores single values', async () => {
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
