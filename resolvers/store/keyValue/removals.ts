import { patcher, withoutLike } from '../patcher.ts'
import type { RemovedUser } from '../port.ts'
import { goneContent, unanswered, type PostRow } from '../rows.ts'
import { ownedTables } from '../tables.ts'
import { prefixRange, type Key } from './keys.ts'
import { removeRow } from './table.ts'
import { changeTagCounts } from './tagCounts.ts'
import type { ReadTransaction, WriteTransaction } from './transaction.ts'

/** The number of rows that one step of a removal reads, changes and deletes. */
const STEP = 100

/** Removes posts for good that are not shown, with their reactions and bookmarks. */
export async function purgePosts(tx: WriteTransaction, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const post = await tx.get('posts', [id])
    if (post && post.state !== 'shown') await removePost(tx, post)
  }
}

async function removePost(tx: WriteTransaction, post: PostRow): Promise<void> {
  const own = prefixRange([post.id])
  const isAnswered = await hasReplies(tx, post.id)
  await Promise.all([
    isAnswered ? tx.put('posts', { ...post, ...goneContent }) : tx.delete('posts', [post.id]),
    tx.deleteRange('reactions', own),
    changeTagCounts(tx, [post], []),
    inSteps(
      () => tx.keys('bookmarks', own, { index: 'byPost', limit: STEP }),
      (key) => tx.delete('bookmarks', key),
    ),
  ])
  if (isAnswered || post.parentId === null) return
  const parent = await tx.get('posts', [post.parentId])
  if (parent?.state === 'gone' && !(await hasReplies(tx, parent.id)))
    await tx.put('posts', { ...parent, ...unanswered })
}

async function hasReplies(tx: ReadTransaction, id: string): Promise<boolean> {
  return (await tx.keys('posts', prefixRange([id]), { index: 'byParent', limit: 1 })).length > 0
}

export async function removeUser(tx: WriteTransaction, id: string, now: number): Promise<RemovedUser | undefined> {
  if (!(await removeRow(tx, 'users', [id]))) return undefined
  const own = prefixRange([id])
  const removed: RemovedUser = { id, postIds: [], changedPosts: [], linkedUserIds: [], fileIds: [] }
  const changedPosts = new Map<string, string>()

  for (const index of ['authorLatest', 'authorReplies', 'authorUnlisted']) {
    const read = () => tx.rows('posts', own, { index, limit: STEP })
    for (let posts = await read(); posts.length > 0; posts = await read()) {
      // One after the other, because several may answer the same post.
      for (const post of posts) {
        if (post.state === 'shown') {
          removed.postIds.push(post.id)
          const parent = await patchReplyCount(tx, post, -1)
          if (parent?.state === 'shown') changedPosts.set(parent.id, parent.authorId)
        }
        // It may have lost a reply since it was read.
        const current = await tx.get('posts', [post.id])
        if (current) await removePost(tx, current)
      }
    }
  }
  await inSteps(
    () => tx.rows('reactions', own, { index: 'byUser', limit: STEP }),
    async ({ postId, kind }) => {
      await tx.delete('reactions', [postId, id])
      const post = kind === 'like' ? await tx.get('posts', [postId]) : undefined
      if (!post) return
      await tx.put('posts', withoutLike(now)(post))
      if (post.state === 'shown') changedPosts.set(postId, post.authorId)
    },
  )
  for (const [postId, authorId] of changedPosts)
    if (authorId !== id) removed.changedPosts.push({ id: postId, authorId })

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

/** Adds to the number of replies of the post that this one answers, and returns it. */
async function patchReplyCount(tx: WriteTransaction, { parentId }: PostRow, by: number): Promise<PostRow | undefined> {
  const parent = parentId === null ? undefined : await tx.get('posts', [parentId])
  if (!parent) return undefined
  const changed = { ...parent, replyCount: parent.replyCount + by }
  await tx.put('posts', changed)
  return changed
}

/** Removes all that `read` returns, some at a time: `removeItem` must remove the item from what `read` returns next. */
async function inSteps<Item>(read: () => Promise<Item[]>, removeItem: (item: Item) => Promise<unknown>): Promise<void> {
  for (let items = await read(); items.length > 0; items = await read()) await Promise.all(items.map(removeItem))
}
