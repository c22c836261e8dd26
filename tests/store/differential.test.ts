import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import type { Store } from '../../resolvers/store/port.ts'
import { adapters } from './adapters.ts'
import { session } from './steps.ts'

it('all stores return the same results for the same calls', async () => {
  await fc.assert(
    fc.asyncProperty(session, async (steps) => {
      const stores = await Promise.all(adapters.map(({ open }) => open()))
      for (const { label, play } of steps) {
        const [expected, ...others] = await Promise.all(stores.map((store) => outcome(store, play)))
        for (const answer of others) expect(answer, label).toEqual(expected)
      }
      for (const store of stores) store.close()
    }),
    { numRuns: 300, interruptAfterTimeLimit: 10_000 },
  )
}, 15_000)

/** The messages of errors differ between stores, so only their presence is compared. */
async function outcome(store: Store, play: (store: Store) => Promise<unknown>): Promise<unknown> {
  try {
    return { answer: await play(store) }
  } catch {
    return 'refused'
  }
}
