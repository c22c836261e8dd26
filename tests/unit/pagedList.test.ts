import { InMemoryCache } from '@apollo/client'
import { expect, it, vi } from 'vitest'
import { PagedList, type LoadPage } from '../../src/pagedList/PagedList.ts'
import { FIRST_PAGE_ID, type Connection } from '../../src/pagedList/pages.ts'
import type { PageStart } from '../../src/pagedList/cachedLists.ts'

/** How a list loads its pages, and how its changes are rendered. */

/** Returns a page of two rows, of which the second one has the cursor of the next page. */
function pageAt(start: PageStart): Connection {
  const first = Number(start ?? 0) + 1
  const edges = [first, first + 1].map((row) => ({ cursor: String(row), node: { id: String(row) } }))
  return { edges, pageInfo: { endCursor: String(first + 1), hasNextPage: true } }
}

/** Opens a list that was left at its third page, in a page that was then loaded again. */
function openList(load: LoadPage) {
  const list = new PagedList({ name: 'posts', variables: {} }, new InMemoryCache(), load, {
    pages: [
      { id: 0, count: 2, height: 100 },
      { id: 1, start: '2', count: 2, height: 100 },
      { id: 2, start: '4', count: 2, height: 100 },
    ],
    near: [1, 2],
    place: [{ id: '5', offset: 0 }],
  })
  /** Whether each change was urgent. */
  const changes: boolean[] = []
  list.subscribe((isUrgent) => changes.push(isUrgent))
  return { list, changes }
}

const loadedPages = ({ state }: PagedList) => state.pages.filter(({ rowIds }) => rowIds).map(({ id }) => id)

it('renders pages that load or come near the viewport in a transition only', async () => {
  const { list, changes } = openList(async (start) => pageAt(start))
  await list.whenRestored
  list.setNear([0, 1])
  list.setNear([1, 2])
  await vi.waitFor(() => expect(loadedPages(list)).toEqual([0, 1, 2]))
  expect(new Set(changes)).toEqual(new Set([false]))
})

it('renders a page that loads after another one has failed', async () => {
  vi.mocked(console.error).mockReturnValue()
  const requests = new Map<PageStart, (page: Connection | Promise<Connection>) => void>()
  const { list, changes } = openList((start) => new Promise((resolve) => requests.set(start, resolve)))
  requests.get('2')?.(Promise.reject(new Error('Lost')))
  await list.whenRestored
  expect(list.state.failure).not.toBeNull()
  vi.mocked(console.error).mockClear()
  changes.length = 0
  requests.get('4')?.(pageAt('4'))
  await vi.waitFor(() => expect(changes).not.toEqual([]))
  expect(loadedPages(list)).toEqual([2])
  expect(list.state.mounted).toContain(2)
})

it.each(['before', 'after'])('has no failure if the user returned to its start %s a page failed', async (when) => {
  vi.mocked(console.error).mockReturnValue()
  let fail: ((error: Error) => void) | undefined
  const { list } = openList(() => new Promise((_resolve, reject) => (fail = reject)))
  list.recordPage(FIRST_PAGE_ID, pageAt(undefined))
  if (when === 'before') list.toStart()
  fail?.(new Error('Lost'))
  await list.whenRestored
  if (when === 'after') list.toStart()
  expect(list.state.failure).toBeNull()
  vi.mocked(console.error).mockClear()
})

it('remembers that its rows may have changed if a refetch fails', async () => {
  let fails = true
  const { list } = openList(async (start, first) => {
    if (fails && first !== undefined) throw new Error('Lost')
    return pageAt(start)
  })
  await list.whenRestored
  await expect(list.refetch()).rejects.toThrow('Lost')
  expect(list.isStale).toBe(true)
  fails = false
  await list.refetch()
  expect(list.isStale).toBe(false)
})
