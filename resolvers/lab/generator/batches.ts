/** The cost of one transaction, for which the app's own calls must wait: about 70 ms on a laptop. */
const BATCH_COST = 700

/** Groups items into batches, one for each transaction. A row of two ids costs 1. */
export function* batchesOf<Item>(items: Iterable<Item>, costOf: (item: Item) => number): Generator<Item[], void> {
  let batch: Item[] = []
  let cost = 0
  for (const item of items) {
    batch.push(item)
    cost += costOf(item)
    if (cost < BATCH_COST) continue
    yield batch
    batch = []
    cost = 0
  }
  if (batch.length > 0) yield batch
}
