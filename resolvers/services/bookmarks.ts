import type { BookmarkRow, PostRow, UserRow } from '../store/rows.ts'
import { lockPost, patchUser, requirePost, type ServiceContext } from './serviceContext.ts'
import { ApiError } from './errorCatalogue.ts'
import { changeOnce } from './idempotency.ts'

/** POST /users/bookmark/{postId} (spec §4, §7). Throws `POST_NOT_FOUND`, `ALREADY_BOOKMARKED`. */
export async function addBookmark(
  ctx: ServiceContext,
  postId: string,
): Promise<{ post: PostRow; bookmark: BookmarkRow }> {
  return changeOnce(ctx, {
    request: ['addBookmark', postId],
    limitedAs: 'toggle',
    async work(change, id) {
      const { tx, viewer, now, publish } = change
      const post = await lockPost(change, postId, 'reference')
      const bookmark = { id, userId: viewer.id, postId }
      if (!(await tx.bookmarks.insertIfNew(bookmark))) throw new ApiError('ALREADY_BOOKMARKED')
      await patchUser(tx, viewer.id, { set: { updatedAt: now } })
      publish('bookmarkChanged', { userId: viewer.id, postId })
      return { post, bookmark }
    },
    repeat: async (change, id) => ({
      post: await requirePost(change, postId),
      bookmark: { id, userId: change.viewer.id, postId },
    }),
  })
}

/** POST /users/remove-bookmark/{postId} (spec §4, §7). Throws `POST_NOT_FOUND`, `NOT_BOOKMARKED`. */
export async function removeBookmark(ctx: ServiceContext, postId: string): Promise<{ post: PostRow; viewer: UserRow }> {
  return changeOnce(ctx, {
    request: ['removeBookmark', postId],
    limitedAs: 'toggle',
    async work(change) {
      const { tx, viewer, now, publish } = change
      const post = await requirePost(change, postId)
      if (!(await tx.bookmarks.remove([viewer.id, postId]))) throw new ApiError('NOT_BOOKMARKED')
      publish('bookmarkChanged', { userId: viewer.id, postId })
      return { post, viewer: await patchUser(tx, viewer.id, { set: { updatedAt: now } }) }
    },
    repeat: async (change) => ({ post: await requirePost(change, postId), viewer: change.viewer }),
  })
}
