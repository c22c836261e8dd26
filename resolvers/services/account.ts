import { toStorable } from '../store/text.ts'
import type { Session } from './auth.ts'
import { badInput, existing } from './errors.ts'
import { changeAsViewer, patchUser, type ServiceContext } from './serviceContext.ts'
import { claimsOf, issueToken } from './issueToken.ts'

/** Refuses every token of the viewer from now on with `TOKEN_INVALID`, and returns a new one. */
export async function signOutEverywhere(ctx: ServiceContext): Promise<Session> {
  const user = await changeAsViewer(ctx, ({ tx, viewer }) => patchUser(tx, viewer.id, { add: { tokenGeneration: 1 } }))
  return { user, token: await issueToken(ctx, claimsOf(user)) }
}

/**
 * Deletes the viewer and everything of theirs for good, in one transaction: posts, reactions, bookmarks, follows, files.
 * Each of their likes is taken off its post, and the counts of followers and followed users fall. Returns the id that
 * the user had. Throws `BAD_INPUT` unless `username` is the viewer's.
 */
export async function deleteAccount(ctx: ServiceContext, username: string): Promise<string> {
  return changeAsViewer(ctx, async ({ tx, viewer, now, publish, removeBytes }) => {
    if (toStorable(username) !== viewer.username) throw badInput('username', 'must be your own username')
    const removed = existing(await tx.users.remove(viewer.id), 'USER_NOT_FOUND')
    const set = { updatedAt: now }
    const liked = (await tx.posts.getMany(removed.likedPostIds)).flatMap((post) => post ?? [])
    await Promise.all([
      // A dislike by somebody who never liked the post may have taken the like off already.
      ...liked.map(({ id, likeCount }) => likeCount > 0 && tx.posts.patch(id, { set, add: { likeCount: -1 } })),
      ...removed.followerIds.map((id) => tx.users.patch(id, { set, add: { followingCount: -1 } })),
      ...removed.followeeIds.map((id) => tx.users.patch(id, { set, add: { followerCount: -1 } })),
    ])
    for (const fileId of removed.fileIds) removeBytes(fileId)
    for (const postId of removed.postIds) publish('postDeleted', { postId, authorId: viewer.id })
    for (const { id, authorId } of liked) publish('postChanged', { postId: id, authorId })
    for (const userId of new Set([...removed.followerIds, ...removed.followeeIds])) publish('userChanged', { userId })
    // Lists of users have no events of their own.
    publish('dataReplaced', {})
    return viewer.id
  })
}
