import { idAt } from '../lib/ids.ts'
import { DAY_MS } from '../lib/dates.ts'
import { applyRemoval } from './account.ts'
import { releaseFile } from './files.ts'
import { KEY_LIFETIME_MS } from './idempotency.ts'
import { RESTORABLE_MS } from './posts.ts'
import { transactAndPublish, type Dependencies } from './serviceContext.ts'

/** The number of rows of each kind that one transaction removes. */
const STEP = 20

/** The number of files that one run checks for a row. */
const CHECKED_FILES = 500

export type Housekeeping = (signal?: AbortSignal) => Promise<void>

/**
 * Creates a function that removes what is left of deleted accounts, and what is kept for a limited time: posts that can no
 * longer be restored, with the files that nothing else shows, and old idempotency keys. Some in each transaction, so that
 * no user waits long. Each run also checks some of the stored files, and removes orphans: bytes without a row, of uploads
 * that were broken off when the process ended. Writes nothing if there is nothing to remove. A run ends early if
 * its signal aborts. Several processes may run it at once.
 */
export function createHousekeeping(deps: Dependencies): Housekeeping {
  let checkedFile: string | undefined
  return async (signal) => {
    await removeOldRows(deps, signal)
    if (deps.keepsOrphans) return
    const { orphans, next } = await findOrphans(deps, checkedFile)
    for (const id of orphans) await deps.store.blobs.remove(id)
    checkedFile = next
  }
}

interface CheckedFiles {
  /** The ids of bytes that are older than a day and have no row. */
  orphans: string[]
  checked: number
  /** The last id that was checked, after which the next call goes on; undefined at the end. */
  next: string | undefined
}

/**
 * Checks some of the stored files for a row, in the order of ids, which is that of creation. Those of the last day are
 * left out, because they may get their row yet.
 */
export async function findOrphans(
  { store, clock }: Pick<Dependencies, 'store' | 'clock'>,
  after: string | undefined,
): Promise<CheckedFiles> {
  const listed = await store.blobs.ids({ after, limit: CHECKED_FILES })
  const youngest = idAt(clock() - DAY_MS, () => 0)
  const ids = listed.filter((id) => id < youngest)
  const rows = ids.length === 0 ? [] : await store.read.files.getMany(ids)
  const orphans = ids.filter((_, index) => !rows[index])
  return { orphans, checked: ids.length, next: ids.length < CHECKED_FILES ? undefined : ids.at(-1) }
}

async function removeOldRows(deps: Dependencies, signal: AbortSignal | undefined): Promise<void> {
  const now = deps.clock()
  const { users, deletedPosts, idempotencyKeys } = deps.store.read
  /** Runs a step, which returns whether it removed anything, until it removes nothing. */
  const repeat = async (step: Parameters<typeof transactAndPublish<boolean>>[1]) => {
    for (;;) if (signal?.aborted || !(await transactAndPublish(deps, step))) return
  }

  if (await users.hasUnfinishedRemoval())
    await repeat(async (tx, effects) => {
      const removed = await tx.users.continueRemoval(now)
      // No events for the counts of others: hundreds of thousands would make each tab fetch everything again and again.
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
