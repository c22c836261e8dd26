import { prefixRange } from '../sorted/keys.ts'
import { patcher, withoutLike } from '../patcher.ts'
import { UniqueViolationError, type RemovedUser } from '../port.ts'
import type { PostRow, TableName } from '../rows.ts'
import { toIdbRange } from './cursors.ts'
import type { ObjectStores, WriteTransaction } from './database.ts'
import { add, insertRows, postRecord } from './inserts.ts'
import { rowIn } from './rowIn.ts'
import { changeTagCounts } from './tagCounts.ts'

/** The number of rows that one step of a removal reads, changes and deletes. */
const STEP = 100

/** Returns whether there was such a row. */
export async function remove<Table extends TableName | 'deletedPosts'>(
  tx: WriteTransaction,
  table: Table,
  key: ObjectStores[Table]['key'],
): Promise<boolean> {
  const store = tx.objectStore(table)
  const [found] = await Promise.all([store.getKey(key), store.delete(key)])
  return found !== undefined
}

/** Moves a post to the deleted ones. Returns whether it was there. */
export async function removePost(tx: WriteTransaction, id: string, deletedAt: number): Promise<boolean> {
  const record = await tx.objectStore('posts').get([id])
  if (record === undefined) return false
  const post = rowIn.posts(record)
  if (!(await add(tx, 'deletedPosts', { ...post, deletedAt }))) throw new UniqueViolationError('deletedPosts', 'key')
  await Promise.all([tx.objectStore('posts').delete([id]), changeTagCounts(tx, [post], [])])
  return true
}

export async function restorePost(tx: WriteTransaction, id: string): Promise<PostRow | undefined> {
  const deleted = await tx.objectStore('deletedPosts').get([id])
  if (deleted === undefined) return undefined
  const { deletedAt: _deletedAt, ...post } = deleted
  await Promise.all([insertRows(tx, 'posts', [post]), tx.objectStore('deletedPosts').delete([id])])
  return post
}

/** Removes a deleted post for good, with its reactions and bookmarks. */
export async function purgePost(tx: WriteTransaction, id: string): Promise<void> {
  if (await remove(tx, 'deletedPosts', [id])) await removeLinks(tx, id)
}

async function removeLinks(tx: WriteTransaction, postId: string): Promise<void> {
  const own = toIdbRange(prefixRange([postId]))
  await tx.objectStore('reactions').delete(own)
  const bookmarks = tx.objectStore('bookmarks')
  await inSteps(
    () => bookmarks.index('byPost').getAllKeys(own, STEP),
    (key) => bookmarks.delete(key),
  )
}

export async function removeUser(tx: WriteTransaction, id: string, now: number): Promise<RemovedUser | undefined> {
  if (!(await remove(tx, 'users', [id]))) return undefined
  const own = toIdbRange(prefixRange([id]))
  const removed: RemovedUser = { postIds: [], likedPosts: [], linkedUserIds: [], fileIds: [] }

  const posts = tx.objectStore('posts')
  await inSteps(
    () => posts.index('byAuthor').getAll(own, STEP),
    async (record) => {
      removed.postIds.push(record.id)
      await Promise.all([posts.delete([record.id]), removeLinks(tx, record.id), changeTagCounts(tx, [record], [])])
    },
  )
  await inSteps(
    () => tx.objectStore('deletedPosts').index('byAuthor').getAllKeys(own, STEP),
    ([postId]) => purgePost(tx, postId),
  )

  await inSteps(
    () => tx.objectStore('reactions').index('byUser').getAll(own, STEP),
    async ({ postId, kind }) => {
      await tx.objectStore('reactions').delete([postId, id])
      const post = kind === 'like' ? await takeLikeOff(tx, postId, now) : undefined
      if (post) removed.likedPosts.push({ id: postId, authorId: post.authorId })
    },
  )
  await tx.objectStore('bookmarks').delete(own)

  const linked = new Set<string>()
  const follows = tx.objectStore('follows')
  const unlink = async (key: ObjectStores['follows']['key'], userId: string, count: string) => {
    await follows.delete(key)
    const record = await tx.objectStore('users').get([userId])
    if (record === undefined) return
    linked.add(userId)
    const row = patcher({ set: { updatedAt: now }, add: { [count]: -1 } })(record.row)
    await tx.objectStore('users').put({ ...record, row })
  }
  await inSteps(
    () => follows.index('byFollowee').getAllKeys(own, STEP),
    (key) => unlink(key, key[0], 'followingCount'),
  )
  await inSteps(
    () => follows.getAllKeys(own, STEP),
    (key) => unlink(key, key[1], 'followerCount'),
  )
  removed.linkedUserIds.push(...linked)

  await inSteps(
    () => tx.objectStore('files').index('byOwner').getAllKeys(own, STEP),
    async (key) => {
      removed.fileIds.push(...key)
      await Promise.all([
        tx.objectStore('files').delete(key),
        tx.objectStore('fileUses').delete(toIdbRange(prefixRange(key))),
      ])
    },
  )
  await tx.objectStore('idempotencyKeys').delete(own)
  return removed
}

/** Takes a like off a post, or off a deleted one. Returns the post. */
async function takeLikeOff(tx: WriteTransaction, postId: string, now: number): Promise<PostRow | undefined> {
  const record = await tx.objectStore('posts').get([postId])
  if (record) {
    const post = withoutLike(now)(rowIn.posts(record))
    await tx.objectStore('posts').put(postRecord(post))
    return post
  }
  const deleted = await tx.objectStore('deletedPosts').get([postId])
  if (deleted) await tx.objectStore('deletedPosts').put(withoutLike(now)(deleted))
  return undefined
}

/** Removes all that `read` returns, some at a time: `removeItem` must remove the item from what `read` returns next. */
async function inSteps<Item>(read: () => Promise<Item[]>, removeItem: (item: Item) => Promise<unknown>): Promise<void> {
  for (let items = await read(); items.length > 0; items = await read()) await Promise.all(items.map(removeItem))
}
