import type { Key } from '../sorted/keys.ts'
import { SortedIndex } from '../sorted/sortedIndex.ts'

/** How a table copies its rows, and under which keys it stores them. No two rows may share a key of any index. */
export interface TableLayout<Row, IndexName extends string> {
  /** Copies a row so that changing the copy does not change the row. */
  copy: (row: Row) => Row
  primaryKeyOf: (row: Row) => Key
  /** The further indexes: their names and the keys of a row in each. */
  indexes: readonly (readonly [name: IndexName, keysOf: (row: Row) => readonly Key[]])[]
}

/** The indexes of one table, changed together. Rows are copied in; callers copy what they read from an index. */
export class Table<Row, IndexName extends string = never> {
  readonly copy: (row: Row) => Row
  /** The rows by primary key. */
  readonly rows: SortedIndex<Row>
  readonly #layout: TableLayout<Row, IndexName>
  readonly #indexes: ReadonlyMap<IndexName, SortedIndex<Row>>

  constructor(layout: TableLayout<Row, IndexName>, forked?: Table<Row, IndexName>) {
    this.copy = layout.copy
    this.#layout = layout
    this.rows = forked?.rows.fork() ?? new SortedIndex()
    this.#indexes = new Map(layout.indexes.map(([name]) => [name, forked?.index(name).fork() ?? new SortedIndex()]))
  }

  /** Returns a table with the same rows. Changing either does not change the other. */
  fork(): Table<Row, IndexName> {
    return new Table(this.#layout, this)
  }

  index(name: IndexName): SortedIndex<Row> {
    const index = this.#indexes.get(name)
    if (index === undefined) throw new RangeError(`There is no index ${name}`)
    return index
  }

  primaryKeyOf(row: Row): Key {
    return this.#layout.primaryKeyOf(row)
  }

  /** Returns a copy of the row with this primary key. */
  get(key: Key): Row | undefined {
    const row = this.rows.get(key)
    return row === undefined ? undefined : this.copy(row)
  }

  has(key: Key): boolean {
    return this.rows.get(key) !== undefined
  }

  /** Inserts a row, or replaces the one with its primary key. Returns the row that it replaced. */
  put(row: Row): Row | undefined {
    const stored = this.copy(row)
    const replaced = this.rows.get(this.primaryKeyOf(stored))
    this.#replace(replaced, stored)
    return replaced
  }

  /** Inserts a row unless its primary key is taken. Returns whether it did. */
  insert(row: Row): boolean {
    if (this.has(this.primaryKeyOf(row))) return false
    this.put(row)
    return true
  }

  /** Replaces the row with this primary key, if there is one. Returns a copy of the new row. */
  change(key: Key, changed: (row: Row) => Row): Row | undefined {
    const row = this.rows.get(key)
    if (row === undefined) return undefined
    this.put(changed(row))
    return this.get(key)
  }

  /** Returns whether there was such a row. */
  remove(key: Key): boolean {
    const row = this.rows.get(key)
    this.#replace(row, undefined)
    return row !== undefined
  }

  get size(): number {
    return this.rows.size
  }

  clear(): void {
    for (const index of [this.rows, ...this.#indexes.values()]) index.clear()
  }

  #replace(old: Row | undefined, next: Row | undefined): void {
    const { primaryKeyOf, indexes } = this.#layout
    const all = [
      [this.rows, (row: Row) => [primaryKeyOf(row)]] as const,
      ...indexes.map(([name, keysOf]) => [this.index(name), keysOf] as const),
    ]
    for (const [index, keysOf] of all) {
      if (old !== undefined) for (const key of keysOf(old)) index.delete(key)
      if (next !== undefined) for (const key of keysOf(next)) index.set(key, next)
    }
  }
}
