import { idAt } from '../lib/ids.ts'
import { DAY_MS } from '../lib/dates.ts'
import type { PageRequest, ReadTables } from '../store/port.ts'
import type { IdempotencyKeyRow, PostRow } from '../store/rows.ts'
import { applyRemoval } from './account.ts'
import { releaseFile, removeUnused, unusedFiles } from './files.ts'
import { EVENT_LIFETIME_MS } from '../events/events.ts'
import { KEY_LIFETIME_MS } from './idempotency.ts'
import { keyOfNotification, NOTIFICATION_LIFETIME_MS } from './notifications.ts'
import { RESTORABLE_MS } from './posts.ts'
import { expiredPushSubscriptions } from './pushSubscriptions.ts'
import { transactAndPublish, type Dependencies } from './serviceContext.ts'

/** The number of rows of each kind that one transaction removes. */
const STEP = 20

/** The number of events that one transaction removes. */
const EVENTS_STEP = 500

/** The number of rows of files, and of stored bytes, that one run checks. */
const CHECKED_FILES = 500

/**
 * How long a file is kept that nothing shows. A post may be sent first with an upload of a day ago, and the same request
 * again for another day (`idempotency.ts`).
 */
const UNUSED_MS = DAY_MS + KEY_LIFETIME_MS

export type Housekeeping = (signal?: AbortSignal) => Promise<void>

/**
 * Creates a function that removes what is left of deleted accounts, and what is kept for a limited time: posts that can no
 * longer be restored, with the files that nothing else shows, old idempotency keys, notifications, push subscriptions and
 * events. Some in each transaction, so that no user waits long. Each run also checks some files, and removes those that
 * nothing has shown for two days after their upload, and orphans: bytes without a row, of uploads that were broken off when the process ended. Writes nothing if
 * there is nothing to remove. A run ends early if its signal aborts. Several processes may run it at once.
 */
export function createHousekeeping(deps: Dependencies): Housekeeping {
  let checkedRow: string | undefined
  let checkedBytes: string | undefined
  return async (signal) => {
    await removeOldRows(deps, signal)
    checkedRow = await removeUnusedFiles(deps, checkedRow, signal)
    if (deps.keepsOrphans || signal?.aborted) return
    const { orphans, next } = await findOrphans(deps, checkedBytes)
    for (const id of orphans) await deps.store.blobs.remove(id)
    checkedBytes = next
  }
}

interface OldFiles {
  ids: string[]
  /** The last id, after which the next call goes on; undefined at the end. */
  next: string | undefined
}

/**
 * Reads some ids of a list of files, in their order, which is that of creation. Leaves out those that were created at or
 * after `end`: they may get their row, or a post that shows them, yet.
 */
async function oldFiles(
  list: (request: PageRequest<string>) => Promise<string[]>,
  end: number,
  after: string | undefined,
): Promise<OldFiles> {
  const youngest = idAt(end, () => 0)
  const ids = (await list({ after, limit: CHECKED_FILES })).filter((id) => id < youngest)
  return { ids, next: ids.length < CHECKED_FILES ? undefined : ids.at(-1) }
}

/** Removes some of the files that no post or profile shows. Returns after which id the next call goes on. */
async function removeUnusedFiles(
  deps: Dependencies,
  after: string | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const { read } = deps.store
  const list = async (request: PageRequest<string>) => {
    const cursor = request.after === undefined ? undefined : { id: request.after }
    const page = await read.files.page('byId', { ...request, after: cursor, direction: 'ascending' })
    return page.map(({ row }) => row.id)
  }
  const { ids, next } = await oldFiles(list, deps.clock() - UNUSED_MS, after)
  const unused = await unusedFiles(read, ids)
  for (let start = 0; start < unused.length; start += STEP) {
    if (signal?.aborted) break
    await transactAndPublish(deps, async (tx, effects) => {
      const locked = await tx.files.tryLock(unused.slice(start, start + STEP))
      await removeUnused(
        { tx, ...effects },
        locked.map(({ id }) => id),
      )
    })
  }
  return next
}

interface CheckedFiles extends Pick<OldFiles, 'next'> {
  /** The ids of bytes that are older than a day and have no row. */
  orphans: string[]
  checked: number
}

/** Checks some of the stored files that are older than a day for a row. */
export async function findOrphans(
  { store, clock }: Pick<Dependencies, 'store' | 'clock'>,
  after: string | undefined,
): Promise<CheckedFiles> {
  const { ids, next } = await oldFiles(store.blobs.ids, clock() - DAY_MS, after)
  const rows = ids.length === 0 ? [] : await store.read.files.getMany(ids)
  const orphans = ids.filter((_, index) => !rows[index])
  return { orphans, checked: ids.length, next }
}

async function removeOldRows(deps: Dependencies, signal: AbortSignal | undefined): Promise<void> {
  const now = deps.clock()
  const { read } = deps.store
  const { users, events } = read
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

  const duePosts = async ({ posts }: ReadTables) => {
    const oldest = await posts.page('byDeletion', { limit: STEP, direction: 'ascending' })
    return oldest.flatMap(({ row }) => (isDue(row) ? [row.id] : []))
  }
  const isDue = ({ state, deletedAt }: PostRow) => state === 'deleted' && (deletedAt ?? now) < now - RESTORABLE_MS
  if ((await duePosts(read)).length > 0)
    await repeat(async (tx, effects) => {
      // Again after they are locked: an author may have restored one.
      const due = (await tx.posts.tryLock(await duePosts(tx))).filter(isDue)
      for (const { id, mediaUrl } of due)
        if (await tx.posts.purge(id)) await releaseFile({ tx, ...effects }, id, mediaUrl)
      return due.length > 0
    })

  const oldKeys = async ({ idempotencyKeys }: ReadTables) => {
    const oldest = await idempotencyKeys.page('byUse', { limit: STEP, direction: 'ascending' })
    return oldest.flatMap(({ row }) => (isOld(row) ? [keyOfRequest(row)] : []))
  }
  const isOld = ({ usedAt }: IdempotencyKeyRow) => usedAt < now - KEY_LIFETIME_MS
  if ((await oldKeys(read)).length > 0)
    await repeat(async (tx) => {
      // Again after they are locked: a request may have the same key.
      const old = (await tx.idempotencyKeys.tryLock(await oldKeys(tx))).filter(isOld)
      return (await tx.idempotencyKeys.remove(...old.map(keyOfRequest))) > 0
    })

  const oldNotifications = async ({ notifications }: ReadTables) => {
    const oldest = await notifications.page('byAge', { limit: STEP, direction: 'ascending' })
    return oldest.flatMap(({ row }) => (row.updatedAt < now - NOTIFICATION_LIFETIME_MS ? [keyOfNotification(row)] : []))
  }
  if ((await oldNotifications(read)).length > 0)
    await repeat(async (tx) => (await tx.notifications.remove(...(await oldNotifications(tx)))) > 0)

  const expired = (tx: ReadTables) => expiredPushSubscriptions(tx, now, STEP)
  if ((await expired(read)).length > 0)
    await repeat(async (tx) => (await tx.pushSubscriptions.remove(...(await expired(tx)))) > 0)

  const [oldestEvent] = await events.after(0, 1)
  if (oldestEvent && oldestEvent.at < now - EVENT_LIFETIME_MS)
    await repeat(async (tx) => (await tx.events.removeBefore(now - EVENT_LIFETIME_MS, EVENTS_STEP)) > 0)
}

function keyOfRequest({ userId, key }: IdempotencyKeyRow): [userId: string, key: string] {
  return [userId, key]
}
