import type { Clock } from '../lib/clock.ts'
import type { Store } from '../store/port.ts'

/** Under it stands when the store was sown. */
export const seededKey = 'seededAt'

/** Fills an empty store with the sample members and posts, once and for all: what has been sown is never sown again. */
export async function sow(store: Store, clock: Clock): Promise<void> {
  if ((await store.read.meta.get(seededKey)) !== undefined) return
  // Only the first visit loads them.
  const { putSamples } = await import('./seed.ts')
  await store.transaction(async (tx) => {
    if ((await tx.meta.get(seededKey)) !== undefined) return
    const now = clock()
    await putSamples(tx, now)
    await tx.meta.put(seededKey, now)
  })
}
