import type DataLoader from 'dataloader'
import { badInput } from '../services/errors.ts'
import type { Page, PageRequest, Position } from '../store/port.ts'

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

/**
 * Loads one page and returns it as a connection. `order` names the order of the list; a cursor of another order is
 * refused. Loads one row more than requested, to find out whether there is a next page. Throws `BAD_INPUT`.
 */
export async function connection<Row>(
  { first, after }: ConnectionArgs,
  order: string,
  load: (request: PageRequest) => Promise<Page<Row>>,
): Promise<Connection<Row>> {
  const limit = first ?? DEFAULT_PAGE_SIZE
  checkPageSize(limit)
  const rows = await load({ after: after != null ? positionOf(after, order) : undefined, limit: limit + 1 })
  const edges = rows.slice(0, limit).map(({ row, position }) => ({ cursor: cursorOf(order, position), node: row }))
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

/** Returns an opaque cursor that holds the name of the order and the position in it. */
export function cursorOf(order: string, position: Position): string {
  return encodeURIComponent(JSON.stringify([order, ...position]))
}

function positionOf(cursor: string, order: string): Position {
  try {
    const parts: unknown = JSON.parse(decodeURIComponent(cursor))
    if (Array.isArray(parts) && parts.shift() === order && parts.every(isPositionPart)) return parts
  } catch {
    // Not JSON: refused below, like a cursor of another list.
  }
  throw badInput('after', 'is not a cursor of this list')
}

function isPositionPart(part: unknown): part is string | number {
  return typeof part === 'string' || typeof part === 'number'
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
