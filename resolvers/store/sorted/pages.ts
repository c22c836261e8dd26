import type { IdCursor, Page, PageRequest } from '../port.ts'
import { pageRange, prefixRange, type Direction, type Key } from './keys.ts'
import type { StoreName } from './objectStores.ts'
import { placedById, type Placement } from './placements.ts'
import type { IndexName, ReadTransaction, StoreRecord } from './transaction.ts'

/** The records whose keys, in an index or by default in the store, start with `prefix`. */
export interface List<Name extends StoreName, Cursor> {
  store: Name
  index?: IndexName<Name> | undefined
  prefix: Key
  direction: Direction
  placement: Placement<StoreRecord<Name>, Cursor>
}

/** Reads a page of records. */
export async function readPage<Name extends StoreName, Cursor>(
  tx: ReadTransaction,
  { store, index, prefix, direction, placement }: List<Name, Cursor>,
  { after, limit }: PageRequest<Cursor>,
): Promise<Page<StoreRecord<Name>, Cursor>> {
  const range = pageRange(prefix, direction, after && placement.keyOf(after))
  const records = await take(tx.walk(store, range, { index, direction }), limit)
  return records.map((record) => ({ row: record, cursor: placement.cursorOf(record) }))
}

/** Reads a page of links, latest first. */
export function readLatest<Name extends 'reactions' | 'bookmarks' | 'follows'>(
  tx: ReadTransaction,
  store: Name,
  index: IndexName<Name>,
  prefix: string[],
  request: PageRequest<IdCursor>,
): Promise<Page<StoreRecord<Name>, IdCursor>> {
  return readPage(tx, { store, index, prefix, direction: 'descending', placement: placedById }, request)
}

/** Returns the first `limit` items, and requests no more. */
export async function take<Item>(items: AsyncIterator<Item>, limit: number): Promise<Item[]> {
  const page: Item[] = []
  while (page.length < limit) {
    const next = await items.next()
    if (next.done === true) break
    page.push(next.value)
  }
  return page
}

/** Reads all rows whose keys start with one of `owners`, sorted by id. */
export async function readAll<Name extends 'reactions' | 'bookmarks' | 'follows'>(
  tx: ReadTransaction,
  store: Name,
  owners: readonly string[],
  index?: IndexName<Name>,
): Promise<StoreRecord<Name>[]> {
  const ranges = Array.from(new Set(owners), (owner) => prefixRange([owner]))
  const rows = await Promise.all(ranges.map((range) => tx.records(store, range, index && { index })))
  return rows.flat().toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)))
}
