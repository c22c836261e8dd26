import type { Tables } from '../store/port.ts'
import type { FollowRow, UserRow } from '../store/rows.ts'
import { changeAsViewer, requireUser, type ServiceContext } from './serviceContext.ts'
import { ApiError } from './errors.ts'

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
  return changeFollow(ctx, userId, 1, async (tx, viewerId, existing) => {
    if (viewerId === userId) throw new ApiError('CANNOT_FOLLOW_SELF')
    if (existing) throw new ApiError('ALREADY_FOLLOWING')
    await tx.follows.put({ id: ctx.ids(), followerId: viewerId, followeeId: userId })
  })
}

/** POST /users/unfollow/{id} (spec §4, §7). Throws `USER_NOT_FOUND`, then `NOT_FOLLOWING`. */
export async function unfollowUser(ctx: ServiceContext, userId: string): Promise<FollowChange> {
  return changeFollow(ctx, userId, -1, async (tx, viewerId, existing) => {
    if (!existing) throw new ApiError('NOT_FOLLOWING')
    await tx.follows.remove(viewerId, userId)
  })
}

async function changeFollow(
  ctx: ServiceContext,
  userId: string,
  by: 1 | -1,
  apply: (tx: Tables, viewerId: string, existing: FollowRow | undefined) => Promise<void>,
): Promise<FollowChange> {
  return changeAsViewer(ctx, async ({ tx, viewer, today, publish }) => {
    const user = viewer.id === userId ? viewer : await requireUser(tx, userId)
    const [existing] = await tx.follows.ofFollower(viewer.id, [userId])
    await apply(tx, viewer.id, existing)
    const change = {
      viewer: { ...viewer, followingCount: viewer.followingCount + by, updatedAt: today },
      user: { ...user, followerCount: user.followerCount + by, updatedAt: today },
    }
    await tx.users.put(change.viewer)
    await tx.users.put(change.user)
    publish('followingChanged', { followerId: viewer.id, followeeId: user.id })
    for (const { id } of [viewer, user]) publish('userChanged', { userId: id })
    return change
  })
}
