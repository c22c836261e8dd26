import { safeParse, type GenericSchema } from 'valibot'
import { MAX_PAGE_SIZE } from '../../shared/paging.ts'
import { badInput } from '../services/errorCatalogue.ts'
import type { Page, PageRequest } from '../store/port.ts'
import type { Loader } from '../reads/loader.ts'

/** An entry of a list. */
export interface Edge<Row> {
  cursor: string
  node: Row
}

/** A Relay connection whose nodes are rows. The resolvers of their type resolve the fields. */
export interface Connection<Row> {
  edges: Edge<Row>[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
  /** Null unless the length of the list is stored: nothing is counted for it. */
  totalCount: number | null
}

/** The arguments of every list. Null is the same as absent. */
export interface ConnectionArgs {
  first?: number | null
  after?: string | null
}

/** The size of a page without `first`. */
export const DEFAULT_PAGE_SIZE = 20

/** A paged list. `place` validates the position that a cursor contains. */
export interface ListIdentity<Place> {
  /** Part of every cursor of the list. Differs for lists of other rows or in another order. */
  key: string
  place: GenericSchema<Place>
}

/**
 * Loads one page and returns it as a connection. A cursor of another list is refused. Loads one row more than
 * requested, to find out whether there is a next page. Throws `BAD_INPUT`.
 */
export async function connection<Row, Place>(
  { first, after }: ConnectionArgs,
  list: ListIdentity<Place>,
  load: (request: PageRequest<Place>) => Promise<Page<Row, Place>>,
): Promise<Connection<Row>> {
  const limit = first ?? DEFAULT_PAGE_SIZE
  checkPageSize(limit)
  const rows = await load({ after: after != null ? parseCursor(list, after) : undefined, limit: limit + 1 })
  const edges = rows.slice(0, limit).map(({ row, cursor }) => ({ cursor: cursorOf(cursor, list), node: row }))
  return {
    edges,
    pageInfo: {
      hasNextPage: rows.length > limit,
      hasPreviousPage: false,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount: null,
  }
}

/** Throws `BAD_INPUT` if `first` is less than 1 or more than the limit. */
export function checkPageSize(first: number): void {
  if (first < 1 || first > MAX_PAGE_SIZE) throw badInput('first', `must be between 1 and ${MAX_PAGE_SIZE}`)
}

/** Throws `BAD_INPUT`, naming the argument, if it holds more ids than a page has rows. */
export function checkIds(name: string, ids: readonly string[]): void {
  if (ids.length > MAX_PAGE_SIZE) throw badInput(name, `must not have more than ${MAX_PAGE_SIZE} ids`)
}

/** Returns an opaque cursor: the place of an edge, with what any of its lists sorts by, and the keys of these lists. */
export function cursorOf<Place>(place: Place, ...lists: readonly ListIdentity<Partial<Place>>[]): string {
  return encodeURIComponent(JSON.stringify([place, ...lists.map(({ key }) => key)]))
}

/** No cursor is longer. Those of the search contain a first name of 200 characters, each at most 12 long when encoded. */
const MAX_CURSOR_CHARS = 5000

/** Returns the place in a cursor. Throws `BAD_INPUT` for a cursor of other lists. */
function parseCursor<Place>(list: ListIdentity<Place>, text: string): Place {
  const parts = text.length > MAX_CURSOR_CHARS ? undefined : decoded(text)
  const [place, ...keys]: unknown[] = Array.isArray(parts) ? parts : []
  const parsed = keys.includes(list.key) ? safeParse(list.place, place) : undefined
  if (!parsed?.success) throw badInput('after', 'is not a cursor of this list')
  return parsed.output
}

/** Returns the JSON in a cursor, undefined if there is none. */
function decoded(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(text))
  } catch {
    return undefined
  }
}

/** Leaves out the nodes that the viewer may not see. A page may be shorter than requested, and have a next one. */
export async function keepNodes<Row>(
  { edges, ...page }: Connection<Row>,
  keep: (rows: Row[]) => Promise<Row[]>,
): Promise<Connection<Row>> {
  const kept = new Set(await keep(edges.map(({ node }) => node)))
  return { ...page, edges: edges.filter(({ node }) => kept.has(node)) }
}

/**
 * Replaces each node with the row whose id `idOf` returns: a page of likes becomes a page of users. Leaves out those that
 * the loader does not return. Loads all rows in one batch.
 */
export async function mapNodes<Link, Row>(
  { edges, ...page }: Connection<Link>,
  loader: Pick<Loader<string, Row | undefined>, 'load'>,
  idOf: (link: Link) => string,
): Promise<Connection<Row>> {
  const loadEdge = async ({ cursor, node }: Edge<Link>) => {
    const row = await loader.load(idOf(node))
    return row === undefined ? [] : [{ cursor, node: row }]
  }
  return { ...page, edges: (await Promise.all(edges.map(loadEdge))).flat() }
}
