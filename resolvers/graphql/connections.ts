import type DataLoader from 'dataloader'
import { safeParse, type GenericSchema } from 'valibot'
import { badInput } from '../services/errors.ts'
import type { Page, PageRequest } from '../store/port.ts'

/** An entry of a list. Its node is undefined if the row no longer exists. */
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

/** The largest `first`, and the largest number of ids in an argument. */
export const MAX_PAGE_SIZE = 100
/** The size of a page without `first`. */
export const DEFAULT_PAGE_SIZE = 20

/** A list whose cursors are of this type; the schema tells a cursor from one that a client has forged. */
export interface List<Cursor> {
  /** Part of every cursor. */
  name: string
  cursor: GenericSchema<Cursor>
}

/**
 * Loads one page and returns it as a connection. A cursor of another list is refused. Loads one row more than
 * requested, to find out whether there is a next page. Throws `BAD_INPUT`.
 */
export async function connection<Row, Cursor>(
  { first, after }: ConnectionArgs,
  list: List<Cursor>,
  load: (request: PageRequest<Cursor>) => Promise<Page<Row, Cursor>>,
): Promise<Connection<Row>> {
  const limit = first ?? DEFAULT_PAGE_SIZE
  checkPageSize(limit)
  const rows = await load({ after: after != null ? parseCursor(list, after) : undefined, limit: limit + 1 })
  const edges = rows.slice(0, limit).map(({ row, cursor }) => ({ cursor: cursorOf(list, cursor), node: row }))
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

/** Returns an opaque cursor: the name of the list and the place in it. */
export function cursorOf<Cursor>({ name }: List<Cursor>, cursor: Cursor): string {
  return encodeURIComponent(JSON.stringify([name, cursor]))
}

function parseCursor<Cursor>({ name, cursor }: List<Cursor>, text: string): Cursor {
  const parts = decoded(text)
  const place = Array.isArray(parts) && parts[0] === name ? safeParse(cursor, parts[1]) : undefined
  if (!place?.success) throw badInput('after', 'is not a cursor of this list')
  return place.output
}

/** Returns the JSON in a cursor, undefined if there is none. */
function decoded(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(text))
  } catch {
    return undefined
  }
}

/**
 * Replaces each node with the row whose id `idOf` returns, or undefined: a page of likes becomes a page of users. Loads
 * all rows in one batch.
 */
export async function mapNodes<Link, Row>(
  { edges, ...page }: Connection<Link>,
  loader: DataLoader<string, Row>,
  idOf: (link: Link) => string,
): Promise<Connection<Row>> {
  const loadNode = async ({ cursor, node }: Edge<Link>) => ({ cursor, node: await loader.load(idOf(node)) })
  return { ...page, edges: await Promise.all(edges.map(loadNode)) }
}
