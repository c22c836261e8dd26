import { cursorOf } from './graphql/connections.ts'
import type { Context } from './context.ts'
import { announcements, type Topic, type Topics } from './events/topics.ts'
import type { SubscriptionResolvers } from './generated/types.ts'
import type { PostRow, UserRow } from './store/rows.ts'

export const Subscription: Required<SubscriptionResolvers> = {
  postCreated: {
    subscribe: (_root, _args, ctx) =>
      live(ctx, 'postCreated', async ({ postId }) => {
        const node = await postNow(ctx, postId)
        return node && { postCreated: { cursor: cursorOf('LATEST', [postId]), node } }
      }),
  },
  postChanged: {
    subscribe: (_root, _args, ctx) =>
      live(ctx, 'postChanged', async ({ postId }) => {
        const postChanged = await postNow(ctx, postId)
        return postChanged && { postChanged }
      }),
  },
  postDeleted: {
    subscribe: (_root, _args, ctx) =>
      live(ctx, 'postDeleted', async ({ postId, authorId }) => {
        const author = await userNow(ctx, authorId)
        return author && { postDeleted: { deletedPostId: postId, author } }
      }),
  },
  userChanged: {
    subscribe: (_root, _args, ctx) =>
      live(ctx, 'userChanged', async ({ userId }) => {
        const userChanged = await userNow(ctx, userId)
        return userChanged && { userChanged }
      }),
  },
  bookmarkChanged: {
    subscribe: async (_root, _args, ctx) => {
      const { id } = await ctx.requireViewer()
      return live(ctx, 'bookmarkChanged', async ({ userId, postId }) => {
        if (userId !== id) return undefined
        const [post, [bookmark]] = await Promise.all([
          postNow(ctx, postId),
          ctx.services.store.read.bookmarks.ofUser(id, [postId]),
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
        const followingChanged = followerId === id ? await userNow(ctx, followeeId) : undefined
        return followingChanged && { followingChanged }
      })
    },
  },
}

/**
 * What is announced on a topic, one event after the other, as `read` finds it now; what does not concern the one who
 * listens, or is gone, is undefined and left out. A fault costs its one event: the next is heard all the same.
 */
function live<T extends Topic, Event>(
  ctx: Context,
  topic: T,
  read: (what: Topics[T]) => Promise<Event | undefined>,
): AsyncIterable<Event> {
  const { events, report } = ctx.services
  const heard = announcements(events, topic)
  const next = async (): Promise<IteratorResult<Event, undefined>> => {
    for (let announced = await heard.next(); announced; announced = await heard.next()) {
      const event = await read(announced.what).catch((fault: unknown) => {
        report(fault)
      })
      ctx.isOutdated = announced.isOutdated
      if (event) return { done: false, value: event }
    }
    return { done: true, value: undefined }
  }
  const end = async (): Promise<IteratorResult<Event, undefined>> => {
    await heard.end()
    return { done: true, value: undefined }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
}

async function postNow({ services }: Context, id: string): Promise<PostRow | undefined> {
  return (await services.store.read.posts.getMany([id]))[0]
}

async function userNow({ services }: Context, id: string): Promise<UserRow | undefined> {
  return (await services.store.read.users.getMany([id]))[0]
}
