import { patcher, withoutLike } from '../patcher.ts'
import type { RemovedUser } from '../port.ts'
import type { PostRow } from '../rows.ts'
import { ownedTables } from '../tables.ts'
import { prefixRange, type Key } from './keys.ts'
import { removeRow } from './table.ts'
import { changeTagCounts } from './tagCounts.ts'
import type { WriteTransaction } from './transaction.ts'

/** The number of rows that one step of a removal reads, changes and deletes. */
const STEP = 100

/** Removes a post that is not shown for good, with its reactions and bookmarks. */
export async function purgePost(tx: WriteTransaction, id: string): Promise<void> {
  const post = await tx.get('posts', [id])
  if (post && post.state !== 'shown') await removePost(tx, post)
}

async function removePost(tx: WriteTransaction, post: PostRow): Promise<void> {
  const own = prefixRange([post.id])
  await Promise.all([
    tx.delete('posts', [post.id]),
    tx.deleteRange('reactions', own),
    changeTagCounts(tx, [post], []),
    inSteps(
      () => tx.keys('bookmarks', own, { index: 'byPost', limit: STEP }),
      (key) => tx.delete('bookmarks', key),
    ),
  ])
}

export async function removeUser(tx: WriteTransaction, id: string, now: number): Promise<RemovedUser | undefined> {
  if (!(await removeRow(tx, 'users', [id]))) return undefined
  const own = prefixRange([id])
  const removed: RemovedUser = { id, postIds: [], likedPosts: [], linkedUserIds: [], fileIds: [] }

  for (const index of ['authorLatest', 'authorUnlisted']) {
    await inSteps(
      () => tx.rows('posts', own, { index, limit: STEP }),
      async (post) => {
        if (post.state === 'shown') removed.postIds.push(post.id)
        await removePost(tx, post)
      },
    )
  }
  await inSteps(
    () => tx.rows('reactions', own, { index: 'byUser', limit: STEP }),
    async ({ postId, kind }) => {
      await tx.delete('reactions', [postId, id])
      const post = kind === 'like' ? await tx.get('posts', [postId]) : undefined
      if (!post) return
      await tx.put('posts', withoutLike(now)(post))
      if (post.state === 'shown') removed.likedPosts.push({ id: postId, authorId: post.authorId })
    },
  )

  const linked = new Set<string>()
  const unlink = async (key: Key, end: 0 | 1, count: string) => {
    await tx.delete('follows', key)
    const user = await tx.get('users', key.slice(end, end + 1))
    if (user === undefined) return
    linked.add(user.id)
    await tx.put('users', patcher({ set: { updatedAt: now }, add: { [count]: -1 } })(user))
  }
  await inSteps(
    () => tx.keys('follows', own, { index: 'byFollowee', limit: STEP }),
    (key) => unlink(key, 0, 'followingCount'),
  )
  await inSteps(
    () => tx.keys('follows', own, { limit: STEP }),
    (key) => unlink(key, 1, 'followerCount'),
  )
  removed.linkedUserIds.push(...linked)

  await inSteps(
    () => tx.keys('files', own, { index: 'byOwner', limit: STEP }),
    async (key) => {
      removed.fileIds.push(String(key[0]))
      await Promise.all([tx.delete('files', key), tx.deleteRange('fileUses', prefixRange(key))])
    },
  )
  await Promise.all(ownedTables.map((table) => tx.deleteRange(table, own)))
  return removed
}

/** Removes all that `read` returns, some at a time: `removeItem` must remove the item from what `read` returns next. */
async function inSteps<Item>(read: () => Promise<Item[]>, removeItem: (item: Item) => Promise<unknown>): Promise<void> {
  for (let items = await read(); items.length > 0; items = await read()) await Promise.all(items.map(removeItem))
}
