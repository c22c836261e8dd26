/** Returns pseudo-random numbers from 0 up to, not including, 1. */
export type Random = () => number

/** The sfc32 generator, seeded with any whole numbers: the same seeds give the same numbers. */
export function createRandom(...seeds: number[]): Random {
  let [a, b, c, turn] = [0x9e37_79b9, 0x243f_6a88, 0xb7e1_5162, 1]
  const next = () => {
    const sum = (a + b + turn) | 0
    turn = (turn + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  for (const seed of seeds) {
    a ^= seed
    b ^= Math.floor(seed / 2 ** 32)
    for (let round = 0; round < 12; round += 1) next()
  }
  return next
}

/** What `pickOne` picks from. */
export type Choices<Item> = readonly [Item, ...Item[]]

/** Splits a text into texts to choose from. */
export function choicesOf(text: string, separator: RegExp): Choices<string> {
  const [first = '', ...others] = text.split(separator)
  return [first, ...others]
}

/** Returns a random item. */
export function pickOne<Item>(random: Random, items: Choices<Item>): Item {
  return items[Math.floor(random() * items.length)] ?? items[0]
}

/** Returns a log-normal weight: most are small, a few are very large. The larger `spread`, the more unequal. */
export function longTailed(random: Random, spread: number): number {
  const gauss = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.exp(spread * gauss)
}
