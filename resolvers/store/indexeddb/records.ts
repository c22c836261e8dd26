/** How migrations read records of any shape. */

import { safeParse, type GenericSchema, type InferOutput } from 'valibot'

import type { UpgradeTransaction } from './versions.ts'

const BATCH_SIZE = 500

/** Reads all records of a store in batches, because a request for each takes much longer. */
export async function forEachRecord(
  tx: UpgradeTransaction,
  name: string,
  work: (record: unknown) => Promise<void>,
): Promise<void> {
  const store = tx.objectStore(name)
  let range: IDBKeyRange | undefined
  for (;;) {
    const [keys, records] = await Promise.all([store.getAllKeys(range, BATCH_SIZE), store.getAll(range, BATCH_SIZE)])
    const last = keys.at(-1)
    if (last === undefined) return
    await Promise.all(records.map(work))
    range = IDBKeyRange.lowerBound(last, true)
  }
}

/** Returns the declared fields, undefined if one has the wrong type. */
export function parsed<Schema extends GenericSchema>(schema: Schema, value: unknown): InferOutput<Schema> | undefined {
  const result = safeParse(schema, value)
  return result.typed ? result.output : undefined
}
