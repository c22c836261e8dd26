import { deleteAccount, signOutEverywhere } from './services/account.ts'
import { logIn, signUp } from './services/auth.ts'
import { addBookmark, removeBookmark } from './services/bookmarks.ts'
import { restorePost } from './services/deletedPosts.ts'
import { followUser, unfollowUser } from './services/follows.ts'
import { createPost, deletePost, editPost, type PostContent } from './services/posts.ts'
import { editProfile, type ProfileChanges } from './services/profile.ts'
import { dislikePost, likePost } from './services/reactions.ts'
import type { ServiceContext } from './services/serviceContext.ts'
import type { PostRow } from './store/rows.ts'
import { cursorOf, type Edge } from './graphql/connections.ts'
import { linkLists, postLists } from './graphql/lists.ts'
import type { CreatePostInput, EditPostInput, EditProfileInput, MutationResolvers } from './generated/types.ts'
import { mediaChanges } from './graphql/media.ts'

export const Mutation: MutationResolvers = {
  signUp: async (_root, { input }, ctx) => ({
    ...ctx.startSession(await signUp(ctx, { ...input, extra: {} })),
    query: {},
  }),
  logIn: async (_root, { input }, ctx) => ({ ...ctx.startSession(await logIn(ctx, input)), query: {} }),

  createPost: async (_root, { input }, ctx) => {
    const { post, viewer } = await createPost(withKey(ctx, input), postChanges(input))
    return { postEdge: edgeOf(post), viewer }
  },
  editPost: async (_root, { input }, ctx) => ({
    post: await editPost(withKey(ctx, input), input.postId, postChanges(input)),
  }),
  deletePost: async (_root, { input }, ctx) => ({
    deletedPostId: input.postId,
    viewer: await deletePost(withKey(ctx, input), input.postId),
  }),
  restorePost: async (_root, { input }, ctx) => {
    const { post, viewer } = await restorePost(withKey(ctx, input), input.postId)
    return { postEdge: edgeOf(post), viewer }
  },

  likePost: async (_root, { input }, ctx) => ({ post: await likePost(withKey(ctx, input), input.postId) }),
  dislikePost: async (_root, { input }, ctx) => ({ post: await dislikePost(withKey(ctx, input), input.postId) }),

  addBookmark: async (_root, { input }, ctx) => {
    const { post, bookmark } = await addBookmark(withKey(ctx, input), input.postId)
    return { post, bookmarkEdge: { cursor: cursorOf(linkLists.BOOKMARKS, { id: bookmark.id }), node: post } }
  },
  removeBookmark: async (_root, { input }, ctx) => removeBookmark(withKey(ctx, input), input.postId),

  followUser: async (_root, { input }, ctx) => followUser(withKey(ctx, input), input.userId),
  unfollowUser: async (_root, { input }, ctx) => unfollowUser(withKey(ctx, input), input.userId),

  editProfile: async (_root, { input }, ctx) => ({
    viewer: await editProfile(ctx, profileChanges(input), input.username ?? undefined),
  }),

  signOutEverywhere: async (_root, _args, ctx) => {
    const { user, token } = ctx.startSession(await signOutEverywhere(ctx))
    return { viewer: user, token }
  },
  deleteAccount: async (_root, { input }, ctx) => ({ deletedUserId: await deleteAccount(ctx, input.username) }),
}

/** Returns an edge of a list in the order `LATEST`. */
function edgeOf(post: PostRow): Edge<PostRow> {
  return { cursor: cursorOf(postLists.LATEST, { id: post.id }), node: post }
}

/** Passes the idempotency key of an input to the service. */
function withKey(ctx: ServiceContext, { idempotencyKey }: { idempotencyKey?: string | null }): ServiceContext {
  return { ...ctx, idempotencyKey }
}

/** Returns the fields that were sent. Null removes the picture or video; for `content` it means no change. */
function postChanges({ content, media }: CreatePostInput | EditPostInput): Partial<PostContent> {
  return { ...(content != null && { content }), ...mediaChanges(media) }
}

/** Returns the fields that were sent. */
function profileChanges({ bio, portfolioUrl, avatarUrl }: EditProfileInput): ProfileChanges {
  return {
    ...(bio != null && { bio }),
    ...(portfolioUrl != null && { portfolioUrl }),
    ...(avatarUrl != null && { avatarUrl }),
  }
}
