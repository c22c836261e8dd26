import type { IDBPTransaction } from 'idb'
import { safeParse, type GenericSchema } from 'valibot'

import type { Layout } from '../migrate.ts'

/** The database does not match its version, or is older than the baseline. Each attempt to open it fails so. */
export class UnusableError extends Error {
  override readonly name = 'UnusableError'
}

type AnyTransaction = IDBPTransaction<unknown, ArrayLike<string>, IDBTransactionMode>

/** Throws an `UnusableError` unless these object stores exist with exactly these keys and indexes. */
export function checkLayout(tx: AnyTransaction, layout: Layout): void {
  for (const [name, { keyPath, indexes }] of Object.entries(layout)) {
    const store = tx.objectStore(name)
    const found = Array.from(store.indexNames, (index) => describe(index, store.index(index)))
    const expected = Object.entries(indexes).map(([index, parts]) => describe(index, parts))
    const isSame =
      JSON.stringify(store.keyPath) === JSON.stringify(keyPath) &&
      JSON.stringify(found.toSorted()) === JSON.stringify(expected.toSorted())
    if (!isSame) throw new UnusableError(`The keys or indexes of ${name} are not those of its version.`)
  }
}

type IndexLayout = Layout[string]['indexes'][string]

function describe(name: string, { keyPath, unique = false, multiEntry = false }: IndexLayout): string {
  return JSON.stringify([name, keyPath, unique, multiEntry])
}

/**
 * Throws an `UnusableError` if the first record of an object store has fields of the wrong type. Checks only the first,
 * because this delays every start. A call that reads another damaged record fails with 500.
 */
export async function checkRecords(tx: AnyTransaction, shapes: Readonly<Record<string, GenericSchema>>): Promise<void> {
  await Promise.all(
    Object.entries(shapes).map(async ([name, shape]) => {
      const records: unknown[] = await tx.objectStore(name).getAll(undefined, 1)
      if (!records.every((record) => safeParse(shape, record).typed))
        throw new UnusableError(`A record of ${name} has fields of the wrong type.`)
    }),
  )
}
