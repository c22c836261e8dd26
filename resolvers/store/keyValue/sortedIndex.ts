/**
 * Values with unique keys in sorted order. Finding, adding and removing one takes logarithmic time. A fork is
 * copy-on-write, so it takes constant time.
 */

import { compareKeys } from './keys.ts'
import type { Key, KeyRange } from './keys.ts'
import { partitionPoint } from '../../lib/partitionPoint.ts'

/** A value and its key. */
export interface Entry<Value> {
  readonly key: Key
  readonly value: Value
}

/** The largest number of entries that a change moves or copies. */
const MAX_BLOCK = 256

interface Place {
  block: number
  offset: number
}

export class SortedIndex<Value> {
  /** In sorted order. None is empty. */
  #blocks: Entry<Value>[][] = []
  /** The blocks that no other index shares; null if the list of blocks is shared, too. */
  #ownBlocks: Set<Entry<Value>[]> | null = new Set()

  /** Returns an index with the same entries. Changing either does not change the other. */
  fork(): SortedIndex<Value> {
    const fork = new SortedIndex<Value>()
    fork.#blocks = this.#blocks
    fork.#ownBlocks = null
    this.#ownBlocks = null
    return fork
  }

  get(key: Key): Value | undefined {
    const found = this.#at(this.#seek(key))
    return found !== undefined && compareKeys(found.key, key) === 0 ? found.value : undefined
  }

  get size(): number {
    return this.#blocks.reduce((sum, { length }) => sum + length, 0)
  }

  /** Adds the value, or replaces the one under this key. */
  set(key: Key, value: Value): void {
    const place = this.#seek(key)
    const found = this.#at(place)
    const replaced = found !== undefined && compareKeys(found.key, key) === 0 ? 1 : 0
    const isBehindAll = place.block === this.#blocks.length
    const index = isBehindAll ? Math.max(0, place.block - 1) : place.block
    const block = this.#ownBlock(index)
    block.splice(isBehindAll ? block.length : place.offset, replaced, { key, value })
    if (block.length > MAX_BLOCK) this.#split(index)
  }

  delete(key: Key): void {
    const place = this.#seek(key)
    const found = this.#at(place)
    if (found === undefined || compareKeys(found.key, key) !== 0) return
    const block = this.#ownBlock(place.block)
    block.splice(place.offset, 1)
    if (block.length === 0) this.#blocks.splice(place.block, 1)
  }

  clear(): void {
    this.#blocks = []
    this.#ownBlocks = new Set()
  }

  /** Yields the entries of a range in ascending order. The index must not change meanwhile. */
  *ascending(range: KeyRange): Generator<Entry<Value>, void> {
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
  *descending(range: KeyRange): Generator<Entry<Value>, void> {
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

  #at({ block, offset }: Place): Entry<Value> | undefined {
    return this.#blocks[block]?.[offset]
  }

  /** Returns the place of the first entry at or after `key`, or after it if `isExclusive`. */
  #seek(key: Key, isExclusive = false): Place {
    const isReached = (entry: Entry<Value> | undefined) =>
      entry !== undefined && compareKeys(entry.key, key) >= Number(isExclusive)
    const block = partitionPoint(this.#blocks, (entries) => isReached(entries.at(-1)))
    return { block, offset: partitionPoint(this.#blocks[block] ?? [], isReached) }
  }

  /** Returns the block at this index after copying it if it is shared; a new one if there is none. */
  #ownBlock(index: number): Entry<Value>[] {
    if (this.#ownBlocks === null) {
      this.#blocks = [...this.#blocks]
      this.#ownBlocks = new Set()
    }
    const block = this.#blocks[index]
    if (block !== undefined && this.#ownBlocks.has(block)) return block
    const own = [...(block ?? [])]
    this.#blocks[index] = own
    this.#ownBlocks.add(own)
    return own
  }

  #split(index: number): void {
    const block = this.#ownBlock(index)
    // Ids ascend, so most indexes grow at their end: keep a full last block full instead of halving it each time.
    const kept = index === this.#blocks.length - 1 ? MAX_BLOCK : MAX_BLOCK / 2
    const behind = block.splice(kept)
    this.#blocks.splice(index + 1, 0, behind)
    this.#ownBlocks?.add(behind)
  }
}
