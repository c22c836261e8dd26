import { deleteAccount, signOutEverywhere } from './services/account.ts'
import { logIn, signUp } from './services/auth.ts'
import { addBookmark, removeBookmark } from './services/bookmarks.ts'
import { followUser, unfollowUser } from './services/follows.ts'
import { graphqlKindOf, rowKindOf, visibleNotifications } from './graphql/notifications.ts'
import { kindsOf, markNotificationsRead, setNotificationKinds, unreadCount } from './services/notifications.ts'
import { createPost, deletePost, editPost, restorePost, type PostContent } from './services/posts.ts'
import { editProfile, profileChanges } from './services/profile.ts'
import { addPushSubscription, removePushSubscription } from './services/pushSubscriptions.ts'
import { dislikePost, likePost } from './services/reactions.ts'
import type { ServiceContext } from './services/serviceContext.ts'
import { cursorOf } from './graphql/connections.ts'
import { idList, postEdge, replyEdge } from './graphql/listIdentities.ts'
import { parentEntry } from './graphql/threads.ts'
import type { CreatePostInput, EditPostInput, MutationResolvers } from './generated/types.ts'
import { mediaChanges } from './graphql/media.ts'

export const Mutation: MutationResolvers = {
  signUp: async (_root, { input: { idempotencyKey, ...input } }, ctx) => ({
    ...ctx.startSession(await signUp({ ...ctx, idempotencyKey }, { ...input, extra: {} })),
    query: {},
  }),
  logIn: async (_root, { input }, ctx) => ({ ...ctx.startSession(await logIn(ctx, input)), query: {} }),

  createPost: async (_root, { input }, ctx) => {
    const { post, viewer } = await createPost(withKey(ctx, input), postChanges(input), input.inReplyTo ?? null)
    const { parentId } = post
    return {
      postEdge: postEdge(post, viewer.id),
      replyEdge: parentId === null ? null : replyEdge(post, parentId),
      viewer,
    }
  },
  editPost: async (_root, { input }, ctx) => ({
    post: await editPost(withKey(ctx, input), input.postId, postChanges(input)),
  }),
  deletePost: async (_root, { input }, ctx) => {
    const { parentId, viewer } = await deletePost(withKey(ctx, input), input.postId)
    return { deletedPostId: input.postId, parent: await parentEntry(ctx, parentId), viewer }
  },
  restorePost: async (_root, { input }, ctx) => {
    const { post, viewer } = await restorePost(withKey(ctx, input), input.postId)
    return { postEdge: postEdge(post, viewer.id), viewer }
  },

  likePost: async (_root, { input }, ctx) => ({ post: await likePost(withKey(ctx, input), input.postId) }),
  dislikePost: async (_root, { input }, ctx) => ({ post: await dislikePost(withKey(ctx, input), input.postId) }),

  addBookmark: async (_root, { input }, ctx) => {
    const { post, bookmark } = await addBookmark(withKey(ctx, input), input.postId)
    return {
      post,
      bookmarkEdge: { cursor: cursorOf({ id: bookmark.id }, idList('bookmarks', bookmark.userId)), node: post },
    }
  },
  removeBookmark: async (_root, { input }, ctx) => removeBookmark(withKey(ctx, input), input.postId),

  followUser: async (_root, { input }, ctx) => followUser(withKey(ctx, input), input.userId),
  unfollowUser: async (_root, { input }, ctx) => unfollowUser(withKey(ctx, input), input.userId),

  editProfile: async (_root, { input }, ctx) => ({
    viewer: await editProfile(
      withKey(ctx, input),
      profileChanges((column) => input[column]),
      input.username ?? undefined,
    ),
  }),

  markNotificationsRead: async (_root, { input }, ctx) => {
    const { userId, marked } = await markNotificationsRead(ctx, input.ids ?? null)
    return {
      notifications: await visibleNotifications(marked, ctx),
      unreadNotificationCount: await unreadCount(ctx.store.read, userId),
    }
  },
  setNotificationKinds: async (_root, { input }, ctx) => {
    const viewerId = await setNotificationKinds(ctx, input.kinds.map(rowKindOf))
    return { notificationKinds: (await kindsOf(ctx.store.read, viewerId)).map(graphqlKindOf) }
  },

  addPushSubscription: async (_root, { input }, ctx) => {
    await addPushSubscription(ctx, input)
    return { endpoint: input.endpoint }
  },
  removePushSubscription: async (_root, { input }, ctx) => {
    await removePushSubscription(ctx, input.endpoint)
    return { endpoint: input.endpoint }
  },

  signOutEverywhere: async (_root, { input }, ctx) => {
    const { user, token } = ctx.startSession(await signOutEverywhere(withKey(ctx, input)))
    return { viewer: user, token }
  },
  async deleteAccount(_root, { input }, ctx) {
    const deletedUserId = await deleteAccount(withKey(ctx, input), input.username)
    ctx.renewViewer()
    return { deletedUserId }
  },
}

/** Passes the idempotency key of an input to the service. */
function withKey(ctx: ServiceContext, { idempotencyKey }: { idempotencyKey?: string | null }): ServiceContext {
  return { ...ctx, idempotencyKey }
}

/** Returns the fields that were sent. Null removes the picture or video; for `content` it means no change. */
function postChanges({ content, media }: CreatePostInput | EditPostInput): Partial<PostContent> {
  return { ...(content != null && { content }), ...mediaChanges(media) }
}
