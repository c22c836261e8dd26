import { patcher, withoutLike } from '../patcher.ts'
import { UniqueViolationError, type RemovedUser } from '../port.ts'
import type { PostRow, TableName } from '../rows.ts'
import { insertRows } from './inserts.ts'
import { prefixRange } from './keys.ts'
import { postRecord, rowIn } from './records.ts'
import { changeTagCounts } from './tagCounts.ts'
import type { StoreKey, WriteTransaction } from './transaction.ts'

/** The number of rows that one step of a removal reads, changes and deletes. */
const STEP = 100

/** Returns whether there was such a row. */
export async function remove<Table extends TableName | 'deletedPosts'>(
  tx: WriteTransaction,
  table: Table,
  key: StoreKey<Table>,
): Promise<boolean> {
  const [wasThere] = await Promise.all([tx.has(table, key), tx.delete(table, key)])
  return wasThere
}

/** Moves a post to the deleted ones. Returns whether it was there. */
export async function removePost(tx: WriteTransaction, id: string, deletedAt: number): Promise<boolean> {
  const record = await tx.get('posts', [id])
  if (record === undefined) return false
  const post = rowIn.posts(record)
  if (!(await tx.add('deletedPosts', { ...post, deletedAt }))) throw new UniqueViolationError('deletedPosts', 'key')
  await Promise.all([tx.delete('posts', [id]), changeTagCounts(tx, [post], [])])
  return true
}

export async function restorePost(tx: WriteTransaction, id: string): Promise<PostRow | undefined> {
  const deleted = await tx.get('deletedPosts', [id])
  if (deleted === undefined) return undefined
  const { deletedAt: _deletedAt, ...post } = deleted
  await Promise.all([insertRows(tx, 'posts', [post]), tx.delete('deletedPosts', [id])])
  return post
}

/** Removes a deleted post for good, with its reactions and bookmarks. */
export async function purgePost(tx: WriteTransaction, id: string): Promise<true> {
  if (await remove(tx, 'deletedPosts', [id])) await removeLinks(tx, id)
  return true
}

async function removeLinks(tx: WriteTransaction, postId: string): Promise<void> {
  const own = prefixRange([postId])
  await tx.deleteRange('reactions', own)
  await inSteps(
    () => tx.keys('bookmarks', own, { index: 'byPost', limit: STEP }),
    (key) => tx.delete('bookmarks', key),
  )
}

export async function removeUser(tx: WriteTransaction, id: string, now: number): Promise<RemovedUser | undefined> {
  if (!(await remove(tx, 'users', [id]))) return undefined
  const own = prefixRange([id])
  const removed: RemovedUser = { id, postIds: [], likedPosts: [], linkedUserIds: [], fileIds: [] }

  await inSteps(
    () => tx.records('posts', own, { index: 'byAuthor', limit: STEP }),
    async (record) => {
      removed.postIds.push(record.id)
      await Promise.all([
        tx.delete('posts', [record.id]),
        removeLinks(tx, record.id),
        changeTagCounts(tx, [record], []),
      ])
    },
  )
  await inSteps(
    () => tx.keys('deletedPosts', own, { index: 'byAuthor', limit: STEP }),
    ([postId]) => purgePost(tx, postId),
  )

  await inSteps(
    () => tx.records('reactions', own, { index: 'byUser', limit: STEP }),
    async ({ postId, kind }) => {
      await tx.delete('reactions', [postId, id])
      const post = kind === 'like' ? await takeLikeOff(tx, postId, now) : undefined
      if (post) removed.likedPosts.push({ id: postId, authorId: post.authorId })
    },
  )
  await tx.deleteRange('bookmarks', own)

  const linked = new Set<string>()
  const unlink = async (key: StoreKey<'follows'>, userId: string, count: string) => {
    await tx.delete('follows', key)
    const record = await tx.get('users', [userId])
    if (record === undefined) return
    linked.add(userId)
    const row = patcher({ set: { updatedAt: now }, add: { [count]: -1 } })(record.row)
    await tx.put('users', { ...record, row })
  }
  await inSteps(
    () => tx.keys('follows', own, { index: 'byFollowee', limit: STEP }),
    (key) => unlink(key, key[0], 'followingCount'),
  )
  await inSteps(
    () => tx.keys('follows', own, { limit: STEP }),
    (key) => unlink(key, key[1], 'followerCount'),
  )
  removed.linkedUserIds.push(...linked)

  await inSteps(
    () => tx.keys('files', own, { index: 'byOwner', limit: STEP }),
    async (key) => {
      removed.fileIds.push(...key)
      await Promise.all([tx.delete('files', key), tx.deleteRange('fileUses', prefixRange(key))])
    },
  )
  await tx.deleteRange('idempotencyKeys', own)
  return removed
}

/** Takes a like off a post, or off a deleted one. Returns the post. */
async function takeLikeOff(tx: WriteTransaction, postId: string, now: number): Promise<PostRow | undefined> {
  const record = await tx.get('posts', [postId])
  if (record) {
    const post = withoutLike(now)(rowIn.posts(record))
    await tx.put('posts', postRecord(post))
    return post
  }
  const deleted = await tx.get('deletedPosts', [postId])
  if (deleted) await tx.put('deletedPosts', withoutLike(now)(deleted))
  return undefined
}

/** Removes all that `read` returns, some at a time: `removeItem` must remove the item from what `read` returns next. */
async function inSteps<Item>(read: () => Promise<Item[]>, removeItem: (item: Item) => Promise<unknown>): Promise<void> {
  for (let items = await read(); items.length > 0; items = await read()) await Promise.all(items.map(removeItem))
}
