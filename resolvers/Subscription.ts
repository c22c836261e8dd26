import { cursorOf } from './graphql/connections.ts'
import type { Context } from './context.ts'
import { subscribeTo, type Events, type Topic } from './events/events.ts'
import type { SubscriptionResolvers } from './generated/types.ts'
import type { PostRow, UserRow } from './store/rows.ts'

export const Subscription: Required<SubscriptionResolvers> = {
  postCreated: {
    subscribe: (_root, _args, ctx) =>
      live(ctx, 'postCreated', async ({ postId }) => {
        const node = await currentPost(ctx, postId)
        return node && { postCreated: { cursor: cursorOf('LATEST', [postId]), node } }
      }),
  },
  postChanged: {
    subscribe: (_root, _args, ctx) =>
      live(ctx, 'postChanged', async ({ postId }) => {
        const postChanged = await currentPost(ctx, postId)
        return postChanged && { postChanged }
      }),
  },
  postDeleted: {
    subscribe: (_root, _args, ctx) =>
      live(ctx, 'postDeleted', async ({ postId, authorId }) => {
        const author = (await currentUser(ctx, authorId)) ?? null
        return { postDeleted: { deletedPostId: postId, author } }
      }),
  },
  userChanged: {
    subscribe: (_root, _args, ctx) =>
      live(ctx, 'userChanged', async ({ userId }) => {
        const userChanged = await currentUser(ctx, userId)
        return userChanged && { userChanged }
      }),
  },
  bookmarkChanged: {
    subscribe: async (_root, _args, ctx) => {
      const { id } = await ctx.requireViewer()
      return live(ctx, 'bookmarkChanged', async ({ userId, postId }) => {
        if (userId !== id) return undefined
        const [post, [bookmark]] = await Promise.all([
          currentPost(ctx, postId),
          ctx.store.read.bookmarks.ofUser(id, [postId]),
        ])
        if (!post) return undefined
        const bookmarkEdge = bookmark ? { cursor: cursorOf('BOOKMARKS', [bookmark.id]), node: post } : null
        return { bookmarkChanged: { post, bookmarkEdge } }
      })
    },
  },
  followingChanged: {
    subscribe: async (_root, _args, ctx) => {
      const { id } = await ctx.requireViewer()
      return live(ctx, 'followingChanged', async ({ followerId, followeeId }) => {
        const followingChanged = followerId === id ? await currentUser(ctx, followeeId) : undefined
        return followingChanged && { followingChanged }
      })
    },
  },
}

/**
 * Yields the current result for each event of a topic. Skips an event if `read` returns undefined, because it is not
 * for this viewer or its record was deleted, and if `read` fails: the error is reported and the subscription continues.
 */
function live<T extends Topic, Result>(
  ctx: Context,
  topic: T,
  read: (payload: Events[T]) => Promise<Result | undefined>,
): AsyncIterable<Result> {
  const queue = subscribeTo(ctx.events, topic)
  const next = async (): Promise<IteratorResult<Result, undefined>> => {
    for (let event = await queue.next(); event; event = await queue.next()) {
      const result = await read(event.payload).catch((error: unknown) => {
        ctx.report(error)
      })
      ctx.isOutdated = event.isOutdated
      if (result) return { done: false, value: result }
    }
    return { done: true, value: undefined }
  }
  const end = async (): Promise<IteratorResult<Result, undefined>> => {
    await queue.end()
    return { done: true, value: undefined }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
}

async function currentPost({ store }: Context, id: string): Promise<PostRow | undefined> {
  return (await store.read.posts.getMany([id]))[0]
}

async function currentUser({ store }: Context, id: string): Promise<UserRow | undefined> {
  return (await store.read.users.getMany([id]))[0]
}
