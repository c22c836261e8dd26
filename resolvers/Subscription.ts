import {
  Kind,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type InlineFragmentNode,
  type SelectionSetNode,
} from 'graphql'
import { BoundedMap } from '../shared/BoundedMap.ts'
import { checkIds, cursorOf } from './graphql/connections.ts'
import { idList, postEdge, replyEdge } from './graphql/listIdentities.ts'
import { visibleNotifications } from './graphql/notifications.ts'
import type { Context } from './context.ts'
import type { EventReader } from './events/eventLog.ts'
import { isPrivate, MAX_REPLAYED_EVENTS, type Event, type Events, type Topic } from './events/events.ts'
import type {
  ResolversTypes,
  ResolversUnionTypes,
  SubscriptionChangesArgs,
  SubscriptionResolvers,
} from './generated/types.ts'
import { ApiError, apiErrorOf } from './services/errorCatalogue.ts'
import { unreadCount } from './services/notifications.ts'
import type { VerifiedClaims } from './services/token.ts'

export const Subscription: Required<SubscriptionResolvers> = {
  changes: {
    async subscribe(_root: unknown, args: SubscriptionChangesArgs, ctx: Context, info: GraphQLResolveInfo) {
      const topics = selectedTopics(info)
      const isOfViewer = args.inFeed || [...topics].every(isPrivate)
      // A refused token must not become the subscription of a visitor.
      const viewer = isOfViewer || ctx.authorization !== null ? await ctx.requireViewer() : null
      const viewerId = viewer?.id ?? null
      const claims = viewer && (await ctx.tokens.verify(ctx.authorization))
      const accepts = changeFilter(ctx, viewerId, { ...args, topics })
      return deliveries(ctx, claims, await ctx.eventLog.read(ctx.lastEventId), accepts)
    },
    resolve(delivery: Delivery): Change {
      if (delivery instanceof ApiError) throw delivery
      return delivery
    },
  },
}

type AnyChange = ResolversUnionTypes<ResolversTypes>['Change']
/** A member of the union with its name, by which GraphQL finds its type. */
type Change = AnyChange & { __typename: NonNullable<AnyChange['__typename']> }

type ChangeTopic = Exclude<Topic, 'tokensRevoked' | 'dataReplaced'>

/** The member of the union for each topic. */
const changeTypes = {
  postCreated: 'PostCreation',
  replyCreated: 'ReplyCreation',
  postChanged: 'PostChange',
  postRestored: 'PostRestoration',
  postDeleted: 'PostDeletion',
  userChanged: 'UserChange',
  userDeleted: 'UserDeletion',
  reactionChanged: 'ReactionChange',
  bookmarkChanged: 'BookmarkChange',
  followingChanged: 'FollowingChange',
  notificationsChanged: 'NotificationChange',
} satisfies { [T in ChangeTopic]: Change['__typename'] }

function isChange(event: Event): event is Event<ChangeTopic> {
  return event.topic in changeTypes
}

/** Returns the topics of which the operation selects something besides `__typename`; all, if it is nothing else. */
function selectedTopics({ fragments, fieldNodes }: GraphQLResolveInfo): Set<string> {
  /** Follows each named fragment once: fragments that contain others twice have 2^n paths. */
  const isSelected = (set: SelectionSetNode | undefined, type: string, visited: Set<string>): boolean =>
    (set?.selections ?? []).some((selection) => {
      if (selection.kind === Kind.FIELD) return selection.name.value !== '__typename'
      let fragment: InlineFragmentNode | FragmentDefinitionNode | undefined
      if (selection.kind === Kind.INLINE_FRAGMENT) fragment = selection
      else if (!visited.has(selection.name.value)) fragment = fragments[selection.name.value]
      if (!fragment) return false
      if (fragment.kind === Kind.FRAGMENT_DEFINITION) visited.add(fragment.name.value)
      const condition = fragment.typeCondition?.name.value ?? type
      return (
        [type, 'Change' satisfies keyof ResolversTypes].includes(condition) &&
        isSelected(fragment.selectionSet, type, visited)
      )
    })
  const selected = Object.entries(changeTypes)
    .filter(([, type]) => {
      const visited = new Set<string>()
      return fieldNodes.some(({ selectionSet }) => isSelected(selectionSet, type, visited))
    })
    .map(([topic]) => topic)
  return new Set(selected.length > 0 ? selected : Object.keys(changeTypes))
}

/** What a subscription passes on: a change, or an error in its place. */
type Delivery = Change | ApiError

/** Reads the present state of what an event is about. Resolves to undefined if the record was deleted. */
type Read<T extends ChangeTopic> = (payload: Events[T], ctx: Context) => Promise<Change | undefined>

const readers: { [T in ChangeTopic]: Read<T> } = {
  async postCreated({ postId }, ctx) {
    const edge = await currentPostEdge(ctx, postId)
    return edge && { __typename: 'PostCreation', postEdge: edge }
  },
  async replyCreated({ postId, parentId }, ctx) {
    const node = await ctx.posts.load(postId)
    return node && { __typename: 'ReplyCreation', replyEdge: replyEdge(node, parentId) }
  },
  async postRestored({ postId }, ctx) {
    const edge = await currentPostEdge(ctx, postId)
    return edge && { __typename: 'PostRestoration', postEdge: edge }
  },
  async postChanged({ postId }, ctx) {
    const post = await ctx.posts.load(postId)
    return post && { __typename: 'PostChange', post }
  },
  async postDeleted({ postId, authorId }, ctx) {
    const author = (await ctx.users.load(authorId)) ?? null
    return { __typename: 'PostDeletion', deletedPostId: postId, author }
  },
  async userChanged({ userId }, ctx) {
    const user = await ctx.users.load(userId)
    return user && { __typename: 'UserChange', user }
  },
  async userDeleted({ userId }) {
    return { __typename: 'UserDeletion', deletedUserId: userId }
  },
  async reactionChanged({ postId }, ctx) {
    const post = await ctx.posts.load(postId)
    return post && { __typename: 'ReactionChange', post }
  },
  async bookmarkChanged({ userId, postId }, ctx) {
    const [post, bookmark] = await Promise.all([ctx.posts.load(postId), ctx.bookmarks.load(postId)])
    const cursor = bookmark && cursorOf({ id: bookmark.id }, idList('bookmarks', userId))
    const bookmarkEdge = post && cursor !== undefined ? { cursor, node: post } : null
    return post && { __typename: 'BookmarkChange', post, bookmarkEdge }
  },
  async notificationsChanged({ userId }, ctx) {
    const { read } = ctx.store
    const latest = await read.notifications.page('byUser', { of: userId, limit: 1 })
    const [notification = null] = await visibleNotifications(
      latest.map(({ row }) => row),
      ctx,
    )
    return {
      __typename: 'NotificationChange',
      unreadNotificationCount: await unreadCount(read, userId),
      notification,
    }
  },
  async followingChanged({ followeeId }, ctx) {
    const user = await ctx.users.load(followeeId)
    return user && { __typename: 'FollowingChange', user }
  },
}

function readChange<T extends ChangeTopic>({ topic, payload }: Event<T>, ctx: Context) {
  return readers[topic](payload, ctx)
}

/**
 * Yields the accepted changes, and `EVENTS_MISSED` in the place of events that were dropped. Ends with the refusal of the
 * viewer's token once it is no longer valid: results would be those of a visitor. An event that cannot be read counts as
 * dropped, and is reported.
 */
function deliveries(
  ctx: Context,
  claims: VerifiedClaims | null,
  events: EventReader,
  accepts: (event: Event<ChangeTopic> | 'missed') => Promise<boolean>,
): AsyncIterable<Delivery> {
  let hasSkipped = false
  let replayedCount = 0

  /**
   * Reads the viewer again if the session may have ended: after an event that says so, or if the token has expired or its
   * key was revoked, of which there is no event. Throws `TOKEN_INVALID` or `NOT_REGISTERED`. Not at intervals: thousands of
   * subscriptions would read their viewers at the same event.
   */
  const checkViewer = async (mayHaveEnded: boolean) => {
    if (!claims || (!mayHaveEnded && (await ctx.tokens.isCurrent(claims)))) return
    ctx.renewViewer()
    await ctx.requireViewer()
  }
  const deliveryOf = async (event: Event | 'missed'): Promise<Delivery | undefined> => {
    ctx.shareReads()
    try {
      await checkViewer(event === 'missed' || mayEndSession(event, claims?.id))
      if (event === 'missed') {
        await accepts(event)
        return new ApiError('EVENTS_MISSED')
      }
      if (!isChange(event) || !(await accepts(event))) return undefined
      if (events.isReplayed(event)) replayedCount += 1
      if (replayedCount <= MAX_REPLAYED_EVENTS) return await readChange(event, ctx)
      events.moveToEnd()
      replayedCount = 0
      return new ApiError('EVENTS_MISSED')
    } catch (error) {
      // The token has expired, its key was revoked, the viewer has signed out everywhere, or the account was deleted.
      if (error instanceof ApiError) {
        events.end()
        return error
      }
      // A database that does not answer is reported where it is called.
      if (apiErrorOf(error).code === 'INTERNAL') ctx.report(error)
      return new ApiError('EVENTS_MISSED')
    }
  }
  const next = async (): Promise<IteratorResult<Delivery, undefined>> => {
    for (let event = await events.next(); event; event = await events.next()) {
      const current = event
      const value = await deliveryOf(current)
      ctx.lastEventId = events.lastId()
      // Skips a result if an equal event follows, but never two in succession: else a record that changes all the time
      // would never be delivered.
      ctx.skipResult = () => {
        hasSkipped = !hasSkipped && !(value instanceof ApiError) && current !== 'missed' && events.isRepeated(current)
        return hasSkipped
      }
      if (value) return { done: false, value }
    }
    ctx.lastEventId = events.lastId()
    return { done: true, value: undefined }
  }
  const end = async (): Promise<IteratorResult<Delivery, undefined>> => {
    events.end()
    return { done: true, value: undefined }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
}

/** Whether the viewer has signed out everywhere, or deleted the account. */
function mayEndSession({ topic, payload }: Event, viewerId: string | undefined): boolean {
  return (topic === 'tokensRevoked' || topic === 'userDeleted') && 'userId' in payload && payload.userId === viewerId
}

/** The most authors of whom a subscription remembers whether the viewer follows them. */
const MAX_AUTHORS = 1000

interface ChangeFilter extends SubscriptionChangesArgs {
  topics: Set<string>
}

/**
 * Returns a function that resolves to whether an event is for this viewer and matches the filter, by the ids in its
 * payload. Throws `BAD_INPUT`.
 */
function changeFilter(ctx: Context, viewerId: string | null, { topics, ids, authorIds, inFeed }: ChangeFilter) {
  const isWanted = idFilter('ids', ids)
  const isByWanted = idFilter('authorIds', authorIds)
  const isOfPosts = inFeed || Boolean(authorIds)
  const followed = new BoundedMap<string, boolean>(MAX_AUTHORS)
  const isInFeed = async (authorId: string) => {
    if (authorId === viewerId) return true
    const isFollowed = followed.get(authorId) ?? (await ctx.follows.load(authorId)) !== undefined
    followed.set(authorId, isFollowed)
    return isFollowed
  }
  return async (event: Event<ChangeTopic> | 'missed'): Promise<boolean> => {
    if (event === 'missed') {
      followed.clear()
      return true
    }
    const { topic, payload, audience } = event
    if (audience && (viewerId === null || !audience.includes(viewerId))) return false
    if ('followerId' in payload) followed.delete(payload.followeeId)
    if (!topics.has(topic)) return false
    if ('followerId' in payload) return isWanted(payload.followeeId) && !isOfPosts
    if (!('postId' in payload)) return isWanted(payload.userId) && !isOfPosts
    if ('parentId' in payload)
      return (isWanted(payload.postId) || isWanted(payload.parentId)) && isByWanted(payload.authorId) && !inFeed
    if (!isWanted(payload.postId)) return false
    if ('userId' in payload) return !isOfPosts
    return isByWanted(payload.authorId) && (!inFeed || (await isInFeed(payload.authorId)))
  }
}

/** Returns whether an id is in the list of an argument. Without a list, every id is. Throws `BAD_INPUT`. */
function idFilter(name: string, ids: readonly string[] | null | undefined): (id: string) => boolean {
  if (!ids) return () => true
  checkIds(name, ids)
  const wanted = new Set(ids)
  return (id) => wanted.has(id)
}

async function currentPostEdge(ctx: Context, id: string) {
  const node = await ctx.posts.load(id)
  return node && postEdge(node, await ctx.viewerId())
}
