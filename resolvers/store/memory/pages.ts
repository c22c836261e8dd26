import { compareKeys, pageRange, prefixRange } from '../keys.ts'
import type { Direction, Key } from '../keys.ts'
import type { Page, PageRequest, Placed, Position } from '../port.ts'
import type { SortedIndex } from '../sortedIndex.ts'
import type { Table } from './table.ts'

/** Reads a page of the rows whose keys start with `prefix`. */
export function readPage<Row>(
  rows: Table<Row>,
  index: SortedIndex<Position, Row>,
  prefix: Key,
  direction: Direction,
  { after, limit }: PageRequest,
): Page<Row> {
  return copyPage(rows, placedRows(index, prefix, direction, after), limit)
}

/** Yields the rows whose keys start with `prefix` and come after `after`, not copied. */
export function* placedRows<Row>(
  index: SortedIndex<Position, Row>,
  prefix: Key,
  direction: Direction,
  after: Position | undefined,
): Generator<Placed<Row>, void> {
  const range = pageRange(prefix, direction, after)
  const entries = direction === 'ascending' ? index.ascending(range) : index.descending(range)
  for (const { key, value } of entries) yield { row: value, position: key.slice(prefix.length) }
}

/** Returns copies of the first `limit` rows. */
export function copyPage<Row>(rows: Table<Row>, placed: Iterator<Placed<Row>>, limit: number): Page<Row> {
  const page: Page<Row> = []
  while (page.length < limit) {
    const next = placed.next()
    if (next.done === true) break
    page.push({ row: rows.copy(next.value.row), position: next.value.position })
  }
  return page
}

/** Returns copies of all rows whose keys start with one of `owners`, sorted by id. */
export function readAll<Row extends { id: string }>(
  rows: Table<Row>,
  index: SortedIndex<Position, Row>,
  owners: readonly string[],
): Row[] {
  return [...new Set(owners)]
    .flatMap((owner) => Array.from(index.ascending(prefixRange([owner])), ({ value }) => rows.copy(value)))
    .toSorted((a, b) => compareKeys([a.id], [b.id]))
}
