import type DataLoader from 'dataloader'
import { badInput } from '../services/errors.ts'
import type { Page, PageRequest, Position } from '../store/port.ts'

/** A Relay connection over rows; resolvers of the row's type answer the nodes. */
export interface Connection<Row> {
  edges: { cursor: string; node: Row }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
}

/** The arguments of every list; null means left out. */
export interface ConnectionArgs {
  first?: number | null
  after?: string | null
}

const largestPage = 100
const usualPage = 20

/**
 * One page as a connection. `order` names the list's order: a cursor of another order is refused.
 * One row more than asked for tells whether there is a next page. Throws `BAD_INPUT`.
 */
export async function connection<Row>(
  { first, after }: ConnectionArgs,
  order: string,
  load: (request: PageRequest) => Promise<Page<Row>>,
): Promise<Connection<Row>> {
  const limit = first ?? usualPage
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
  }
}

/** Throws `BAD_INPUT` for a page that is empty or too large. */
export function checkPageSize(first: number): void {
  if (first < 1 || first > largestPage) throw badInput('first', `must be between 1 and ${largestPage}`)
}

/** An opaque cursor: the order's name and the position in it. */
export function cursorOf(order: string, position: Position): string {
  return encodeURIComponent(JSON.stringify([order, ...position]))
}

function positionOf(cursor: string, order: string): Position {
  try {
    const parts: unknown = JSON.parse(decodeURIComponent(cursor))
    if (Array.isArray(parts) && parts.shift() === order && parts.every(isPositionPart)) return parts
  } catch {
    // Not one of ours, like every other cursor that ends up below.
  }
  throw badInput('after', 'is not a cursor of this list')
}

function isPositionPart(part: unknown): part is string | number {
  return typeof part === 'string' || typeof part === 'number'
}

/** A page of links as a page of what they lead to, loaded in one go. */
export async function linked<Link, Row>(
  { edges, pageInfo }: Connection<Link>,
  loader: DataLoader<string, Row>,
  idOf: (link: Link) => string,
): Promise<Connection<Row>> {
  const lead = async ({ cursor, node }: { cursor: string; node: Link }) => ({
    cursor,
    node: await loader.load(idOf(node)),
  })
  return { edges: await Promise.all(edges.map(lead)), pageInfo }
}
