import { checkIds, cursorOf } from './graphql/connections.ts'
import { idList, postEdge } from './graphql/listIdentities.ts'
import type { Context } from './context.ts'
import { subscribeTo } from './events/eventQueue.ts'
import type { Events, Topic } from './events/events.ts'
import type { SubscriptionResolvers, SubscriptionUserChangedArgs } from './generated/types.ts'
import { ApiError } from './services/errors.ts'
import type { PostRow, UserRow } from './store/rows.ts'

export const Subscription: Required<SubscriptionResolvers> = {
  postCreated: livePostField('postCreated', ({ postId }, ctx) => currentPostEdge(ctx, postId)),
  postRestored: livePostField('postRestored', ({ postId }, ctx) => currentPostEdge(ctx, postId)),
  postChanged: livePostField('postChanged', async ({ postId }, ctx) => currentPost(ctx, postId)),
  postDeleted: livePostField('postDeleted', async ({ postId, authorId }, ctx) => ({
    deletedPostId: postId,
    author: (await currentUser(ctx, authorId)) ?? null,
  })),
  userChanged: liveField('userChanged', {
    async filterFor({ ids }: SubscriptionUserChangedArgs) {
      const isWanted = idFilter('ids', ids)
      return ({ userId }) => isWanted(userId)
    },
    read: async ({ userId }, ctx) => currentUser(ctx, userId),
  }),
  bookmarkChanged: liveField('bookmarkChanged', {
    async filterFor(_args, ctx) {
      const { id } = await ctx.requireViewer()
      return ({ userId }) => userId === id
    },
    async read({ userId, postId }, ctx) {
      const [post, [bookmark]] = await Promise.all([
        currentPost(ctx, postId),
        ctx.store.read.bookmarks.ofUser(userId, [postId]),
      ])
      if (!post) return undefined
      const cursor = bookmark && cursorOf({ id: bookmark.id }, idList('bookmarks', userId))
      return { post, bookmarkEdge: cursor === undefined ? null : { cursor, node: post } }
    },
  }),
  followingChanged: liveField('followingChanged', {
    async filterFor(_args, ctx) {
      const { id } = await ctx.requireViewer()
      return ({ followerId }) => followerId === id
    },
    read: async ({ followeeId }, ctx) => currentUser(ctx, followeeId),
  }),
}

interface LiveField<Payload, Args, Result> {
  /**
   * Returns a function that returns whether an event concerns this subscription, by the ids in its payload. Throws to
   * refuse a subscription.
   */
  filterFor: (args: Args, ctx: Context) => Promise<(payload: Payload) => boolean>
  /** Reads the current result, or undefined to skip the event, for example because its record was deleted. */
  read: (payload: Payload, ctx: Context, args: Args) => Promise<Result | undefined>
}

/** What a subscription passes on for each event. */
type Delivery<Result> = { result: Result } | ApiError

/** Creates the resolvers of a subscription field, which has a result for each accepted event of a topic. */
function liveField<T extends Topic, Args, Result>(topic: T, { filterFor, read }: LiveField<Events[T], Args, Result>) {
  return {
    async subscribe(_root: unknown, args: Args, ctx: Context) {
      const accepts = await filterFor(args, ctx)
      const isSignedIn = (await ctx.viewerId()) !== null
      return deliveries(ctx, topic, { isSignedIn, accepts, read: (payload) => read(payload, ctx, args) })
    },
    resolve(delivery: Delivery<Result>): Result {
      if (delivery instanceof ApiError) throw delivery
      return delivery.result
    },
  }
}

interface PostFilter {
  ids?: readonly string[] | null
  authorIds?: readonly string[] | null
  inFeed: boolean
}

/** Creates the resolvers of a subscription field about posts. */
function livePostField<T extends 'postCreated' | 'postChanged' | 'postDeleted' | 'postRestored', Result>(
  topic: T,
  read: (payload: Events[T], ctx: Context) => Promise<Result | undefined>,
) {
  return liveField(topic, {
    async filterFor({ ids, authorIds, inFeed }: PostFilter, ctx) {
      const isWanted = idFilter('ids', ids)
      const isByWanted = idFilter('authorIds', authorIds)
      if (inFeed) await ctx.requireViewer()
      return ({ postId, authorId }) => isWanted(postId) && isByWanted(authorId)
    },
    async read(payload, ctx, { inFeed }) {
      if (inFeed && !(await isInFeed(ctx, payload.authorId))) return undefined
      return read(payload, ctx)
    },
  })
}

interface DeliveryOptions<Payload, Result> {
  /** Whether the subscription has a viewer, who must stay valid. */
  isSignedIn: boolean
  /** Returns whether an event concerns this subscription. */
  accepts: (payload: Payload) => boolean
  /** Reads the current result, or undefined to skip the event. */
  read: (payload: Payload) => Promise<Result | undefined>
}

/**
 * Yields the current result for each event, or `EVENTS_MISSED` in the place of dropped events. Ends with the refusal of
 * the viewer's token once it is no longer valid: results would be those of a visitor. Skips an event if `read` returns
 * undefined, and if it fails unexpectedly: the error is reported and the subscription continues.
 */
function deliveries<T extends Topic, Result>(
  ctx: Context,
  topic: T,
  { isSignedIn, accepts, read }: DeliveryOptions<Events[T], Result>,
): AsyncIterable<Delivery<Result>> {
  const queue = subscribeTo(ctx.events, topic, accepts)
  const deliveryOf = async (payload: Events[T] | null): Promise<Delivery<Result> | undefined> => {
    if (payload === null) return new ApiError('EVENTS_MISSED')
    ctx.renewViewer()
    try {
      if (isSignedIn) await ctx.requireViewer()
      const result = await read(payload)
      return result && { result }
    } catch (error) {
      // The viewer has signed out everywhere, or the account was deleted.
      if (error instanceof ApiError) {
        queue.end()
        return error
      }
      ctx.report(error)
      return undefined
    }
  }
  const next = async (): Promise<IteratorResult<Delivery<Result>, undefined>> => {
    for (let event = await queue.next(); event; event = await queue.next()) {
      const value = await deliveryOf(event.payload)
      ctx.skipResult = event.skip
      if (value) return { done: false, value }
    }
    return { done: true, value: undefined }
  }
  const end = async (): Promise<IteratorResult<Delivery<Result>, undefined>> => {
    queue.end()
    return { done: true, value: undefined }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
}

/** Returns whether an id is in the list of an argument. Without a list, every id is. Throws `BAD_INPUT`. */
function idFilter(name: string, ids: readonly string[] | null | undefined): (id: string) => boolean {
  if (!ids) return () => true
  checkIds(name, ids)
  const wanted = new Set(ids)
  return (id) => wanted.has(id)
}

/** Returns whether the viewer is the author or follows them. Throws `TOKEN_INVALID` or `NOT_REGISTERED`. */
async function isInFeed({ requireViewer, follows }: Context, authorId: string): Promise<boolean> {
  return (await requireViewer()).id === authorId || (await follows.load(authorId)) !== undefined
}

async function currentPostEdge(ctx: Context, id: string) {
  const node = await currentPost(ctx, id)
  return node && postEdge(node, await ctx.viewerId())
}

async function currentPost({ store }: Context, id: string): Promise<PostRow | undefined> {
  return (await store.read.posts.getMany([id]))[0]
}

async function currentUser({ store }: Context, id: string): Promise<UserRow | undefined> {
  return (await store.read.users.getMany([id]))[0]
}
