import type { Key } from '../keys.ts'
import { SortedIndex } from '../sortedIndex.ts'

/** The rows of a table in one order. `keysOf` returns the keys of a row in the index. */
export interface Index<Row, EntryKey extends Key = Key> {
  readonly keysOf: (row: Row) => EntryKey[]
  readonly entries: SortedIndex<EntryKey, Row>
}

export function indexOn<Row, EntryKey extends Key = Key>(keysOf: (row: Row) => EntryKey[]): Index<Row, EntryKey> {
  return { keysOf, entries: new SortedIndex() }
}

/** Undoes a change. */
export type Undo = () => void

/** The rows of one table, in several indexes. `put` and `get` copy; callers copy rows that they read from an index. */
export class Table<Row> {
  readonly copy: (row: Row) => Row
  readonly #primary: Index<Row>
  readonly #indexes: readonly Index<Row>[]

  /** `primary` has one key per row. No two rows may share a key of any index. */
  constructor(copy: (row: Row) => Row, primary: Index<Row>, ...others: Index<Row>[]) {
    this.copy = copy
    this.#primary = primary
    this.#indexes = [primary, ...others]
  }

  /** Returns a copy of the row with this primary key. */
  get(key: Key): Row | undefined {
    const row = this.#primary.entries.get(key)
    return row === undefined ? undefined : this.copy(row)
  }

  /** Inserts a row, or replaces the one with its primary key. Throws if another row has one of its keys. */
  put(row: Row): Undo {
    const stored = this.copy(row)
    const [key = []] = this.#primary.keysOf(stored)
    const replaced = this.#primary.entries.get(key)
    this.#checkUniqueKeys(stored, replaced)
    return this.#replace(replaced, stored)
  }

  remove(key: Key): Undo {
    return this.#replace(this.#primary.entries.get(key), undefined)
  }

  get size(): number {
    return this.#primary.entries.size
  }

  clear(): Undo {
    const undos = this.#indexes.map(({ entries }) => entries.clear())
    return () => {
      for (const undo of undos) undo()
    }
  }

  #checkUniqueKeys(row: Row, replaced: Row | undefined): void {
    for (const { keysOf, entries } of this.#indexes) {
      for (const key of keysOf(row)) {
        const existing = entries.get(key)
        if (existing !== undefined && existing !== replaced)
          throw new Error(`Another row has the key ${JSON.stringify(key)}`)
      }
    }
  }

  #replace(old: Row | undefined, next: Row | undefined): Undo {
    for (const { keysOf, entries } of this.#indexes) {
      if (old !== undefined) for (const key of keysOf(old)) entries.delete(key)
      if (next !== undefined) for (const key of keysOf(next)) entries.set(key, next)
    }
    return () => {
      this.#replace(next, old)
    }
  }
}
