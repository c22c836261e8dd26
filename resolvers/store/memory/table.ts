import type { Direction, Key, KeyRange } from '../sorted/keys.ts'
import { SortedIndex } from '../sorted/sortedIndex.ts'

/** How a table copies its records, and under which keys it stores them. */
export interface TableLayout<PrimaryKey, Value, IndexName extends string> {
  /** Copies a record so that changing the copy does not change the record. */
  copy: (value: Value) => Value
  /** Absent if records do not contain their keys. */
  primaryKeyOf?: (value: Value) => PrimaryKey
  /** The keys of a record in each index. */
  indexes: { readonly [Name in IndexName]: (value: Value) => readonly Key[] }
  /** An index in which every key has one record. */
  unique?: IndexName
}

/** A stored record. */
interface Entry<PrimaryKey, Value> {
  primaryKey: PrimaryKey
  value: Value
}

/** The records of one object store in the order of their keys, and its indexes. Copies records in and out. */
export class Table<PrimaryKey extends string | Key, Value, IndexName extends string> {
  readonly #layout: TableLayout<PrimaryKey, Value, IndexName>
  readonly #records: SortedIndex<Entry<PrimaryKey, Value>>
  readonly #indexes: ReadonlyMap<string, SortedIndex<Entry<PrimaryKey, Value>>>

  constructor(layout: TableLayout<PrimaryKey, Value, IndexName>, forked?: Table<PrimaryKey, Value, IndexName>) {
    this.#layout = layout
    this.#records = forked ? forked.#records.fork() : new SortedIndex()
    const former = forked && forked.#indexes
    this.#indexes = new Map(
      Object.keys(layout.indexes).map((name) => [name, former?.get(name)?.fork() ?? new SortedIndex()]),
    )
  }

  /** Returns a table with the same records. Changing either does not change the other. */
  fork(): Table<PrimaryKey, Value, IndexName> {
    return new Table(this.#layout, this)
  }

  get size(): number {
    return this.#records.size
  }

  get(key: PrimaryKey): Value | undefined {
    const entry = this.#records.get(toKey(key))
    return entry && this.#layout.copy(entry.value)
  }

  has(key: PrimaryKey): boolean {
    return this.#records.get(toKey(key)) !== undefined
  }

  /** Iterates over the records of a range as they are now, in an index or by default in the order of primary keys. */
  *entries(
    range: KeyRange,
    { index, direction = 'ascending' }: { index?: IndexName | undefined; direction?: Direction } = {},
  ): Generator<{ key: Key; primaryKey: PrimaryKey; value: Value }, void> {
    // A fork, because the table may change before the next step.
    for (const { key, value } of this.#indexOf(index).fork()[direction](range))
      yield { key, primaryKey: value.primaryKey, value: this.#layout.copy(value.value) }
  }

  /** Adds a record unless its key, or that in the unique index, is taken. Returns whether it did. */
  add(value: Value): boolean {
    const { unique, indexes } = this.#layout
    const isTaken =
      this.has(this.#keyOf(value)) ||
      (unique !== undefined && indexes[unique](value).some((key) => this.#indexOf(unique).get(key) !== undefined))
    if (!isTaken) this.put(value)
    return !isTaken
  }

  /** Adds or replaces a record. */
  put(value: Value, givenKey?: PrimaryKey): void {
    const key = givenKey ?? this.#keyOf(value)
    this.delete(key)
    const entry = { primaryKey: key, value: this.#layout.copy(value) }
    this.#records.set(toKey(key), entry)
    this.#eachKey(value, (index, indexKey) => index.set(indexKey, entry))
  }

  delete(key: PrimaryKey): void {
    const entry = this.#records.get(toKey(key))
    if (entry === undefined) return
    this.#records.delete(toKey(key))
    this.#eachKey(entry.value, (index, indexKey) => index.delete(indexKey))
  }

  deleteRange(range: KeyRange): void {
    for (const { primaryKey } of this.entries(range)) this.delete(primaryKey)
  }

  clear(): void {
    for (const index of [this.#records, ...this.#indexes.values()]) index.clear()
  }

  #keyOf(value: Value): PrimaryKey {
    const key = this.#layout.primaryKeyOf?.(value)
    if (key === undefined) throw new TypeError('A record without a key needs one')
    return key
  }

  #indexOf(name: IndexName | undefined): SortedIndex<Entry<PrimaryKey, Value>> {
    const index = name === undefined ? this.#records : this.#indexes.get(name)
    if (index === undefined) throw new RangeError(`There is no index ${name}`)
    return index
  }

  #eachKey(value: Value, change: (index: SortedIndex<Entry<PrimaryKey, Value>>, key: Key) => void): void {
    const entries = Object.entries<(value: Value) => readonly Key[]>(this.#layout.indexes)
    for (const [name, keysOf] of entries) {
      const index = this.#indexes.get(name)
      if (index) for (const key of keysOf(value)) change(index, key)
    }
  }
}

function toKey(key: string | Key): Key {
  return typeof key === 'string' ? [key] : key
}
