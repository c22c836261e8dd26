import { visibleTo } from '../../resolvers/services/visibility.ts'
import { graphqlKindOf } from '../../resolvers/graphql/notifications.ts'
import type { ReadTables } from '../../resolvers/store/port.ts'
import type { NotificationRow } from '../../resolvers/store/rows.ts'
import { excerpt } from '../../shared/excerpt.ts'
import { fullName } from '../../shared/fullName.ts'
import {
  deedOf,
  notificationPath,
  openedNotification,
  othersText,
  type PushMessage,
} from '../../shared/notificationTexts.ts'

// Encrypted messages have at most 4,096 bytes. A letter takes up to three.
const NAME_CHARS = 100
const BODY_CHARS = 240

/** Returns what the recipient may see of a notification now; undefined if that is nothing. */
export async function pushMessageOf(tx: ReadTables, row: NotificationRow): Promise<PushMessage | undefined> {
  const { id, userId, kind, postId, actorCount, subject } = row
  const visible = visibleTo(
    async () => userId,
    (ids) => tx.users.getSummaries(ids),
  )
  const stored = postId === null ? undefined : await tx.posts.get(postId)
  const [post = null] = await visible.posts(stored ? [stored] : [])
  if (postId !== null && !post) return undefined
  const actorId = post && kind !== 'like' ? post.authorId : await latestActorId(tx, row)
  const [found] = actorId === undefined ? [] : await tx.users.getSummaries([actorId])
  const [actor] = await visible.users(found ? [found] : [])
  if (!actor) return undefined
  // Isolated, so that the direction of a name does not change that of the sentence.
  const name = `\u2068${excerpt(fullName(actor), NAME_CHARS)}\u2069`
  const who = actorCount > 1 ? `${name} and ${othersText(actorCount - 1)}` : name
  return {
    title: `${who} ${deedOf(graphqlKindOf(kind), post && { isReply: post.parentId !== null })}`,
    body: excerpt(post?.content ?? '', BODY_CHARS),
    path: `${notificationPath({ post, actorCount, actor, userId })}?${openedNotification}=${id}`,
    tag: subject,
  }
}

/** Returns the last user who has liked the post, or followed the recipient. */
async function latestActorId(tx: ReadTables, { kind, userId, postId }: NotificationRow): Promise<string | undefined> {
  if (kind === 'follow') {
    const [follow] = await tx.follows.page('byFollowee', { of: userId, limit: 1 })
    return follow?.row.followerId
  }
  // The recipient may be one of two.
  const likes = await tx.reactions.page('byKind', { of: [postId ?? '', 'like'], limit: 2 })
  return likes.find(({ row }) => row.userId !== userId)?.row.userId
}
