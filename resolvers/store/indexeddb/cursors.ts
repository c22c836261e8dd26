import { pageRange, prefixRange } from '../sorted/keys.ts'
import type { Direction, Key, KeyRange } from '../sorted/keys.ts'
import type { Placement } from '../sorted/placements.ts'
import type { Page, PageRequest } from '../port.ts'

/** A cursor of `idb` over any source. `continue` moves the same object: read its values first. */
interface Advancing {
  continue<T>(this: T): Promise<T | null>
}

interface RowCursor<Row> extends Advancing {
  readonly value: Row
}

/** An object store or an index; `idb` types each of them differently. */
export interface RowSource<Row> {
  openCursor(range: IDBKeyRange, direction: IDBCursorDirection): Promise<RowCursor<Row> | null>
}

interface RangeSource<Row> {
  getAll(range: IDBKeyRange): Promise<Row[]>
}

export function toIdbRange({ lower, lowerOpen, upper }: KeyRange): IDBKeyRange {
  return IDBKeyRange.bound(lower, upper, lowerOpen, true)
}

/** Iterates over the records of a cursor. */
export async function* walk<Cursor extends Advancing>(opening: Promise<Cursor | null>): AsyncGenerator<Cursor, void> {
  for (let cursor = await opening; cursor !== null; cursor = await cursor.continue()) yield cursor
}

/** The rows whose keys start with `prefix`. */
export interface SourceRange<Row, Cursor> {
  source: RowSource<Row>
  prefix: Key
  direction: Direction
  placement: Placement<Row, Cursor>
}

export async function readPage<Row, Cursor>(
  { source, prefix, direction, placement }: SourceRange<Row, Cursor>,
  { after, limit }: PageRequest<Cursor>,
): Promise<Page<Row, Cursor>> {
  const range = toIdbRange(pageRange(prefix, direction, after && placement.keyOf(after)))
  const opening = source.openCursor(range, direction === 'ascending' ? 'next' : 'prev')
  const rows = await take(rowsOf(opening), limit)
  return rows.map((row) => ({ row, cursor: placement.cursorOf(row) }))
}

async function* rowsOf<Row>(opening: Promise<RowCursor<Row> | null>): AsyncGenerator<Row, void> {
  for await (const { value } of walk(opening)) yield value
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
export async function readAll<Row extends { id: string }>(
  source: RangeSource<Row>,
  owners: readonly string[],
): Promise<Row[]> {
  const ranges = Array.from(new Set(owners), (owner) => toIdbRange(prefixRange([owner])))
  const rows = await Promise.all(ranges.map((range) => source.getAll(range)))
  return rows.flat().toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)))
}
