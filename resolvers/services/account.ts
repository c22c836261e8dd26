import type { RemovedUser } from '../store/port.ts'
import { toStorable } from '../store/text.ts'
import type { Session } from './auth.ts'
import { badInput, existing } from './errorCatalogue.ts'
import { changeOnce, keyedRequest } from './idempotency.ts'
import { changeAsViewer, patchUser, type ChangeContext, type ServiceContext } from './serviceContext.ts'

/** Refuses every token of the viewer from now on with `TOKEN_INVALID`, and returns a new one. */
export async function signOutEverywhere(ctx: ServiceContext): Promise<Session> {
  // A repetition has a token of the same version. With the token that the first request returned, it is another request.
  const { tokenVersion } = await ctx.tokens.verify(ctx.authorization)
  const user = await changeOnce(ctx, {
    request: ['signOutEverywhere', tokenVersion],
    limitedAs: 'edit',
    viewerLock: 'change',
    revokesToken: true,
    async work({ tx, viewer, publish }) {
      publish('tokensRevoked', { userId: viewer.id })
      return patchUser(tx, viewer.id, { add: { tokenVersion: 1 } })
    },
    repeat: async ({ viewer }) => viewer,
  })
  return { user, token: await ctx.tokens.issue(user) }
}

/**
 * Deletes the viewer and everything of theirs for good: posts, reactions, bookmarks, follows, files. Each of their likes is
 * taken off its post, and the counts of followers and followed users fall. The account is gone at once, in Postgres with
 * its first rows: housekeeping removes the rest. Returns the id that the user had. With an idempotency key, a call for a
 * user who is already deleted returns their id, too: their keys were deleted with them. Throws `BAD_INPUT` unless
 * `username` is the viewer's.
 */
export async function deleteAccount(ctx: ServiceContext, username: string): Promise<string> {
  const keyed = await keyedRequest(ctx, ['deleteAccount', username])
  const remove = async ({ tx, viewer, now, publish, removeBytes }: ChangeContext) => {
    if (toStorable(username) !== viewer.username) throw badInput('username', 'must be your own username')
    const removed = existing(await tx.users.remove(viewer.id, now), 'USER_NOT_FOUND')
    applyRemoval({ publish, removeBytes }, removed)
    for (const { id, authorId } of removed.changedPosts) publish('postChanged', { postId: id, authorId })
    for (const userId of removed.linkedUserIds) publish('userChanged', { userId })
    publish('userDeleted', { userId: viewer.id })
    return viewer.id
  }
  const id = await changeAsViewer(ctx, remove, { viewerLock: 'remove', limitedAs: 'deletion' }).catch(
    async (refusal: unknown) => {
      const deletedId = keyed && (await idOfDeleted(ctx, username))
      if (deletedId === undefined) throw refusal
      return deletedId
    },
  )
  ctx.onAccountDeleted?.()
  return id
}

/** Publishes the deletion of posts that were removed with their author, and removes the bytes of files. */
export function applyRemoval(
  { publish, removeBytes }: Pick<ChangeContext, 'publish' | 'removeBytes'>,
  removed: RemovedUser,
): void {
  for (const fileId of removed.fileIds) removeBytes(fileId)
  for (const postId of removed.postIds) publish('postDeleted', { postId, authorId: removed.id })
}

/** Returns the id in the token if its user had this username and no longer exists. */
async function idOfDeleted({ store, tokens, authorization }: ServiceContext, username: string) {
  const { id, username: own } = await tokens.verify(authorization)
  const [user] = await store.read.users.getMany([id])
  return !user && own === toStorable(username) ? id : undefined
}
