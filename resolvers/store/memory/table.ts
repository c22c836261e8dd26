import { valuesOf } from '../tables.ts'
import type { Direction } from '../pages.ts'
import type { Key, KeyRange } from '../keyValue/keys.ts'
import type { StoreLayout } from '../keyValue/layouts.ts'
import { SortedIndex } from '../keyValue/sortedIndex.ts'
import type { IndexEntry, RangeOptions } from '../keyValue/transaction.ts'

/** A stored row. */
interface Entry<Row> {
  primaryKey: Key
  row: Row
}

interface EntriesOptions {
  index?: string | undefined
  direction?: Direction
}

/** The rows of one object store in the order of their keys, and its indexes. Copies rows in and out. */
export class Table<Row extends object> {
  readonly #layout: StoreLayout<Row>
  readonly #copy: (row: Row) => Row
  readonly #records: SortedIndex<Entry<Row>>
  readonly #indexes: ReadonlyMap<string, SortedIndex<Entry<Row>>>

  /** `copy` returns a row that does not change with the given one. */
  constructor(layout: StoreLayout<Row>, copy: (row: Row) => Row, forked?: Table<Row>) {
    this.#layout = layout
    this.#copy = copy
    this.#records = forked ? forked.#records.fork() : new SortedIndex()
    const former = forked && forked.#indexes
    this.#indexes = new Map(
      Object.keys(layout.indexes).map((name) => [name, former?.get(name)?.fork() ?? new SortedIndex()]),
    )
  }

  /** Returns a table with the same rows. Changing either does not change the other. */
  fork(): Table<Row> {
    return new Table(this.#layout, this.#copy, this)
  }

  /** The number of rows, or of keys in an index. */
  size(index?: string): number {
    return this.#indexOf(index).size
  }

  get(key: Key): Row | undefined {
    const entry = this.#records.get(key)
    return entry && this.#copy(entry.row)
  }

  has(key: Key): boolean {
    return this.#records.get(key) !== undefined
  }

  /** Iterates over the rows of a range as they are now, in an index or by default in the order of primary keys. */
  *entries(range: KeyRange, options?: EntriesOptions): Generator<IndexEntry & { row: Row }, void> {
    for (const { key, primaryKey, row } of this.#stored(range, options)) yield { key, primaryKey, row: this.#copy(row) }
  }

  /** Iterates over the keys of a range, and copies no rows. */
  *entryKeys(range: KeyRange, options?: EntriesOptions): Generator<IndexEntry, void> {
    for (const { key, primaryKey } of this.#stored(range, options)) yield { key, primaryKey }
  }

  /** Returns the first rows of a range. */
  rows(range: KeyRange, { index, limit }: RangeOptions = {}): Row[] {
    return Array.from(first(this.entries(range, { index }), limit), ({ row }) => row)
  }

  /** Returns the primary keys of the first rows of a range. */
  keys(range: KeyRange, { index, limit }: RangeOptions = {}): Key[] {
    return Array.from(first(this.entryKeys(range, { index }), limit), ({ primaryKey }) => primaryKey)
  }

  /** Adds a row unless its key, or that in a unique index, is taken. Returns whether it did. */
  add(row: Row): boolean {
    const isTaken =
      this.has(this.#keyOf(row)) ||
      Object.entries(this.#layout.indexes).some(
        ([name, { isUnique, keysOf }]) =>
          isUnique && keysOf(row).some((key) => this.#indexOf(name).get(key) !== undefined),
      )
    if (!isTaken) this.put(row)
    return !isTaken
  }

  /** Adds or replaces a row. */
  put(row: Row): void {
    const key = this.#keyOf(row)
    this.delete(key)
    const entry = { primaryKey: key, row: this.#copy(row) }
    this.#records.set(key, entry)
    this.#eachKey(row, (index, indexKey) => index.set(indexKey, entry))
  }

  delete(key: Key): void {
    const entry = this.#records.get(key)
    if (entry === undefined) return
    this.#records.delete(key)
    this.#eachKey(entry.row, (index, indexKey) => index.delete(indexKey))
  }

  deleteRange(range: KeyRange): void {
    for (const { primaryKey } of this.entryKeys(range)) this.delete(primaryKey)
  }

  clear(): void {
    for (const index of [this.#records, ...this.#indexes.values()]) index.clear()
  }

  *#stored(
    range: KeyRange,
    { index, direction = 'ascending' }: EntriesOptions = {},
  ): Generator<IndexEntry & Entry<Row>, void> {
    // A fork, because the table may change before the next step.
    for (const { key, value } of this.#indexOf(index).fork()[direction](range)) yield { key, ...value }
  }

  #keyOf(row: Row): Key {
    return valuesOf(row, this.#layout.key)
  }

  #indexOf(name: string | undefined): SortedIndex<Entry<Row>> {
    const index = name === undefined ? this.#records : this.#indexes.get(name)
    if (index === undefined) throw new RangeError(`There is no index ${name}`)
    return index
  }

  #eachKey(row: Row, change: (index: SortedIndex<Entry<Row>>, key: Key) => void): void {
    for (const [name, { keysOf }] of Object.entries(this.#layout.indexes))
      for (const key of keysOf(row)) change(this.#indexOf(name), key)
  }
}

function* first<Item>(items: Iterable<Item>, limit = Infinity): Generator<Item, void> {
  let left = limit
  if (left === 0) return
  for (const item of items) {
    yield item
    left -= 1
    if (left === 0) return
  }
}
