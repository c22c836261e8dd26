import type { BookmarkRow, PostRow, UserRow } from '../store/rows.ts'
import { changeAsViewer, requirePost, type ServiceContext } from './serviceContext.ts'
import { ApiError } from './errors.ts'

/** POST /users/bookmark/{postId} (spec §4, §7). Throws `POST_NOT_FOUND`, `ALREADY_BOOKMARKED`. */
export async function addBookmark(
  ctx: ServiceContext,
  postId: string,
): Promise<{ post: PostRow; bookmark: BookmarkRow }> {
  return changeAsViewer(ctx, async ({ tx, viewer, today, publish }) => {
    const post = await requirePost(tx, postId)
    const [existing] = await tx.bookmarks.ofUser(viewer.id, [postId])
    if (existing) throw new ApiError('ALREADY_BOOKMARKED')
    const bookmark = { id: ctx.ids(), userId: viewer.id, postId }
    await tx.bookmarks.put(bookmark)
    await tx.users.put({ ...viewer, updatedAt: today })
    publish('bookmarkChanged', { userId: viewer.id, postId })
    return { post, bookmark }
  })
}

/** POST /users/remove-bookmark/{postId} (spec §4, §7). Throws `POST_NOT_FOUND`, `NOT_BOOKMARKED`. */
export async function removeBookmark(ctx: ServiceContext, postId: string): Promise<{ post: PostRow; viewer: UserRow }> {
  return changeAsViewer(ctx, async ({ tx, viewer, today, publish }) => {
    const post = await requirePost(tx, postId)
    const [existing] = await tx.bookmarks.ofUser(viewer.id, [postId])
    if (!existing) throw new ApiError('NOT_BOOKMARKED')
    await tx.bookmarks.remove(viewer.id, postId)
    await tx.users.put({ ...viewer, updatedAt: today })
    publish('bookmarkChanged', { userId: viewer.id, postId })
    return { post, viewer }
  })
}
