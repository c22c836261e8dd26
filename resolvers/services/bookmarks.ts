import type { BookmarkRow, PostRow, UserRow } from '../store/rows.ts'
import { changeAsViewer, patchUser, requirePost, type ServiceContext } from './serviceContext.ts'
import { ApiError } from './errors.ts'

/** POST /users/bookmark/{postId} (spec §4, §7). Throws `POST_NOT_FOUND`, `ALREADY_BOOKMARKED`. */
export async function addBookmark(
  ctx: ServiceContext,
  postId: string,
): Promise<{ post: PostRow; bookmark: BookmarkRow }> {
  return changeAsViewer(ctx, async ({ tx, viewer, now, publish }) => {
    const post = await requirePost(tx, postId)
    const bookmark = { id: ctx.ids(), userId: viewer.id, postId }
    if (!(await tx.bookmarks.insert(bookmark))) throw new ApiError('ALREADY_BOOKMARKED')
    await patchUser(tx, viewer.id, { set: { updatedAt: now } })
    publish('bookmarkChanged', { userId: viewer.id, postId })
    return { post, bookmark }
  })
}

/** POST /users/remove-bookmark/{postId} (spec §4, §7). Throws `POST_NOT_FOUND`, `NOT_BOOKMARKED`. */
export async function removeBookmark(ctx: ServiceContext, postId: string): Promise<{ post: PostRow; viewer: UserRow }> {
  return changeAsViewer(ctx, async ({ tx, viewer, now, publish }) => {
    const post = await requirePost(tx, postId)
    if (!(await tx.bookmarks.remove(viewer.id, postId))) throw new ApiError('NOT_BOOKMARKED')
    publish('bookmarkChanged', { userId: viewer.id, postId })
    return { post, viewer: await patchUser(tx, viewer.id, { set: { updatedAt: now } }) }
  })
}
