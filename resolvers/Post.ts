import { dateTimeOf } from './lib/dates.ts'
import { connection, mapNodes } from './graphql/connections.ts'
import { idList } from './graphql/listIdentities.ts'
import type { PostEdgeResolvers, PostResolvers, ThreadEdgeResolvers, ThreadItemResolvers } from './generated/types.ts'
import { existing } from './services/errorCatalogue.ts'
import { mediaOf } from './graphql/media.ts'
import { isTombstone, parentEntry, repliesTo, threadEntries } from './graphql/threads.ts'

export const Post: PostResolvers = {
  id: (post) => post.id,
  author: async (post, _args, { users }) => existing(await users.load(post.authorId), 'USER_NOT_FOUND'),
  content: (post) => post.content,
  media: mediaOf,
  mentions: async ({ mentions }, _args, { users }) => {
    const found = await Promise.all(mentions.map(({ userId }) => users.load(userId)))
    return mentions.flatMap(({ start, end }, index) => {
      const user = found[index]
      return user ? [{ start, end, user }] : []
    })
  },
  createdAt: (post) => dateTimeOf(post.createdAt),
  updatedAt: (post) => dateTimeOf(post.updatedAt),
  editedAt: ({ editedAt }) => (editedAt === null ? null : dateTimeOf(editedAt)),
  likeCount: (post) => post.likeCount,

  likedBy: async (post, args, { likes, users }) => {
    const page = await connection(args, idList('likedBy', post.id), (request) =>
      likes.load({ of: post.id, ...request }),
    )
    return mapNodes(page, users, (like) => like.userId)
  },

  viewerHasLiked: async (post, _args, { reactions }) => (await reactions.load(post.id))?.kind === 'like',
  viewerHasDisliked: async (post, _args, { reactions }) => (await reactions.load(post.id))?.kind === 'dislike',
  viewerHasBookmarked: async (post, _args, { bookmarks }) => (await bookmarks.load(post.id)) !== undefined,
  viewerCanEdit: async (post, _args, { viewerId }) => (await viewerId()) === post.authorId,

  isReply: (post) => post.parentId !== null,
  parent: async (post, _args, ctx) => parentEntry(ctx, post.parentId),
  ancestors: async (post, _args, ctx) => {
    const ancestors = post.parentId === null ? [] : await ctx.ancestors.load(post.id)
    return threadEntries(ctx, ancestors.toReversed())
  },
  replies: async (post, args, ctx) => repliesTo(post, args, ctx),
  replyCount: (post) => post.replyCount,
}

export const PostEdge: PostEdgeResolvers = {
  cursor: (edge) => edge.cursor,
  node: ({ node }) => node,
}

export const ThreadItem: ThreadItemResolvers = {
  __resolveType: (entry) => (isTombstone(entry) ? 'PostTombstone' : 'Post'),
}

export const ThreadEdge: ThreadEdgeResolvers = {
  cursor: (edge) => edge.cursor,
  node: ({ node }) => node,
}
