import { dayOf } from '../lib/dates.ts'
import type { Tables } from '../store/port.ts'
import type { PostRow, UserRow } from '../store/rows.ts'
import { changeAsViewer, requirePost, type ServiceContext } from './serviceContext.ts'
import { ApiError } from './errors.ts'
import { replaceFile } from './files.ts'

/** The fields of a post that its author sets. The media fields are empty without a picture or video. */
export type PostContent = Pick<PostRow, 'content' | 'mediaUrl' | 'mediaType'>

/** POST /posts (spec §7): creates a post of the viewer. Empty content is accepted (§5). */
export async function createPost(
  ctx: ServiceContext,
  content: PostContent,
): Promise<{ post: PostRow; viewer: UserRow }> {
  const { clock, ids } = ctx
  return changeAsViewer(ctx, async ({ tx, viewer, publish }) => {
    const postedAt = clock()
    const post: PostRow = {
      ...content,
      id: ids(),
      authorId: viewer.id,
      postedAt,
      createdAt: dayOf(postedAt),
      updatedAt: dayOf(postedAt),
      likeCount: 0,
    }
    await tx.posts.put(post)
    await replaceFile(tx, viewer, post.id, '', post.mediaUrl)
    publish('postCreated', { postId: post.id, authorId: viewer.id })
    publish('userChanged', { userId: viewer.id })
    return { post, viewer: await addToPostCount(tx, viewer, 1) }
  })
}

/**
 * POST /posts/edit/{postId} (spec §7): merges the given fields into a post of the viewer. Throws `POST_NOT_FOUND`,
 * `NOT_POST_EDITOR`.
 */
export async function editPost(ctx: ServiceContext, postId: string, changes: Partial<PostContent>): Promise<PostRow> {
  return changeAsViewer(ctx, async ({ tx, viewer, today, publish }) => {
    const post = await requirePost(tx, postId)
    if (post.authorId !== viewer.id) throw new ApiError('NOT_POST_EDITOR')
    const edited = { ...post, ...changes, updatedAt: today }
    await tx.posts.put(edited)
    await replaceFile(tx, viewer, postId, post.mediaUrl, edited.mediaUrl)
    publish('postChanged', { postId, authorId: viewer.id })
    return edited
  })
}

/**
 * DELETE /posts/{postId} (spec §7): removes a post with its reactions, all bookmarks of it, and its file unless another
 * post or the profile of the author shows it. Returns the viewer. Throws `POST_NOT_FOUND`, `NOT_POST_OWNER`.
 */
export async function deletePost(ctx: ServiceContext, postId: string): Promise<UserRow> {
  return changeAsViewer(ctx, async ({ tx, viewer, publish }) => {
    const post = await requirePost(tx, postId)
    if (post.authorId !== viewer.id) throw new ApiError('NOT_POST_OWNER')
    await tx.posts.remove(postId)
    await tx.reactions.removeOfPost(postId)
    await tx.bookmarks.removeOfPost(postId)
    await replaceFile(tx, viewer, postId, post.mediaUrl, '')
    publish('postDeleted', { postId, authorId: viewer.id })
    publish('userChanged', { userId: viewer.id })
    return addToPostCount(tx, viewer, -1)
  })
}

async function addToPostCount(tx: Tables, author: UserRow, by: 1 | -1): Promise<UserRow> {
  const counted = { ...author, postCount: author.postCount + by }
  await tx.users.put(counted)
  return counted
}
