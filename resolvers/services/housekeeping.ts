import { releaseFile } from './files.ts'
import { KEY_LIFETIME_MS } from './idempotency.ts'
import { RESTORABLE_MS } from './posts.ts'
import { transactAndPublish, type Dependencies } from './serviceContext.ts'

/** The number of rows of each kind that one transaction removes. */
const STEP = 20

/**
 * Removes what is kept for a limited time: posts that can no longer be restored, with the files that nothing else shows,
 * and old idempotency keys. Some in each transaction, so that no user waits long. Writes nothing if there are none.
 */
export async function runHousekeeping(deps: Dependencies): Promise<void> {
  const now = deps.clock()
  const { deletedPosts, idempotencyKeys } = deps.store.read
  const isDue = async () =>
    (await deletedPosts.deletedBefore(now - RESTORABLE_MS, 1)).length > 0 ||
    (await idempotencyKeys.hasUsedBefore(now - KEY_LIFETIME_MS))
  while (await isDue())
    await transactAndPublish(deps, async (tx, effects) => {
      for (const { id, mediaUrl } of await tx.deletedPosts.deletedBefore(now - RESTORABLE_MS, STEP)) {
        await tx.deletedPosts.remove(id)
        await releaseFile({ tx, ...effects }, id, mediaUrl)
      }
      await tx.idempotencyKeys.removeUsedBefore(now - KEY_LIFETIME_MS, STEP)
    })
}
