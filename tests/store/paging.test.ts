import { beforeEach, describe, expect, it } from 'vitest'

import type { Page, PageRequest, Position, Store } from '../../resolvers/store/port.ts'
import { adapters } from './adapters.ts'
import {
  bookmarkRow,
  change,
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

type Read = (store: Store, request: PageRequest) => Promise<Page<{ id: string }>>

/** Every list there is; all but the first hold their last id first. */
const lists: { name: string; read: Read }[] = [
  { name: 'members, oldest first', read: ({ read }, request) => read.users.page('OLDEST', request) },
  { name: 'members, newest first', read: ({ read }, request) => read.users.page('NEWEST', request) },
  { name: 'posts, latest', read: ({ read }, request) => read.posts.page('LATEST', request) },
  { name: 'posts, trending', read: ({ read }, request) => read.posts.page('TRENDING', request) },
  {
    name: 'posts of an author, latest',
    read: ({ read }, request) => read.posts.pageByAuthor(id(1), 'LATEST', request),
  },
  {
    name: 'posts of an author, trending',
    read: ({ read }, request) => read.posts.pageByAuthor(id(1), 'TRENDING', request),
  },
  { name: 'feed, latest', read: ({ read }, request) => read.posts.feed(id(1), 'LATEST', request) },
  { name: 'feed, trending', read: ({ read }, request) => read.posts.feed(id(1), 'TRENDING', request) },
  { name: 'likes', read: ({ read }, request) => read.reactions.pageOfLikes(id(1), request) },
  { name: 'bookmarks', read: ({ read }, request) => read.bookmarks.page(id(1), request) },
  { name: 'followers', read: ({ read }, request) => read.follows.pageOfFollowers(id(1), request) },
  { name: 'following', read: ({ read }, request) => read.follows.pageOfFollowing(id(1), request) },
  { name: 'search', read: ({ read }, request) => read.users.searchByFirstName('a', request) },
]

const SIZE = 12

const foreignPositions: Position[] = [
  [],
  [''],
  ['zzz'],
  [id(5), id(5)],
  [0],
  [-1, 'x'],
  [1e9],
  [Infinity, ''],
  [-Infinity],
  [Number.NaN],
  ['\uffff\uffff', 3, 'x'],
  ['\ud800'],
  [1, 'a', id(3)],
  [1, 2, 3],
  [2, '', 'zzz'],
  [0, 'ada', id(3), 'more', 7],
]

describe.each(adapters)('pages of the $name store', ({ open }) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
    for (let number = 1; number <= SIZE; number += 1) await addTo(store, number)
    return () => store.close()
  })

  describe.each(lists)('of $name', ({ read }) => {
    it.each([1, 4, SIZE, SIZE + 1])('lead to the end in steps of %i', async (limit) => {
      const whole = idsOf(await read(store, { limit: 100 }))
      expect(whole).toHaveLength(SIZE)
      expect((await readToEnd((request) => read(store, request), limit)).map((row) => row.id)).toEqual(whole)
    })

    it('have no gaps and no repeats while rows are added', async () => {
      const whole = idsOf(await read(store, { limit: 100 }))
      let added = SIZE
      const ids = (
        await readToEnd(
          (request) => read(store, request),
          3,
          async () => {
            if (added < SIZE + 6) await addTo(store, (added += 1))
          },
        )
      ).map((row) => row.id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.filter((one) => whole.includes(one))).toEqual(whole)
    })

    it('go on behind a row that is gone, or was never there', async () => {
      const page = await read(store, { limit: 5 })
      const other = await open()
      const after = page.at(-1)?.position
      expect(await read(other, { after, limit: 5 })).toEqual([])
      await addTo(other, SIZE + 1)
      expect((await read(other, { after, limit: 5 })).length).toBeLessThanOrEqual(1)
      other.close()
    })

    it('take any position', async () => {
      const whole = idsOf(await read(store, { limit: 100 }))
      for (const after of foreignPositions) {
        const rest = idsOf(await read(store, { after, limit: 100 }))
        expect(whole.slice(whole.length - rest.length)).toEqual(rest)
      }
    })

    it('hold nothing where nothing was asked for', async () => {
      expect(await read(store, { limit: 0 })).toEqual([])
    })
  })

  it('start at the beginning without a position, or with one that cannot be compared', async () => {
    const whole = await store.read.posts.page('LATEST', { limit: 100 })
    for (const after of [undefined, [], [Number.NaN]]) {
      expect(await store.read.posts.page('LATEST', { after, limit: 100 })).toEqual(whole)
    }
  })

  it('follow a post to its new place when its likes change', async () => {
    await putPosts(store, postRow(1, { likeCount: 99 }))
    expect(idsOf(await store.read.posts.page('TRENDING', { limit: 2 }))).toEqual([id(1), id(11)])
    expect(idsOf(await store.read.posts.pageByAuthor(id(1), 'TRENDING', { limit: 1 }))).toEqual([id(1)])
    expect(await store.read.posts.page('TRENDING', { limit: 100 })).toHaveLength(SIZE)
  })
})

/** One more row in every list. */
async function addTo(store: Store, number: number): Promise<void> {
  await putUsers(store, userRow(number, { firstName: number % 3 === 0 ? 'Ada' : 'Grace' }))
  await putPosts(store, postRow(number, { likeCount: number % 4 }))
  await change(
    store,
    (tx) => tx.reactions.put(reactionRow(number, id(1), id(number), 'like')),
    (tx) => tx.reactions.put(reactionRow(number, id(2), id(number), 'dislike')),
    (tx) => tx.bookmarks.put(bookmarkRow(number, id(1), id(number))),
    (tx) => tx.follows.put(followRow(number, id(1), id(number))),
    (tx) => tx.follows.put(followRow(1000 + number, id(number), id(1))),
  )
}
