import type { PostRow, ReactionRow } from '../store/rows.ts'
import { requirePost, seesPost, type ServiceContext } from './serviceContext.ts'
import { ApiError } from './errorCatalogue.ts'
import { changeOnce } from './idempotency.ts'

/** POST /posts/like/{postId} (spec §4, §7). Throws `POST_NOT_FOUND`, `ALREADY_LIKED`. */
export async function likePost(ctx: ServiceContext, postId: string): Promise<PostRow> {
  return react(ctx, postId, 'like')
}

/**
 * POST /posts/dislike/{postId} (spec §4, §7). Throws `POST_NOT_FOUND`, then `NO_LIKES_LEFT`, then `ALREADY_DISLIKED`.
 */
export async function dislikePost(ctx: ServiceContext, postId: string): Promise<PostRow> {
  return react(ctx, postId, 'dislike')
}

async function react(ctx: ServiceContext, postId: string, kind: ReactionRow['kind']): Promise<PostRow> {
  const isSeen = await seesPost(ctx, postId)
  return changeOnce(ctx, {
    request: [kind, postId],
    limitedAs: 'toggle',
    popularRow: postId,
    async work({ tx, viewer, now, publish }, id) {
      if (!isSeen) throw new ApiError('POST_NOT_FOUND')
      const by = kind === 'like' ? 1 : -1
      // First, because it locks the post, and with it the reactions to it. A refusal below undoes it.
      const post = await tx.posts.patch(postId, { set: { updatedAt: now }, add: { likeCount: by } })
      if (post?.state !== 'shown' && post?.state !== 'hidden') throw new ApiError('POST_NOT_FOUND')
      if (post.likeCount < 0) throw new ApiError('NO_LIKES_LEFT')
      const last = await tx.reactions.put({ id, postId, userId: viewer.id, kind })
      if (last?.kind === kind) throw new ApiError(kind === 'like' ? 'ALREADY_LIKED' : 'ALREADY_DISLIKED')
      // First, because it has the count together with the viewer's reaction, from which clients derive what they show.
      publish('reactionChanged', { userId: viewer.id, postId })
      publish('postChanged', { postId, authorId: post.authorId })
      return post
    },
    repeat: (change) => requirePost(change, postId),
  })
}
