import type { PageStart } from './cachedLists.ts'

/**
 * The pages of a list, and which of its rows each of them has. All functions are pure.
 *
 * Rows can move between pages while these load at different times. A row belongs to the page that had it first, and a
 * page ends where the next one starts.
 */

/** What a list keeps of a page, the rows from one cursor to the next, also while it is not loaded. */
export interface Page {
  /** Identifies the page in its list, also if it starts elsewhere later. */
  id: number
  start: PageStart
  /** The ids of its rows. Undefined unless the page is loaded. */
  rowIds: readonly string[] | undefined
  /** The number of its rows when it was last loaded. */
  count: number
  /** The cursor of the last row, or null if the list ends with it. Undefined before the page was loaded. */
  endCursor: string | null | undefined
}

/** The rows of a page, as its query returns them. */
export interface Connection<Row = { id: string }> {
  edges: readonly { cursor: string; node: Row }[]
  pageInfo: { endCursor: string | null; hasNextPage: boolean }
}

/** The list of a record that does not exist. */
export const noRows = { edges: [], pageInfo: { endCursor: null, hasNextPage: false } }

/** The id of the first page of every list. */
export const FIRST_PAGE_ID = 0

/** Returns the pages with one more at an index, which is not loaded. */
export function withPageAt(pages: readonly Page[], index: number, start: PageStart): readonly Page[] {
  const id = 1 + Math.max(FIRST_PAGE_ID - 1, ...pages.map((page) => page.id))
  return pages.toSpliced(index, 0, { id, start, rowIds: undefined, count: 0, endCursor: undefined })
}

/** Returns the edges of the page at an index without those of other pages. */
export function edgesOfPage<Row extends { id: string }>(
  pages: readonly Page[],
  index: number,
  { edges }: Connection<Row>,
): Connection<Row>['edges'] {
  const next = pages[index + 1]
  const end = next ? edges.findIndex(({ cursor }) => cursor === next.start) : -1
  const others = new Set<string>()
  for (const page of pages) if (page !== pages[index]) for (const id of page.rowIds ?? []) others.add(id)
  return (end < 0 ? edges : edges.slice(0, end + 1)).filter(({ node }) => !others.has(node.id))
}

/**
 * Returns the pages after the one at an index has loaded, or the same array if nothing has changed. If the next page is
 * loaded, and rows between the two are missing, a page for them is added at the next index. It is not loaded.
 */
export function withLoadedPage(pages: readonly Page[], index: number, connection: Connection): readonly Page[] {
  const page = pages[index]
  if (!page) return pages
  const rowIds = edgesOfPage(pages, index, connection).map(({ node }) => node.id)
  const { pageInfo } = connection
  const endCursor = pageInfo.hasNextPage ? pageInfo.endCursor : null
  const isSame = page.rowIds && page.endCursor === endCursor && String(page.rowIds) === String(rowIds)
  const loaded = isSame ? pages : pages.with(index, { ...page, rowIds, count: rowIds.length, endCursor })
  return joinNextPage(loaded, index, endCursor, connection)
}

/**
 * Makes the next page start where the one at this index ends. A next page that is loaded keeps its start: a page is added
 * before it, unless the two overlap.
 */
function joinNextPage(
  pages: readonly Page[],
  index: number,
  endCursor: string | null,
  { edges }: Connection,
): readonly Page[] {
  const next = pages[index + 1]
  if (!next || endCursor === next.start) return pages
  // The list has become shorter. A loaded page stays: its refetch removes the rows that no longer exist.
  if (endCursor === null) return next.rowIds ? pages : pages.slice(0, index + 1)
  // The pages overlap, so no row is missing between them.
  if (edges.some(({ cursor, node }) => cursor === next.start || next.rowIds?.includes(node.id))) return pages
  return next.rowIds ? withPageAt(pages, index + 1, endCursor) : pages.with(index + 1, { ...next, start: endCursor })
}
