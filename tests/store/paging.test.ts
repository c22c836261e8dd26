import { indexedDB } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'

import type { Page, Position, Store } from '../../resolvers/store/port.ts'
import { adapters } from './adapters.ts'
import { addTo, lists } from './lists.ts'
import { id, idsOf, postRow, putPosts, readToEnd } from './rows.ts'

const SIZE = 12
const NUMBERS = Array.from({ length: SIZE }, (_, index) => index + 1)

/** Positions of other lists, and forged positions. */
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

describe.each(adapters)('a page of the $name store', ({ open }) => {
  let store: Store
  beforeEach(async () => {
    store = await open()
    await addTo(store, ...NUMBERS)
    return () => store.close()
  })

  describe.each(lists)('of $name', ({ direction, read }) => {
    it.each([1, 4, SIZE, SIZE + 1])('returns every row in pages of %i', async (limit) => {
      const whole = idsOf(await read(store, { limit: 100 }))
      expect(whole).toHaveLength(SIZE)
      expect((await readToEnd((request) => read(store, request), limit)).map((row) => row.id)).toEqual(whole)
    })

    it('neither skips nor repeats a row while rows are added', async () => {
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

    it('continues after the position of a deleted row', async () => {
      const whole = idsOf(await read(store, { limit: 100 }))
      const page = await read(store, { limit: 5 })
      const last = page.at(-1)
      const without = await open()
      const removed = Number(last?.row.id.slice(-3))
      await addTo(without, ...NUMBERS.filter((number) => number !== removed))
      expect(await read(without, { limit: 100 })).toHaveLength(SIZE - 1)
      expect(idsOf(await read(without, { after: last?.position, limit: 100 }))).toEqual(whole.slice(5))
      without.close()
    })

    it('starts after any position in the order of IndexedDB', async () => {
      const whole = await read(store, { limit: 100 })
      for (const after of foreignPositions) {
        const rest = await read(store, { after, limit: 100 })
        expect(rest, JSON.stringify(after)).toEqual(rowsAfter(whole, after, direction))
      }
    })

    it('is empty with a limit of 0', async () => {
      expect(await read(store, { limit: 0 })).toEqual([])
    })
  })

  it('starts at the beginning without a position, or with one that cannot be compared', async () => {
    const whole = await store.read.posts.page('LATEST', { limit: 100 })
    for (const after of [undefined, [], [Number.NaN]]) {
      expect(await store.read.posts.page('LATEST', { after, limit: 100 })).toEqual(whole)
    }
  })

  it('shows a post at its new place when its likes change', async () => {
    await putPosts(store, postRow(1, { likeCount: 99 }))
    expect(idsOf(await store.read.posts.page('TRENDING', { limit: 2 }))).toEqual([id(1), id(11)])
    expect(idsOf(await store.read.posts.pageByAuthor(id(1), 'TRENDING', { limit: 1 }))).toEqual([id(1)])
    expect(await store.read.posts.page('TRENDING', { limit: 100 })).toHaveLength(SIZE)
  })
})

/** Returns the rows that IndexedDB orders after `after`, or all rows if it cannot be compared. */
function rowsAfter<Row>(whole: Page<Row>, after: Position, direction: 'ascending' | 'descending'): Page<Row> {
  if (after.length === 0 || after.includes(Number.NaN)) return whole
  const sign = direction === 'ascending' ? 1 : -1
  return whole.filter(({ position }) => Math.sign(indexedDB.cmp(position, after)) === sign)
}
