/**
 * The cost of a page does not depend on the number of rows (ARCHITECTURE.md, "Rules"). For Postgres,
 * postgresPlans.test.ts counts the rows that a page reads.
 */

import { beforeAll, describe, expect, it, vi } from 'vitest'

import type { IdCursor, PostCursors } from '../../resolvers/store/port.ts'
import { SortedIndex } from '../../resolvers/store/keyValue/sortedIndex.ts'
import { storeAdapters } from './adapters.ts'
import { addTo, listOf, lists, type List } from './lists.ts'
import { id } from './rows.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

const SMALL = 300
const LARGE = 3000
const limit = 20

/**
 * A feed costs one step for each user followed. These feeds are those of `id(2)`, who follows only `id(1)`, the author
 * of all posts.
 */
const growingLists: List[] = [
  ...lists.filter(({ name }) => !name.startsWith('feed')),
  listOf<IdCursor>('feed, latest', ({ posts }, request) => posts.feed(id(2), 'LATEST', request)),
  listOf<PostCursors['TRENDING']>('feed, trending', ({ posts }, request) => posts.feed(id(2), 'TRENDING', request)),
]

/** The number of IndexedDB results (a cursor's step is one) and of their rows, or of index entries read in memory. */
let cost = 0

/** Counts the results of all requests of a database, to which it listens in the capture phase. */
function countResult({ target }: Event): void {
  const rows = target instanceof IDBRequest && Array.isArray(target.result) ? target.result.length : 0
  cost += 1 + rows
}

describe.each(storeAdapters.filter(({ name }) => name !== 'postgres'))('a page of the $name store', ({ open }) => {
  let small: AdministeredStore
  let large: AdministeredStore

  beforeAll(async () => {
    const opening = vi.spyOn(indexedDB, 'open')
    const openCounted = async (size: number) => {
      const store = await open()
      await addTo(store, ...Array.from({ length: size }, (_, index) => index + 1))
      return store
    }
    small = await openCounted(SMALL)
    large = await openCounted(LARGE)
    for (const { value } of opening.mock.results) value.result.addEventListener('success', countResult, true)
    opening.mockRestore()
    return () => Promise.all([small.close(), large.close()])
  })

  it.each(growingLists)('costs the same with 3,000 rows as with 300: $name', async ({ first }) => {
    for (const direction of ['ascending', 'descending'] as const) {
      const original = SortedIndex.prototype[direction]
      vi.spyOn(SortedIndex.prototype, direction).mockImplementation(function* (this: SortedIndex<unknown>, range) {
        for (const entry of original.call(this, range)) {
          cost += 1
          yield entry
        }
      })
    }
    const costOf = async (store: AdministeredStore) => {
      cost = 0
      const page = await first(store, limit)
      expect([page.ids.length, (await page.next()).ids.length]).toEqual([limit, limit])
      return cost
    }
    const costOfSmall = await costOf(small)
    expect(costOfSmall).toBeGreaterThanOrEqual(2 * limit)
    expect(await costOf(large)).toBeLessThanOrEqual(costOfSmall)
  })
})
