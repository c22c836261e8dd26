import { expect, it, vi } from 'vitest'
import { PagedList, type ListChange } from '../../src/pagedList/PagedList.ts'
import { FIRST_PAGE_ID } from '../../src/pagedList/pages.ts'
import type { Connection, PageSource, PageStart } from '../../src/pagedList/pageSource.ts'

/** How a list loads its pages, and how its changes are rendered. */

/** Returns a page of two rows, of which the second one has the cursor of the next page. */
function pageAt(start: PageStart): Connection {
  const first = Number(start ?? 0) + 1
  const edges = [first, first + 1].map((row) => ({ cursor: String(row), node: { id: String(row) } }))
  return { edges, pageInfo: { endCursor: String(first + 1), hasNextPage: true } }
}

/** Opens a list that was left at its third page, in a page that was then loaded again. */
function openList(load: (start: PageStart) => Promise<Connection>, refetch: PageSource['refetch'] = async () => {}) {
  const list = new PagedList(
    'posts',
    'posts',
    undefined,
    { load, refetch, evict: () => {} },
    {
      pages: [
        { count: 2, height: 100 },
        { start: '2', count: 2, height: 100 },
        { start: '4', count: 2, height: 100 },
      ],
      near: { from: 1, to: 3 },
      place: [{ id: '5', offset: 0 }],
    },
  )
  const changes: ListChange[] = []
  list.subscribe((change) => changes.push(change))
  return { list, changes }
}

const loadedPages = ({ state }: PagedList) => state.pages.filter(({ rowIds }) => rowIds).map(({ id }) => id)

it('renders pages that load or come near the viewport in a transition only', async () => {
  const { list, changes } = openList(async (start) => pageAt(start))
  await list.whenRestored
  list.setNear({ from: 0, to: 2 }, [], false)
  list.setNear({ from: 1, to: 3 }, [], false)
  await vi.waitFor(() => expect(loadedPages(list)).toEqual([0, 1, 2]))
  expect(new Set(changes)).toEqual(new Set<ListChange>(['deferred']))
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

it('refreshes pages that load for the first time, once they have loaded', async () => {
  const responses: (() => void)[] = []
  const refetched: PageStart[] = []
  const { list } = openList(
    (start) => new Promise((resolve) => responses.push(() => resolve(pageAt(start)))),
    async (start) => void refetched.push(start),
  )
  const refresh = list.refresh()
  await Promise.resolve()
  expect(refetched).toEqual([])
  for (const respond of responses) respond()
  await refresh
  expect(refetched).toEqual([undefined, '2', '4'])
})

it('refreshes once more for all changes that come while a refresh is under way', async () => {
  const responses: (() => void)[] = []
  const { list } = openList(
    async (start) => pageAt(start),
    async (start) => {
      if (start === undefined) await new Promise<void>((resolve) => responses.push(resolve))
    },
  )
  await list.whenRestored
  const first = list.refresh()
  await vi.waitFor(() => expect(responses).toHaveLength(1))
  const later = [list.refresh(), list.refresh()]
  responses[0]?.()
  await first
  await vi.waitFor(() => expect(responses).toHaveLength(2))
  responses[1]?.()
  await Promise.all(later)
  expect(responses).toHaveLength(2)
})

it('is not refreshed any more once it was removed', async () => {
  const load = vi.fn(async (start: PageStart) => pageAt(start))
  const responses: (() => void)[] = []
  const { list } = openList(load, () => new Promise((resolve) => responses.push(resolve)))
  await list.whenRestored
  const first = list.refresh()
  await vi.waitFor(() => expect(responses).toHaveLength(3))
  const next = list.refresh()
  list.evict()
  load.mockClear()
  for (const respond of responses) respond()
  await Promise.all([first, next])
  expect(load).not.toHaveBeenCalled()
})

it('remembers that its rows may have changed if a refresh fails', async () => {
  let fails = true
  const { list } = openList(
    async (start) => pageAt(start),
    async () => {
      if (fails) throw new Error('Lost')
    },
  )
  await list.whenRestored
  await expect(list.refresh()).rejects.toThrow('Lost')
  expect(list.isOutdated).toBe(true)
  fails = false
  await list.refresh()
  expect(list.isOutdated).toBe(false)
})
