import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { UniqueViolationError, type Store } from '../../resolvers/store/port.ts'
import { adapters } from './adapters.ts'
import { session } from './steps.ts'

it('all stores return the same results for the same calls', async () => {
  await fc.assert(
    fc.asyncProperty(session, async (steps) => {
      const stores = await Promise.all(adapters.map(({ open }) => open()))
      for (const { label, run } of steps) {
        const [expected, ...others] = await Promise.all(stores.map((store) => outcome(store, run)))
        for (const result of others) expect(result, label).toEqual(expected)
      }
      for (const store of stores) await store.close()
    }),
    { numRuns: 300, interruptAfterTimeLimit: 10_000 },
  )
}, 15_000)

/** Returns the result of a step. The messages of errors differ between stores. */
async function outcome(store: Store, run: (store: Store) => Promise<unknown>): Promise<unknown> {
  try {
    return { result: await run(store) }
  } catch (error) {
    return error instanceof UniqueViolationError ? { table: error.table, column: error.column } : 'rejected'
  }
}
