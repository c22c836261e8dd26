import type { PostRow } from '../rows.ts'
import { tagCountChanges } from '../search/tagKeys.ts'
import type { WriteTransaction } from './transaction.ts'

/**
 * The last count update of each transaction. Updates run one after another, because two concurrent ones would read the
 * same counts.
 */
const lastChanges = new WeakMap<WriteTransaction, Promise<void>>()

/** Updates the stored numbers of posts with tags when posts are replaced with others. */
export function changeTagCounts(
  tx: WriteTransaction,
  before: readonly PostRow[],
  after: readonly PostRow[],
): Promise<void> {
  const done = changeAfter(lastChanges.get(tx), tx, tagCountChanges(before, after))
  lastChanges.set(tx, done)
  return done
}

async function changeAfter(
  last: Promise<void> | undefined,
  tx: WriteTransaction,
  changes: ReadonlyMap<string, number>,
): Promise<void> {
  await last
  for (const [tag, by] of changes) {
    const postCount = ((await tx.get('tagCounts', [tag]))?.postCount ?? 0) + by
    await (postCount > 0 ? tx.put('tagCounts', { tag, postCount }) : tx.delete('tagCounts', [tag]))
  }
}
