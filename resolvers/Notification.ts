import { dateTimeOf } from './lib/dates.ts'
import type { Context } from './context.ts'
import type { NotificationResolvers } from './generated/types.ts'
import { graphqlKindOf } from './graphql/notifications.ts'
import { dayOfSubject, idsOfDay, MAX_ACTORS } from './services/notifications.ts'
import type { NotificationRow } from './store/rows.ts'

export const Notification: NotificationResolvers = {
  id: (row) => row.id,
  kind: (row) => graphqlKindOf(row.kind),
  updatedAt: (row) => dateTimeOf(row.updatedAt),
  isRead: (row) => row.readAt !== null,
  actors: async (row, _args, ctx) => {
    const users = await Promise.all((await actorIdsOf(row, ctx)).map((id) => ctx.users.load(id)))
    return users.flatMap((user) => user ?? []).slice(0, MAX_ACTORS)
  },
  actorCount: (row) => row.actorCount,
  post: async ({ postId }, _args, { posts }) => (postId === null ? null : ((await posts.load(postId)) ?? null)),
}

async function actorIdsOf(row: NotificationRow, { likes, followers, posts }: Context): Promise<string[]> {
  const { kind, userId, postId } = row
  if (kind === 'reply' || kind === 'mention') {
    const post = postId === null ? undefined : await posts.load(postId)
    return post ? [post.authorId] : []
  }
  const { after: start, before: after } = idsOfDay(dayOfSubject(row))
  // One more, because the recipient may be among them.
  const request = { after, limit: MAX_ACTORS + 1 }
  const acts =
    kind === 'like'
      ? (await likes.load({ of: postId ?? '', ...request })).map(({ row: like }) => ({ id: like.id, by: like.userId }))
      : (await followers.load({ of: userId, ...request })).map(({ row: follow }) => ({
          id: follow.id,
          by: follow.followerId,
        }))
  return acts.filter(({ id, by }) => id > start.id && by !== userId).map(({ by }) => by)
}
