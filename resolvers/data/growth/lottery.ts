import type { Random } from './random.ts'

/** Draws indexes of these weights, again and again; one with twice the weight comes twice as often. */
export function lottery(weights: readonly number[], random: Random): () => number {
  let sum = 0
  const ends = Float64Array.from(weights, (weight) => (sum += weight))
  return () => {
    const target = random() * sum
    let [low, high] = [0, ends.length - 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ends[middle] ?? 0) > target) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** How many of so many come to each, drawn by weight. */
export function deal(count: number, weights: readonly number[], random: Random): number[] {
  const dealt = weights.map(() => 0)
  const draw = lottery(weights, random)
  for (let left = count; left > 0; left -= 1) {
    const index = draw()
    dealt[index] = (dealt[index] ?? 0) + 1
  }
  return dealt
}

/** The different ones of so many draws. */
export function differentOf(count: number, draw: () => number): Set<number> {
  const drawn = new Set<number>()
  for (let left = count; left > 0; left -= 1) drawn.add(draw())
  return drawn
}
