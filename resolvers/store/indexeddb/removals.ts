import { prefixRange } from '../keys.ts'
import type { PostWithLinks, RemovedUser } from '../port.ts'
import type { TableName } from '../rows.ts'
import { toIdbRange } from './cursors.ts'
import type { WeftSchema, WriteTransaction } from './dbSchema.ts'
import { rowIn } from './rowIn.ts'
import { changeTagCounts } from './tagCounts.ts'

/** Returns whether there was such a row. */
export async function remove<Table extends TableName>(
  tx: WriteTransaction,
  table: Table,
  key: WeftSchema[Table]['key'],
): Promise<boolean> {
  const store = tx.objectStore(table)
  const [found] = await Promise.all([store.getKey(key), store.delete(key)])
  return found !== undefined
}

export async function removePost(tx: WriteTransaction, id: string): Promise<PostWithLinks | undefined> {
  const own = toIdbRange(prefixRange([id]))
  const [record, reactions, bookmarks] = await Promise.all([
    tx.objectStore('posts').get([id]),
    tx.objectStore('reactions').getAll(own),
    tx.objectStore('bookmarks').index('byPost').getAll(own),
  ])
  if (record === undefined) return undefined
  const post = rowIn.posts(record)
  await Promise.all([
    tx.objectStore('posts').delete([id]),
    tx.objectStore('reactions').delete(own),
    ...bookmarks.map(({ userId }) => tx.objectStore('bookmarks').delete([userId, id])),
    changeTagCounts(tx, [post], []),
  ])
  return { post, reactions, bookmarks }
}

export async function removeUser(tx: WriteTransaction, id: string): Promise<RemovedUser | undefined> {
  if (!(await remove(tx, 'users', [id]))) return undefined
  const own = toIdbRange(prefixRange([id]))
  const posts = await tx.objectStore('posts').index('byAuthor').getAllKeys(own)
  await Promise.all(posts.map(([postId]) => removePost(tx, postId)))
  const [reactions, followers, followees, files, deletedPosts] = await Promise.all([
    tx.objectStore('reactions').index('byUser').getAll(own),
    tx.objectStore('follows').index('byFollowee').getAllKeys(own),
    tx.objectStore('follows').getAllKeys(own),
    tx.objectStore('files').index('byOwner').getAllKeys(own),
    tx.objectStore('deletedPosts').index('byAuthor').getAllKeys(own),
  ])
  await Promise.all([
    ...reactions.map(({ postId }) => tx.objectStore('reactions').delete([postId, id])),
    tx.objectStore('bookmarks').delete(own),
    tx.objectStore('follows').delete(own),
    ...followers.map((key) => tx.objectStore('follows').delete(key)),
    ...files.flatMap((key) => [
      tx.objectStore('files').delete(key),
      tx.objectStore('fileUses').delete(toIdbRange(prefixRange(key))),
    ]),
    ...deletedPosts.map((key) => tx.objectStore('deletedPosts').delete(key)),
    tx.objectStore('idempotencyKeys').delete(own),
  ])
  return {
    postIds: posts.map(([postId]) => postId),
    likedPostIds: reactions.flatMap(({ kind, postId }) => (kind === 'like' ? [postId] : [])),
    followerIds: followers.map(([followerId]) => followerId),
    followeeIds: followees.map(([, followeeId]) => followeeId).filter((followeeId) => followeeId !== id),
    fileIds: files.map(([fileId]) => fileId),
  }
}
