import type { Tables } from '../store/port.ts'
import type { UserRow } from '../store/rows.ts'
import { patchUser, requireUser, visibleUser, type ServiceContext } from './serviceContext.ts'
import { ApiError } from './errorCatalogue.ts'
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
    const isNew = await tx.follows.insertIfNew({ id, followerId: viewerId, followeeId: userId })
    if (!isNew) throw new ApiError('ALREADY_FOLLOWING')
  })
}

/** POST /users/unfollow/{id} (spec §4, §7). Throws `USER_NOT_FOUND`, then `NOT_FOLLOWING`. */
export async function unfollowUser(ctx: ServiceContext, userId: string): Promise<FollowChange> {
  return changeFollow(ctx, userId, -1, async (tx, viewerId) => {
    if (!(await tx.follows.remove([viewerId, userId]))) throw new ApiError('NOT_FOLLOWING')
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
    limitedAs: 'toggle',
    popularRow: userId,
    async work({ tx, viewer, visible, now, publish }, newId) {
      if (by === 1 && viewer.id === userId) throw new ApiError('CANNOT_FOLLOW_SELF')
      // First, because it locks both: a refusal below undoes it.
      const change = await addToCounts(tx, viewer.id, userId, { by, now })
      await visibleUser(visible, change.user)
      await apply(tx, viewer.id, newId)
      publish('followingChanged', { followerId: viewer.id, followeeId: userId })
      for (const id of [viewer.id, userId]) publish('userChanged', { userId: id })
      return change
    },
    repeat: async (change) => ({ viewer: change.viewer, user: await requireUser(change, userId) }),
  })
}

/** Changes the rows in the order of ids, so that two users who follow each other at once do not deadlock. */
async function addToCounts(
  tx: Tables,
  viewerId: string,
  userId: string,
  { by, now }: { by: 1 | -1; now: number },
): Promise<FollowChange> {
  const patchViewer = () => patchUser(tx, viewerId, { set: { updatedAt: now }, add: { followingCount: by } })
  const patchOther = () => patchUser(tx, userId, { set: { updatedAt: now }, add: { followerCount: by } })
  if (viewerId < userId) return { viewer: await patchViewer(), user: await patchOther() }
  const user = await patchOther()
  return { viewer: await patchViewer(), user }
}
