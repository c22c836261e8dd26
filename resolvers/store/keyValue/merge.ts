import type { Direction } from '../pages.ts'
import { compareKeys, type Key } from './keys.ts'
import { partitionPoint } from '../../lib/partitionPoint.ts'

/**
 * Merges lists that are all sorted in `direction` and have no key in common. Requests the first items of all lists at
 * once. Costs one step per list and one per item taken.
 */
export async function* merge<Item extends { key: Key }>(
  lists: AsyncIterator<Item>[],
  direction: Direction,
): AsyncGenerator<Item, void> {
  const sign = direction === 'ascending' ? 1 : -1
  /** The next item of each list, in reverse: the first one is at the end. */
  const heads: { item: Item; list: AsyncIterator<Item> }[] = []
  const addNext = async (list: AsyncIterator<Item>) => {
    const { done, value: item } = await list.next()
    if (done === true) return
    const place = partitionPoint(heads, (head) => sign * compareKeys(head.item.key, item.key) < 0)
    heads.splice(place, 0, { item, list })
  }
  await Promise.all(lists.map(addNext))
  for (let head = heads.pop(); head !== undefined; head = heads.pop()) {
    yield head.item
    await addNext(head.list)
  }
}
