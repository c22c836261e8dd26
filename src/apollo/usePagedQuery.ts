import type { ApolloClient, MaybeMasked, OperationVariables } from '@apollo/client'
import { useApolloClient, useSuspenseQuery } from '@apollo/client/react'
import { use, useLayoutEffect } from 'react'
import { savedPosition, type Segment } from '../session/listPositions.ts'
import { countOf, segmentAt, segmentsOf, withoutFirst } from './listSegments.ts'
import { reportError } from './errors.ts'
import {
  DEFAULT_PAGE_SIZE,
  fetchPages,
  MAX_PAGE_SIZE,
  writePages,
  type Connection,
  type PagedQuery,
} from './listPages.ts'
import { collectGarbage, dropFirstRows, removeList } from './lists.ts'
import { listsOf, showList, type ListState } from './shownLists.ts'
import { useRetryKey } from './useRetryKey.ts'

/** The cache keeps at most this many rows of a list, and drops the first ones down to `KEPT_ROWS`. */
const MAX_ROWS = 200
const KEPT_ROWS = 100

/** Loads the pages of a list. */
export interface Paging {
  /**
   * Adds the page after a cursor to the list. Rejects if the request fails or the list still ends at the cursor. It
   * does not use the query's `fetchMore`, because a failure there would replace the page with an error.
   */
  loadMore: (after: string) => Promise<void>
  /**
   * Returns the number of rows before the first one of `data`, as far as it is known, and of those after the last one
   * that were loaded before. There may be more.
   */
  countSkipped: (rows: Connection) => { skipped: number; skippedAfter: number }
  /**
   * Loads the rows around the skipped row with this index in the whole list. They replace the rows in `data`, or join
   * them. Rejects if the request fails. Does nothing if the list or the position has changed meanwhile.
   */
  loadSkipped: (index: number) => Promise<void>
  /** Returns the rows that need not be loaded to show the row with this id. */
  segmentsBefore: (id: string) => readonly Segment[]
  /** Identifies the list and its variables. */
  key: string
}

/**
 * Runs a query with a paged list. Suspends until the first page has loaded, or after a reload the rows where the user
 * was. The cache keeps only rows around the user, however long the list is.
 */
export function usePagedQuery<Data, Variables extends OperationVariables>(
  list: PagedQuery<Data, Variables>,
): { data: MaybeMasked<Data>; paging: Paging } {
  const { query, variables } = list
  const client = useApolloClient()
  const key = keyOf(list)
  const state = stateOf(client, list)
  if (state.restored) use(state.restored)
  const { data } = useSuspenseQuery<Data>(query, { variables, queryKey: useRetryKey() })
  // A layout effect: an effect's cleanup may run after the next page shows, and the former list would still count as on
  // screen.
  useLayoutEffect(() => showList(client, key), [client, key])

  const loadMore = async (after: string) => {
    dropFirst(client, list, state)
    // Not `client.query`: with the variables of each page, Apollo would read the whole list twice and keep what it read.
    await client.watchQuery<Data>({ query, variables }).fetchMore({ variables: { ...variables, after } })
    const { pageInfo } = loadedRows(client, list)
    if (pageInfo.hasNextPage && pageInfo.endCursor === after) throw new Error(`The list still ends at ${after}.`)
  }
  const paging = {
    loadMore,
    countSkipped: (rows: Connection) => ({
      skipped: countOf(skippedBefore(state, rows)),
      skippedAfter: countOf(skippedAfter(state, rows)),
    }),
    loadSkipped: async (index: number) => {
      const rows = loadedRows(client, list)
      const { endCursor } = rows.pageInfo
      const distance = index - countOf(skippedBefore(state, rows)) - rows.edges.length
      const isNear = distance >= 0 && distance < DEFAULT_PAGE_SIZE
      return isNear && endCursor ? loadMore(endCursor) : loadSegment(client, list, state, index)
    },
    segmentsBefore: (id: string) => segmentsBefore(client, list, state, id),
    key,
  }
  return { data, paging }
}

function keyOf<Data, Variables>({ name, variables }: PagedQuery<Data, Variables>): string {
  return `${name} ${JSON.stringify(variables)}`
}

function stateOf<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  list: PagedQuery<Data, Variables>,
): ListState {
  const lists = listsOf(client)
  const key = keyOf(list)
  const shownBefore = lists.get(key)
  if (shownBefore) return shownBefore
  const position = savedPosition(key)
  const state: ListState = {
    name: list.name,
    ofId: list.of?.id,
    skipped: position?.segmentsBefore(position.key) ?? [],
    previous: { firstCursor: undefined, skipped: [] },
    known: [],
    restored: undefined,
    refresh: () => refreshList(client, list, state),
    remove: () => removeList(client.cache, fieldOf(list), list.variables, list.of),
    shownBy: 0,
  }
  if (state.skipped.length > 0) state.restored = restoreRows(client, list, state)
  lists.set(key, state)
  return state
}

const noRows: Connection = { edges: [], pageInfo: { endCursor: null, hasNextPage: false, hasPreviousPage: false } }

/** Returns the rows of the list that are loaded. */
function loadedRows<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  { query, variables, connectionOf }: PagedQuery<Data, Variables>,
): Connection {
  // Without `optimistic`, Apollo would not use the results that it keeps for the watched query.
  const data = client.readQuery<Data>({ query, variables, optimistic: true })
  return (data && connectionOf(data)) ?? noRows
}

/** Returns the rows that the cache has dropped before these rows: none if they were loaded from the start since. */
function skippedBefore({ skipped, previous }: ListState, { edges, pageInfo }: Connection): readonly Segment[] {
  if (!pageInfo.hasPreviousPage) return []
  return edges[0]?.cursor === previous.firstCursor ? previous.skipped : skipped
}

/** Records the rows skipped before the new rows. Call it before the cache replaces these rows. */
function setSkipped(state: ListState, { edges }: Connection, skipped: readonly Segment[]): void {
  state.previous = { firstCursor: edges[0]?.cursor, skipped: state.skipped }
  state.skipped = skipped
}

/** Returns the known rows after these rows. */
function skippedAfter(state: ListState, rows: Connection): readonly Segment[] {
  if (!rows.pageInfo.hasNextPage) return []
  return withoutFirst(state.known, countOf(skippedBefore(state, rows)) + rows.edges.length)
}

/** Drops the first rows of a long list from the cache. Keeps them while the user edits a post. */
function dropFirst<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  list: PagedQuery<Data, Variables>,
  state: ListState,
): void {
  const rows = loadedRows(client, list)
  const { edges } = rows
  if (edges.length < MAX_ROWS || document.querySelector('[data-unsaved]')) return
  const dropped = edges.slice(0, -KEPT_ROWS)
  setSkipped(state, rows, [...skippedBefore(state, rows), ...segmentsOf(dropped)])
  dropFirstRows(client.cache, fieldOf(list), edges[0]?.cursor, dropped.length, list.of)
  collectGarbage(client.cache)
}

function segmentsBefore<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  list: PagedQuery<Data, Variables>,
  state: ListState,
  id: string,
): readonly Segment[] {
  const rows = loadedRows(client, list)
  const { edges } = rows
  const index = edges.findIndex(({ node }) => node.id === id)
  return [...skippedBefore(state, rows), ...segmentsOf(edges.slice(0, Math.max(0, index - DEFAULT_PAGE_SIZE)))]
}

/** Loads the rows after the skipped ones. If that fails, the page loads the list from its start. */
async function restoreRows<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  list: PagedQuery<Data, Variables>,
  { skipped }: ListState,
): Promise<void> {
  try {
    const { pages } = await fetchPages(client, list, skipped.at(-1)?.end ?? null, 2 * DEFAULT_PAGE_SIZE)
    writePages(client, list, pages)
  } catch (error) {
    reportError(error)
  }
}

/** Loads the rows around a skipped row, which replace the loaded ones. Rows near the loaded ones are joined to them. */
async function loadSegment<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  list: PagedQuery<Data, Variables>,
  state: ListState,
  index: number,
): Promise<void> {
  const lastSkipped = state.skipped
  const rows = loadedRows(client, list)
  const skipped = skippedBefore(state, rows)
  const known = [...skipped, ...segmentsOf(rows.edges), ...skippedAfter(state, rows)]
  const readId = () => savedPosition(keyOf(list))?.key
  const firstReadId = readId()
  const isBefore = index < countOf(skipped)
  const at = segmentAt(isBefore ? skipped : known, index)
  const kept = known.slice(0, Math.max(0, at))
  const isAdjacent = isBefore && at >= skipped.length - 1
  const { pages, ids } = await fetchPages(
    client,
    list,
    kept.at(-1)?.end ?? null,
    isAdjacent ? countOf(skipped.slice(at)) + MAX_PAGE_SIZE : 2 * MAX_PAGE_SIZE,
  )
  const lastReadId = readId()
  // The new rows must contain the row being read; otherwise the list would jump.
  const isLost = isAdjacent && lastReadId !== undefined && lastReadId !== firstReadId && !ids.has(lastReadId)
  // Meanwhile the list has changed, or the user has moved on.
  if (state.skipped !== lastSkipped || isLost) return
  setSkipped(state, loadedRows(client, list), kept)
  state.known = known
  writePages(client, list, pages)
  collectGarbage(client.cache)
}

async function refreshList<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  list: PagedQuery<Data, Variables>,
  state: ListState,
): Promise<void> {
  const { query, variables } = list
  // Waits for a first load in flight, whose result may be older than the change that caused this refresh.
  await client.query<Data>({ query, variables })
  const loadedIds = () => loadedRows(client, list).edges.map(({ node }) => node.id)
  for (;;) {
    const before = loadedIds()
    const skipped = skippedBefore(state, loadedRows(client, list))
    const { pages, ids } = await fetchPages(client, list, skipped.at(-1)?.end ?? null, before.length, before.at(-1))
    const expected = new Set([...before, ...ids])
    // Rows were added while the pages loaded.
    if (loadedIds().some((id) => !expected.has(id))) continue
    writePages(client, list, pages)
    return
  }
}

function fieldOf<Data, Variables>({ name }: PagedQuery<Data, Variables>): string {
  return name === 'userPosts' ? 'posts' : name
}
