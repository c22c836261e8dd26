/** Values with unique keys in sorted order. Finding, adding and removing one takes logarithmic time. */

import { compareKeys } from './keys.ts'
import type { Key, KeyRange } from './keys.ts'

/** A value and its key. */
export interface Entry<EntryKey extends Key, Value> {
  readonly key: EntryKey
  readonly value: Value
}

/** The largest number of entries that an insertion moves. */
const MAX_BLOCK = 512

interface Place {
  block: number
  offset: number
}

export class SortedIndex<EntryKey extends Key, Value> {
  /** In sorted order. None is empty. */
  readonly #blocks: Entry<EntryKey, Value>[][] = []

  get(key: Key): Value | undefined {
    const found = this.#at(this.#seek(key))
    return found !== undefined && compareKeys(found.key, key) === 0 ? found.value : undefined
  }

  get size(): number {
    return this.#blocks.reduce((sum, { length }) => sum + length, 0)
  }

  first(): Entry<EntryKey, Value> | undefined {
    return this.#blocks[0]?.[0]
  }

  last(): Entry<EntryKey, Value> | undefined {
    return this.#blocks.at(-1)?.at(-1)
  }

  /** Adds the value, or replaces the one under this key. */
  set(key: EntryKey, value: Value): void {
    const place = this.#seek(key)
    const found = this.#at(place)
    const replaced = found !== undefined && compareKeys(found.key, key) === 0 ? 1 : 0
    const block = this.#blocks[place.block]
    if (block !== undefined) {
      block.splice(place.offset, replaced, { key, value })
      this.#split(place.block)
      return
    }
    const last = this.#blocks.at(-1)
    if (last === undefined) this.#blocks.push([{ key, value }])
    else {
      last.push({ key, value })
      this.#split(this.#blocks.length - 1)
    }
  }

  delete(key: Key): void {
    const place = this.#seek(key)
    const found = this.#at(place)
    if (found === undefined || compareKeys(found.key, key) !== 0) return
    const block = this.#blocks[place.block]
    block?.splice(place.offset, 1)
    if (block?.length === 0) this.#blocks.splice(place.block, 1)
  }

  /** Removes all entries. Returns a function that puts them back into an empty index. */
  clear(): () => void {
    const blocks = this.#blocks.splice(0)
    return () => {
      for (const block of blocks) this.#blocks.push(block)
    }
  }

  /** Yields the entries of a range in ascending order. The index must not change meanwhile. */
  *ascending(range: KeyRange): Generator<Entry<EntryKey, Value>, void> {
    const start = this.#seek(range.lower, range.lowerOpen)
    let { offset } = start
    for (let block = start.block; block < this.#blocks.length; block += 1) {
      for (let entry = this.#at({ block, offset }); entry !== undefined; entry = this.#at({ block, offset })) {
        if (compareKeys(entry.key, range.upper) >= 0) return
        yield entry
        offset += 1
      }
      offset = 0
    }
  }

  /** Yields the entries of a range in descending order. The index must not change meanwhile. */
  *descending(range: KeyRange): Generator<Entry<EntryKey, Value>, void> {
    const end = this.#seek(range.upper)
    let offset = end.offset - 1
    for (let { block } = end; block >= 0; block -= 1) {
      for (let entry = this.#at({ block, offset }); entry !== undefined; entry = this.#at({ block, offset })) {
        if (compareKeys(entry.key, range.lower) < Number(range.lowerOpen)) return
        yield entry
        offset -= 1
      }
      offset = (this.#blocks[block - 1]?.length ?? 0) - 1
    }
  }

  #at({ block, offset }: Place): Entry<EntryKey, Value> | undefined {
    return this.#blocks[block]?.[offset]
  }

  /** Returns the place of the first entry at or after `key`, or after it if `isExclusive`. */
  #seek(key: Key, isExclusive = false): Place {
    const isReached = (entry: Entry<EntryKey, Value> | undefined) =>
      entry !== undefined && compareKeys(entry.key, key) >= Number(isExclusive)
    const block = partitionPoint(this.#blocks, (entries) => isReached(entries.at(-1)))
    return { block, offset: partitionPoint(this.#blocks[block] ?? [], isReached) }
  }

  #split(index: number): void {
    const block = this.#blocks[index]
    if (block === undefined || block.length <= MAX_BLOCK) return
    // Ids ascend, so most indexes grow at their end: keep a full last block full instead of halving it each time.
    const kept = index === this.#blocks.length - 1 ? MAX_BLOCK : MAX_BLOCK / 2
    this.#blocks.splice(index + 1, 0, block.splice(kept))
  }
}

/** Returns the index of the first item that passes, by binary search. All items after it must pass too. */
function partitionPoint<Item>(items: readonly Item[], passes: (item: Item) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && passes(item)) high = middle
    else low = middle + 1
  }
  return low
}
