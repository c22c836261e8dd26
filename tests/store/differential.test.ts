import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { UniqueViolationError } from '../../resolvers/store/port.ts'
import { storeAdapters } from './adapters.ts'
import { session } from './steps.ts'
import type { AdministeredStore } from '../../resolvers/store/administration.ts'

/** How many random calls are compared. See docs/postgres.md. */
const CALLS = Number(process.env['STORE_CALLS'] ?? 3000)
const SEED = Number(process.env['STORE_SEED'] ?? 1)
/** Fewer than an average session has. */
const CALLS_PER_SESSION = 90

it(`all stores return the same results for the same ${CALLS} calls`, { timeout: 600_000 }, async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(session, async (steps) => {
      const stores = await Promise.all(storeAdapters.map(({ open }) => open()))
      for (const { label, calls, run } of steps) {
        const [expected, ...others] = await Promise.all(stores.map((store) => outcome(store, run)))
        for (const result of others) expect(result, label).toEqual(expected)
        compared += calls
      }
      for (const store of stores) await store.close()
    }),
    { numRuns: Math.ceil(CALLS / CALLS_PER_SESSION), seed: SEED },
  )
  expect(compared).toBeGreaterThanOrEqual(CALLS)
})

/** Returns the result of a step. The messages of errors differ between stores. */
async function outcome(
  store: AdministeredStore,
  run: (store: AdministeredStore) => Promise<unknown>,
): Promise<unknown> {
  try {
    return { result: await run(store) }
  } catch (error) {
    return error instanceof UniqueViolationError ? { table: error.table, column: error.column } : 'rejected'
  }
}
