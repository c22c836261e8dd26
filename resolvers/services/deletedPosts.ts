import type { Tables } from '../store/port.ts'
import type { DeletedPostRow, PostRow, UserRow } from '../store/rows.ts'
import { ApiError } from './errors.ts'
import { releaseFile } from './files.ts'
import { changeOnce } from './idempotency.ts'
import {
  patchUser,
  requirePost,
  transactAndPublish,
  type ChangeContext,
  type Dependencies,
  type ServiceContext,
} from './serviceContext.ts'

/** How long an author can restore a deleted post. */
const RESTORABLE_MS = 10 * 60 * 1000

/** The number of posts that one transaction removes for good. */
const MAX_PURGED_POSTS = 20

/**
 * Brings back a post that the viewer deleted at most 10 minutes ago, with its id, dates, reactions, bookmarks and file.
 * Leaves out the reactions and bookmarks of users who are gone. Throws `POST_NOT_FOUND`.
 */
export async function restorePost(ctx: ServiceContext, postId: string): Promise<{ post: PostRow; viewer: UserRow }> {
  return changeOnce(ctx, {
    request: ['restorePost', postId],
    async work({ tx, viewer, now, publish }) {
      const deleted = await tx.deletedPosts.get(postId)
      if (deleted?.authorId !== viewer.id || deleted.deletedAt < now - RESTORABLE_MS)
        throw new ApiError('POST_NOT_FOUND')
      const restored = await withoutGoneUsers(tx, deleted)
      await tx.deletedPosts.remove(postId)
      await tx.posts.restore(restored)
      publish('postRestored', { postId, authorId: viewer.id })
      for (const { userId } of restored.bookmarks) publish('bookmarkChanged', { userId, postId })
      publish('userChanged', { userId: viewer.id })
      return { post: restored.post, viewer: await patchUser(tx, viewer.id, { add: { postCount: 1 } }) }
    },
    repeat: async ({ tx, viewer }) => ({ post: await requirePost(tx, postId), viewer }),
  })
}

/** A deleted account takes its likes with it, here as in `account.ts`. */
async function withoutGoneUsers(tx: Tables, { post, reactions, bookmarks }: DeletedPostRow) {
  const ids = [...new Set([...reactions, ...bookmarks].map(({ userId }) => userId))]
  const users = await tx.users.getMany(ids)
  const present = new Set(users.flatMap((user) => user?.id ?? []))
  const goneLikes = reactions.filter(({ kind, userId }) => kind === 'like' && !present.has(userId)).length
  return {
    post: { ...post, likeCount: Math.max(0, post.likeCount - goneLikes) },
    reactions: reactions.filter(({ userId }) => present.has(userId)),
    bookmarks: bookmarks.filter(({ userId }) => present.has(userId)),
  }
}

type PurgeContext = Pick<ChangeContext, 'tx' | 'removeBytes'>

/** Removes posts that can no longer be restored, with the files that nothing else shows. Returns how many. */
export async function purgeDeletedPosts(change: PurgeContext, now: number): Promise<number> {
  const expired = await change.tx.deletedPosts.deletedBefore(now - RESTORABLE_MS, MAX_PURGED_POSTS)
  for (const { id, post } of expired) {
    await change.tx.deletedPosts.remove(id)
    await releaseFile(change, id, post.mediaUrl)
  }
  return expired.length
}

/** Removes all posts that can no longer be restored, some in each transaction. Writes nothing if there are none. */
export async function purgeAllDeletedPosts(deps: Dependencies): Promise<void> {
  const now = deps.clock()
  const [first] = await deps.store.read.deletedPosts.deletedBefore(now - RESTORABLE_MS, 1)
  if (first === undefined) return
  while ((await transactAndPublish(deps, (tx, effects) => purgeDeletedPosts({ tx, ...effects }, now))) > 0);
}
