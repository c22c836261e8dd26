/** A k-way merge of sorted lists. Its cost is one step per list and one per item taken. */

import { compareKeys } from './keys.ts'
import type { Direction, Key } from './keys.ts'
import { partitionPoint } from './partitionPoint.ts'

/** An item of a sorted list. No two items of the merged lists have the same key. */
interface Keyed {
  key: Key
}

/** Merges lists that are all sorted in `direction`. */
export function* merge<Item extends Keyed>(lists: Iterator<Item>[], direction: Direction): Generator<Item, void> {
  const heads = new Heads<Item, Iterator<Item>>(direction)
  for (const list of lists) heads.add(list, list.next())
  for (let head = heads.take(); head !== undefined; head = heads.take()) {
    yield head.item
    heads.add(head.list, head.list.next())
  }
}

/** Like `merge`, for asynchronous lists. Requests the first items of all lists at once. */
export async function* mergeAsync<Item extends Keyed>(
  lists: AsyncIterator<Item>[],
  direction: Direction,
): AsyncGenerator<Item, void> {
  const heads = new Heads<Item, AsyncIterator<Item>>(direction)
  await Promise.all(lists.map(async (list) => heads.add(list, await list.next())))
  for (let head = heads.take(); head !== undefined; head = heads.take()) {
    yield head.item
    heads.add(head.list, await head.list.next())
  }
}

interface Head<Item, Source> {
  item: Item
  list: Source
}

/** The next item of each list. */
class Heads<Item extends Keyed, Source> {
  readonly #sign: 1 | -1
  /** In reverse: the first one is at the end. */
  readonly #heads: Head<Item, Source>[] = []

  constructor(direction: Direction) {
    this.#sign = direction === 'ascending' ? 1 : -1
  }

  add(list: Source, next: IteratorResult<Item, unknown>): void {
    if (next.done === true) return
    const item = next.value
    const place = partitionPoint(this.#heads, (head) => this.#sign * compareKeys(head.item.key, item.key) < 0)
    this.#heads.splice(place, 0, { item, list })
  }

  take(): Head<Item, Source> | undefined {
    return this.#heads.pop()
  }
}
