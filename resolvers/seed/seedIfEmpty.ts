import type { Clock } from '../lib/dates.ts'
import type { Store } from '../store/port.ts'

/** The key in the `meta` table of the time when the store was seeded. */
export const seededKey = 'seededAt'

/**
 * Writes the sample users and posts to a store without users that was never seeded. Deleted sample data is not restored.
 */
export async function seedIfEmpty(store: Store, clock: Clock): Promise<void> {
  if ((await store.read.meta.get(seededKey)) !== undefined) return
  // Loaded on demand, because only the first visit needs the sample data.
  const { writeSeed } = await import('./seed.ts')
  await store.transaction(
    async (tx) => {
      if ((await tx.meta.get(seededKey)) !== undefined) return
      if ((await tx.users.page('byId', { limit: 1 })).length > 0) return
      const now = clock()
      await tx.meta.put(seededKey, now)
      await writeSeed(tx, now)
    },
    { isExclusive: true },
  )
}
