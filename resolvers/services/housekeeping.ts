import { applyRemoval } from './account.ts'
import { releaseFile } from './files.ts'
import { KEY_LIFETIME_MS } from './idempotency.ts'
import { RESTORABLE_MS } from './posts.ts'
import { transactAndPublish, type Dependencies } from './serviceContext.ts'

/** The number of rows of each kind that one transaction removes. */
const STEP = 20

/**
 * Removes what is left of deleted accounts, and what is kept for a limited time: posts that can no longer be restored,
 * with the files that nothing else shows, and old idempotency keys. Some in each transaction, so that no user waits long.
 * Writes nothing if there are none. Ends early if the signal aborts. Several processes may run it at once.
 */
export async function runHousekeeping(deps: Dependencies, signal?: AbortSignal): Promise<void> {
  const now = deps.clock()
  const { users, deletedPosts, idempotencyKeys } = deps.store.read
  /** Runs a step, which returns whether it removed anything, until it removes nothing. */
  const repeat = async (step: Parameters<typeof transactAndPublish<boolean>>[1]) => {
    for (let isRemoving = true; isRemoving;) isRemoving = !signal?.aborted && (await transactAndPublish(deps, step))
  }

  if (await users.hasUnfinishedRemoval())
    await repeat(async (tx, effects) => {
      const removed = await tx.users.continueRemoval(now)
      if (removed) applyRemoval(effects, removed)
      return removed !== undefined
    })

  if ((await deletedPosts.deletedBefore(now - RESTORABLE_MS, 1)).length > 0)
    await repeat(async (tx, effects) => {
      const due = await tx.deletedPosts.deletedBefore(now - RESTORABLE_MS, STEP)
      for (const { id, mediaUrl } of due)
        if (await tx.deletedPosts.remove(id)) await releaseFile({ tx, ...effects }, id, mediaUrl)
      return due.length > 0
    })

  if (await idempotencyKeys.hasUsedBefore(now - KEY_LIFETIME_MS))
    await repeat(async (tx) => (await tx.idempotencyKeys.removeUsedBefore(now - KEY_LIFETIME_MS, STEP)) > 0)
}
