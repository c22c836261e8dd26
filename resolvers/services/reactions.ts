import type { PostRow, ReactionRow } from '../store/rows.ts'
import { changeAsViewer, requirePost, type ServiceContext } from './serviceContext.ts'
import { ApiError } from './errors.ts'

/** POST /posts/like/{postId} (spec §4, §7). Throws `POST_NOT_FOUND`, `ALREADY_LIKED`. */
export async function likePost(ctx: ServiceContext, postId: string): Promise<PostRow> {
  return react(ctx, postId, 'like', (_post, last) => {
    if (last?.kind === 'like') throw new ApiError('ALREADY_LIKED')
  })
}

/**
 * POST /posts/dislike/{postId} (spec §4, §7). Throws `POST_NOT_FOUND`, then `NO_LIKES_LEFT`, then `ALREADY_DISLIKED`.
 */
export async function dislikePost(ctx: ServiceContext, postId: string): Promise<PostRow> {
  return react(ctx, postId, 'dislike', (post, last) => {
    if (post.likeCount === 0) throw new ApiError('NO_LIKES_LEFT')
    if (last?.kind === 'dislike') throw new ApiError('ALREADY_DISLIKED')
  })
}

async function react(
  ctx: ServiceContext,
  postId: string,
  kind: ReactionRow['kind'],
  check: (post: PostRow, last: ReactionRow | undefined) => void,
): Promise<PostRow> {
  return changeAsViewer(ctx, async ({ tx, viewer, today, publish }) => {
    const post = await requirePost(tx, postId)
    const [last] = await tx.reactions.ofUser(viewer.id, [postId])
    check(post, last)
    const counted = { ...post, likeCount: post.likeCount + (kind === 'like' ? 1 : -1), updatedAt: today }
    await tx.posts.put(counted)
    await tx.reactions.put({ id: ctx.ids(), postId, userId: viewer.id, kind })
    publish('postChanged', { postId, authorId: post.authorId })
    return counted
  })
}
