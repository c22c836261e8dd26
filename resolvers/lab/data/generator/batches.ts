/** What the app asks for meanwhile waits for a transaction: this much of writing takes some 70 ms on a laptop. */
const batchCost = 700

/** Items in batches, each for a transaction of its own. The unit of cost is a link of two ids. */
export function* batchesOf<Item>(items: Iterable<Item>, costOf: (item: Item) => number): Generator<Item[], void> {
  let batch: Item[] = []
  let cost = 0
  for (const item of items) {
    batch.push(item)
    cost += costOf(item)
    if (cost < batchCost) continue
    yield batch
    batch = []
    cost = 0
  }
  if (batch.length > 0) yield batch
}
