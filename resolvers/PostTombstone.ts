import type { PostTombstoneResolvers } from './generated/types.ts'
import { repliesTo } from './graphql/threads.ts'

export const PostTombstone: PostTombstoneResolvers = {
  id: ({ row }) => row.id,
  reason: ({ reason }) => reason,
  replyCount: ({ row }) => row.replyCount,
  replies: async ({ row }, args, ctx) => repliesTo(row, args, ctx),
}
