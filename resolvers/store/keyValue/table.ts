/** What every table can be asked (`port.ts`), over keys and values. */

import { patcher } from '../patcher.ts'
import {
  UniqueViolationError,
  type ListRange,
  type ListRequest,
  type Page,
  type TableReader,
  type TableWriter,
} from '../port.ts'
import {
  cursorOf,
  indexOf,
  isInKeyOrder,
  keyOf,
  partsOf,
  valuesOf,
  type AnyTable,
  type CursorOf,
  type IndexName,
  type RowOf,
} from '../tables.ts'
import { compareKeys, pageRange, prefixRange, rangeAfter, type Key, type KeyRange } from './keys.ts'
import type { ReadTransaction, WalkOptions, WithTransaction, WriteTransaction } from './transaction.ts'

export function tableReader<Table extends AnyTable>(
  run: WithTransaction<ReadTransaction>,
  table: Table,
): TableReader<Table> {
  return {
    get: (key) => run((tx) => tx.get(table, partsOf(key))),
    getMany: (keys) => run((tx) => Promise.all(keys.map((key) => tx.get(table, partsOf(key))))),
    page: (index, request) => run((tx) => readPage(tx, table, index, request)),
    count: (index, range) => run((tx) => countRows(tx, table, index, range)),
    pages: (index, requests) =>
      run((tx) => Promise.all(requests.map((request) => readPage(tx, table, index, request)))),
  }
}

/** Called with the rows that a change replaces, and with those that it stores. */
export type OnChange<Row> = (tx: WriteTransaction, before: readonly Row[], after: readonly Row[]) => Promise<unknown>

export function tableWriter<Table extends AnyTable>(
  run: WithTransaction<WriteTransaction>,
  table: Table,
  onChange: OnChange<RowOf<Table>> = async () => undefined,
): TableWriter<Table> {
  const reader = tableReader(run, table)
  /** Patches of one row run one after the other, or two that are not awaited would start from the same counts. */
  const lastPatches = new Map<string, Promise<unknown>>()
  return {
    ...reader,
    lock: reader.get,
    tryLock: (keys) =>
      run(async (tx) => {
        const sorted = keys.map(partsOf).toSorted(compareKeys)
        const rows = await Promise.all(sorted.map((key) => tx.get(table, key)))
        return rows.flatMap((row) => (row === undefined ? [] : [row]))
      }),
    insert: (...rows) =>
      run(async (tx) => {
        await Promise.all(rows.map((row) => insertRow(tx, table, row)))
        await onChange(tx, [], rows)
      }),
    insertIfNew: (row) => run((tx) => tx.add(table, row)),
    put: (row) =>
      run(async (tx) => {
        const [replaced] = await Promise.all([tx.get(table, keyOf(table, row)), tx.put(table, row)])
        return replaced
      }),
    patch: (key, patch) => {
      const change = patcher(patch)
      const parts = partsOf(key)
      const name = parts.join()
      const patchRow = async (tx: WriteTransaction) => {
        const row = await tx.get(table, parts)
        if (row === undefined) return undefined
        const changed = change(row)
        await Promise.all([tx.put(table, changed), onChange(tx, [row], [changed])])
        return changed
      }
      return run((tx) => {
        const done = Promise.resolve(lastPatches.get(name)).then(() => patchRow(tx))
        lastPatches.set(
          name,
          done.catch(() => undefined),
        )
        return done
      })
    },
    remove: (...keys) =>
      run(async (tx) => {
        const removed = await Promise.all(keys.map((key) => removeRow(tx, table, partsOf(key))))
        return removed.filter(Boolean).length
      }),
  }
}

/** Returns whether there was such a row. */
export async function removeRow(tx: WriteTransaction, table: AnyTable, key: Key): Promise<boolean> {
  const [wasThere] = await Promise.all([tx.has(table, key), tx.delete(table, key)])
  return wasThere
}

async function insertRow<Table extends AnyTable>(tx: WriteTransaction, table: Table, row: RowOf<Table>): Promise<void> {
  if (await tx.add(table, row)) return
  throw new UniqueViolationError(table, (await tx.has(table, keyOf(table, row))) ? 'key' : 'username')
}

/** Reads a page of a list. */
export async function readPage<Table extends AnyTable, Index extends IndexName<Table>>(
  tx: ReadTransaction,
  table: Table,
  name: Index,
  { after, limit, direction = 'descending', of }: ListRequest<Table, Index>,
): Promise<Page<RowOf<Table>, CursorOf<Table, Index>>> {
  const index = indexOf(table, name)
  const range = pageRange(partsOf(of), direction, after && valuesOf(after, index.by))
  const source = isInKeyOrder(table, index) ? undefined : name
  const rows = await readRows(tx, table, range, { index: source, direction, limit })
  return rows.map((row) => ({ row, cursor: cursorOf(table, name, row) }))
}

async function countRows<Table extends AnyTable, Index extends IndexName<Table>>(
  tx: ReadTransaction,
  table: Table,
  name: Index,
  { after, before, of }: ListRange<Table, Index>,
): Promise<number> {
  const index = indexOf(table, name)
  const parts = partsOf(of)
  const upper = before ? pageRange(parts, 'descending', valuesOf(before, index.by)) : prefixRange(parts)
  const range = after ? rangeAfter(upper, [...parts, ...valuesOf(after, index.by)]) : upper
  return range ? tx.count(table, range, isInKeyOrder(table, index) ? undefined : name) : 0
}

/** Reads all rows of a range with one request, or some of them with one for each. */
async function readRows<Table extends AnyTable>(
  tx: ReadTransaction,
  table: Table,
  range: KeyRange,
  { index, direction, limit }: WalkOptions & { limit: number },
): Promise<RowOf<Table>[]> {
  if (direction === 'ascending')
    return tx.rows(table, range, { index, limit: Number.isFinite(limit) ? limit : undefined })
  if (limit === Infinity) return (await tx.rows(table, range, { index })).toReversed()
  return take(tx.walk(table, range, { index, direction }), limit)
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
