import type { AdminWriter } from '../../store/administration.ts'
import type { Progress } from '../../snapshot/job.ts'
import type { GeneratorRun } from './population.ts'

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

/**
 * Writes batches, each in a transaction. Advances the progress by their items, and at the end by what is missing of `count`:
 * duplicates among the samples were dropped.
 */
export async function writeBatches<Item>(
  { transaction, advance }: GeneratorRun,
  phase: Progress['phase'],
  count: number,
  batches: Iterable<Item[]>,
  write: (tx: AdminWriter, batch: readonly Item[]) => Promise<void>,
): Promise<void> {
  let left = count
  for (const batch of batches) {
    await transaction((tx) => write(tx, batch))
    advance(phase, batch.length)
    left -= batch.length
  }
  advance(phase, left)
}
