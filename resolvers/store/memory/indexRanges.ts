import { compareKeys, pageRange, prefixRange } from '../sorted/keys.ts'
import type { Direction, Key } from '../sorted/keys.ts'
import type { Placement } from '../sorted/placements.ts'
import type { Page, PageRequest } from '../port.ts'
import type { SortedIndex } from '../sorted/sortedIndex.ts'

type Copy<Row> = (row: Row) => Row

/** The rows whose keys in an index start with `prefix`. */
export interface IndexRange<Row, Cursor> {
  index: SortedIndex<Row>
  prefix: Key
  direction: Direction
  placement: Placement<Row, Cursor>
}

export function pageOf<Row, Cursor>(
  copy: Copy<Row>,
  list: IndexRange<Row, Cursor>,
  { after, limit }: PageRequest<Cursor>,
): Page<Row, Cursor> {
  return takePage(copy, list.placement, rowsAfter(list, after), limit)
}

/** The rows of a list after a cursor, not copied, each with its key in the list. */
export function* rowsAfter<Row, Cursor>(
  { index, prefix, direction, placement }: IndexRange<Row, Cursor>,
  after: Cursor | undefined,
): Generator<{ key: Key; row: Row }, void> {
  const range = pageRange(prefix, direction, after && placement.keyOf(after))
  const entries = direction === 'ascending' ? index.ascending(range) : index.descending(range)
  for (const { key, value } of entries) yield { key: key.slice(prefix.length), row: value }
}

/** Copies the first `limit` rows. */
export function takePage<Row, Cursor>(
  copy: Copy<Row>,
  { cursorOf }: Pick<Placement<Row, Cursor>, 'cursorOf'>,
  rows: Iterator<{ row: Row }>,
  limit: number,
): Page<Row, Cursor> {
  const page: Page<Row, Cursor> = []
  while (page.length < limit) {
    const next = rows.next()
    if (next.done === true) break
    const { row } = next.value
    page.push({ row: copy(row), cursor: cursorOf(row) })
  }
  return page
}

/** Copies all rows whose keys start with one of `owners`, sorted by id. */
export function readAll<Row extends { id: string }>(
  copy: Copy<Row>,
  index: SortedIndex<Row>,
  owners: readonly string[],
): Row[] {
  return [...new Set(owners)]
    .flatMap((owner) => Array.from(index.ascending(prefixRange([owner])), ({ value }) => copy(value)))
    .toSorted((a, b) => compareKeys([a.id], [b.id]))
}

/** Returns the first rows of an index whose keys start with an instant before this one. */
export function rowsBefore<Row>(index: SortedIndex<Row>, instant: number, limit: number): Row[] {
  const rows: Row[] = []
  for (const { value } of index.ascending({ lower: [], lowerOpen: false, upper: [instant] })) {
    if (rows.length === limit) break
    rows.push(value)
  }
  return rows
}
