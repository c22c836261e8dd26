import type { Context } from '../context.ts'
import type { NotificationKind as GraphqlKind } from '../generated/types.ts'
import type { NotificationKind } from '../services/notifications.ts'
import type { NotificationRow } from '../store/rows.ts'

const graphqlKinds = { like: 'LIKE', reply: 'REPLY', mention: 'MENTION', follow: 'FOLLOW' } as const
const rowKinds = { LIKE: 'like', REPLY: 'reply', MENTION: 'mention', FOLLOW: 'follow' } as const

export function graphqlKindOf(kind: NotificationKind): GraphqlKind {
  return graphqlKinds[kind]
}

export function rowKindOf(kind: GraphqlKind): NotificationKind {
  return rowKinds[kind]
}

/** Leaves out notifications about posts that the viewer may not see. */
export async function visibleNotifications(rows: NotificationRow[], { posts }: Context): Promise<NotificationRow[]> {
  const isVisible = async ({ postId }: NotificationRow) => postId === null || (await posts.load(postId)) !== undefined
  const are = await Promise.all(rows.map(isVisible))
  return rows.filter((_row, index) => are[index])
}
