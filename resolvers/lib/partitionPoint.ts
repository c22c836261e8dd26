/** Returns the index of the first item that passes, by binary search. All items after it must pass too. */
export function partitionPoint<Item>(items: readonly Item[], passes: (item: Item) => boolean): number {
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
