import { beforeEach, describe, expect, it } from 'vitest'
import { MAX, NIL } from 'uuid'

import type { PageRequest, PostCursors, SearchCursor } from '../../resolvers/store/port.ts'
import { storeAdapters } from './adapters.ts'
import { addTo, lists, type List } from './lists.ts'
import { onlyPage, applyChanges, countRows, id, idsOf, readToEnd } from './rows.ts'
import type { AdministeredStore, KeyCursor } from '../../resolvers/store/administration.ts'

const SIZE = 12
const NUMBERS = Array.from({ length: SIZE }, (_, index) => index + 1)

async function idsToEnd(
  list: List,
  store: AdministeredStore,
  limit: number,
  between: () => Promise<void> = async () => {},
): Promise<string[]> {
  const ids: string[] = []
  for (let page = await list.first(store, limit); ; page = await page.next()) {
    ids.push(...page.ids)
    if (page.ids.length < limit) return ids
    await between()
  }
}

describe.each(storeAdapters)('a page of the $name store', ({ open }) => {
  let store: AdministeredStore
  beforeEach(async () => {
    store = await open()
    await addTo(store, ...NUMBERS)
    return () => store.close()
  })

  describe.each(lists)('of $name', (list) => {
    it.each([1, 4, SIZE, SIZE + 1])('leads to every row in steps of %i', async (limit) => {
      const whole = (await list.first(store, 100)).ids
      expect(new Set(whole).size).toBe(SIZE)
      expect(await idsToEnd(list, store, limit)).toEqual(whole)
    })

    it('leaves no gap and repeats no row while rows are added', async () => {
      const whole = (await list.first(store, 100)).ids
      let added = SIZE
      const ids = await idsToEnd(list, store, 3, async () => {
        if (added < SIZE + 6) await addTo(store, (added += 1))
      })
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.filter((one) => whole.includes(one))).toEqual(whole)
    })

    it('continues after a place whose row is gone', async () => {
      const whole = (await list.first(store, 100)).ids
      const page = await list.first(store, 5)
      const without = await open()
      const removed = Number(page.ids.at(-1)?.slice(-3))
      await addTo(without, ...NUMBERS.filter((number) => number !== removed))
      expect((await list.first(without, 100)).ids).toHaveLength(SIZE - 1)
      expect((await page.next(without, 100)).ids).toEqual(whole.slice(5))
      await without.close()
    })

    it('is empty with a limit of 0', async () => {
      expect((await list.first(store, 0)).ids).toEqual([])
    })
  })

  it('of all rows of a table leads to every row in steps of 5', async () => {
    const { posts } = await countRows(store)
    const rows = await store.admin.read((tx) =>
      readToEnd((request: PageRequest<KeyCursor>) => tx.rows('posts', request), 5),
    )
    expect(rows.map((row) => row.id)).toEqual(NUMBERS.map(id))
    expect(posts).toBe(SIZE)
  })

  it.each([NIL, id(0), id(5), id(99), MAX])('of posts, latest, starts after the id "%s"', async (after) => {
    const whole = await store.read.posts.page('LATEST', { limit: 100 })
    const rest = whole.filter(({ row }) => row.id < after)
    expect(await store.read.posts.page('LATEST', { after: { id: after }, limit: 100 })).toEqual(rest)
  })

  it.each<PostCursors['TRENDING']>([
    { likeCount: 9, id: NIL },
    { likeCount: 3, id: MAX },
    { likeCount: 2, id: id(6) },
    { likeCount: 2, id: NIL },
    { likeCount: 0, id: id(4) },
    { likeCount: 0, id: NIL },
  ])('of posts, trending, starts after %o', async (after) => {
    const whole = await store.read.posts.page('TRENDING', { limit: 100 })
    const rest = whole.filter(
      ({ row }) => row.likeCount < after.likeCount || (row.likeCount === after.likeCount && row.id < after.id),
    )
    for (const read of [
      store.read.posts.page('TRENDING', { after, limit: 100 }),
      store.read.posts.pages('authorTrending', [{ of: id(1), after, limit: 100 }]).then(onlyPage),
      store.read.posts.feed(id(1), 'TRENDING', { after, limit: 100 }),
    ]) {
      expect(await read).toEqual(rest)
    }
  })

  it.each<[SearchCursor, number]>([
    [{ rank: 2, part: '', folded: '', spelled: '', id: NIL }, 0],
    [{ rank: 2, part: '', folded: 'abel', spelled: 'abel', id: NIL }, 0],
    [{ rank: 2, part: '', folded: 'abel', spelled: 'abel', id: id(6) }, 2],
    [{ rank: 2, part: '', folded: 'zzz', spelled: 'zzz', id: NIL }, 4],
    [{ rank: 3, part: '', folded: '', spelled: '', id: NIL }, 4],
    [{ rank: 3, part: 'abel', folded: 'isabel', spelled: 'isabel', id: id(4) }, 6],
    [{ rank: 3, part: 'abel', folded: 'j', spelled: 'j', id: NIL }, 8],
    [{ rank: 3, part: 'zzz', folded: '', spelled: '', id: NIL }, 12],
  ])('of a search starts after %o', async (after, skipped) => {
    const whole = await store.read.search.usersByFirstName('a', { limit: 100 })
    expect(await store.read.search.usersByFirstName('a', { after, limit: 100 })).toEqual(whole.slice(skipped))
  })

  it('shows a post at its new place when its likes change', async () => {
    await applyChanges(store, (tx) => tx.posts.patch(id(1), { add: { likeCount: 98 } }))
    expect(idsOf(await store.read.posts.page('TRENDING', { limit: 2 }))).toEqual([id(1), id(11)])
    expect(idsOf(await store.read.posts.pages('authorTrending', [{ of: id(1), limit: 1 }]).then(onlyPage))).toEqual([
      id(1),
    ])
    expect(await store.read.posts.page('TRENDING', { limit: 100 })).toHaveLength(SIZE)
  })
})
