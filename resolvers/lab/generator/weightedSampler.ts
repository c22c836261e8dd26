import type { Random } from './random.ts'

/** Returns a function that returns a random item. An item with twice the weight is returned twice as often. */
export function weightedSampler<Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
  random: Random,
): () => Item {
  let sum = 0
  const ends = Float64Array.from(items, (item) => (sum += weightOf(item)))
  return () => {
    const target = random() * sum
    let [low, high] = [0, ends.length - 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (Number(ends[middle]) > target) high = middle
      else low = middle + 1
    }
    const picked = items[low]
    if (picked === undefined) throw new RangeError('There are no items to sample.')
    return picked
  }
}

/** Takes `count` samples. Returns how often each item was sampled. */
export function distribute<Item>(count: number, sample: () => Item): Map<Item, number> {
  const counts = new Map<Item, number>()
  for (let left = count; left > 0; left -= 1) {
    const item = sample()
    counts.set(item, (counts.get(item) ?? 0) + 1)
  }
  return counts
}

/** Returns the distinct items among `count` samples. */
export function sampleDistinct<Item>(count: number, sample: () => Item): Set<Item> {
  const items = new Set<Item>()
  for (let left = count; left > 0; left -= 1) items.add(sample())
  return items
}
