import type { Random } from './random.ts'

/** Draws from these, again and again; what has twice the weight comes twice as often. */
export function lottery<Item>(items: readonly Item[], weightOf: (item: Item) => number, random: Random): () => Item {
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
    const drawn = items[low]
    if (drawn === undefined) throw new RangeError('There is nothing to draw from.')
    return drawn
  }
}

/** How many of so many come to each. */
export function deal<Item>(count: number, draw: () => Item): Map<Item, number> {
  const dealt = new Map<Item, number>()
  for (let left = count; left > 0; left -= 1) {
    const item = draw()
    dealt.set(item, (dealt.get(item) ?? 0) + 1)
  }
  return dealt
}

/** The different ones of so many draws. */
export function differentOf<Item>(count: number, draw: () => Item): Set<Item> {
  const drawn = new Set<Item>()
  for (let left = count; left > 0; left -= 1) drawn.add(draw())
  return drawn
}
