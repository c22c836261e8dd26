import type { Tables } from '../store/port.ts'
import type { UserRow } from '../store/rows.ts'
import { patchUser, requireUser, type ServiceContext } from './serviceContext.ts'
import { ApiError } from './errors.ts'
import { changeOnce } from './idempotency.ts'

/** Both users as they are after the change. */
export interface FollowChange {
  viewer: UserRow
  user: UserRow
}

/**
 * POST /users/follow/{id} (spec §4, §5, §7). Throws `CANNOT_FOLLOW_SELF`, then `USER_NOT_FOUND`, then
 * `ALREADY_FOLLOWING`.
 */
export async function followUser(ctx: ServiceContext, userId: string): Promise<FollowChange> {
  return changeFollow(ctx, userId, 1, async (tx, viewerId, id) => {
    if (viewerId === userId) throw new ApiError('CANNOT_FOLLOW_SELF')
    await requireUser(tx, userId)
    const isNew = await tx.follows.insert({ id, followerId: viewerId, followeeId: userId })
    if (!isNew) throw new ApiError('ALREADY_FOLLOWING')
  })
}

/** POST /users/unfollow/{id} (spec §4, §7). Throws `USER_NOT_FOUND`, then `NOT_FOLLOWING`. */
export async function unfollowUser(ctx: ServiceContext, userId: string): Promise<FollowChange> {
  return changeFollow(ctx, userId, -1, async (tx, viewerId) => {
    await requireUser(tx, userId)
    if (!(await tx.follows.remove(viewerId, userId))) throw new ApiError('NOT_FOLLOWING')
  })
}

async function changeFollow(
  ctx: ServiceContext,
  userId: string,
  by: 1 | -1,
  apply: (tx: Tables, viewerId: string, newId: string) => Promise<void>,
): Promise<FollowChange> {
  return changeOnce(ctx, {
    request: [by === 1 ? 'followUser' : 'unfollowUser', userId],
    async work({ tx, viewer, now, publish }, newId) {
      await apply(tx, viewer.id, newId)
      publish('followingChanged', { followerId: viewer.id, followeeId: userId })
      for (const id of [viewer.id, userId]) publish('userChanged', { userId: id })
      return {
        viewer: await patchUser(tx, viewer.id, { set: { updatedAt: now }, add: { followingCount: by } }),
        user: await patchUser(tx, userId, { set: { updatedAt: now }, add: { followerCount: by } }),
      }
    },
    repeat: async ({ tx, viewer }) => ({ viewer, user: await requireUser(tx, userId) }),
  })
}
