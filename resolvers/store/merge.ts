/** A k-way merge of sorted lists. Its cost is one step per list and one per item taken. */

import type { Direction, Key } from './keys.ts'
import { SortedIndex } from './sortedIndex.ts'

/** An item of a sorted list. No two items of the merged lists have the same position. */
interface Positioned {
  position: Key
}

/** Merges lists that are all sorted in `direction`. */
export function* merge<Item extends Positioned>(lists: Iterator<Item>[], direction: Direction): Generator<Item, void> {
  const heads = new Heads<Item, Iterator<Item>>(direction)
  for (const list of lists) heads.add(list, list.next())
  for (let head = heads.take(); head !== undefined; head = heads.take()) {
    yield head.item
    heads.add(head.list, head.list.next())
  }
}

/** Like `merge`, for asynchronous lists. Requests the first items of all lists at once. */
export async function* mergeAsync<Item extends Positioned>(
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

/** The next item of each list, sorted by position. */
class Heads<Item extends Positioned, List> {
  readonly #direction: Direction
  readonly #heads = new SortedIndex<Key, { item: Item; list: List }>()

  constructor(direction: Direction) {
    this.#direction = direction
  }

  add(list: List, next: IteratorResult<Item, unknown>): void {
    if (next.done !== true) this.#heads.set(next.value.position, { item: next.value, list })
  }

  take(): { item: Item; list: List } | undefined {
    const head = this.#direction === 'ascending' ? this.#heads.first() : this.#heads.last()
    if (head !== undefined) this.#heads.delete(head.key)
    return head?.value
  }
}
