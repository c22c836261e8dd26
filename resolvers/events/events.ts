import { literal, object, safeParse, string, variant, type GenericSchema, type InferOutput } from 'valibot'
import type { EventRow, NewEvent } from '../store/rows.ts'
import { tables } from '../store/tables.ts'

const ofPost = object({ postId: string(), authorId: string() })
const ofUser = object({ userId: string() })
const ofUserAndPost = object({ userId: string(), postId: string() })

function event<const T extends string, Payload extends GenericSchema>(topic: T, payload: Payload) {
  return object({ ...tables.events.shape.entries, topic: literal(topic), payload })
}

/**
 * The events of changes, with their payloads: ids, never rows. A listener reads the rows as its own viewer, so an event
 * reveals no more than a query.
 */
const knownEvent = variant('topic', [
  event('postCreated', ofPost),
  /** Also published for a reply whose deletion was undone. */
  event('replyCreated', object({ ...ofPost.entries, parentId: string() })),
  event('postChanged', ofPost),
  /** The author has undone the deletion of a post. */
  event('postRestored', ofPost),
  event('postDeleted', ofPost),
  /** Also published for a new user. */
  event('userChanged', ofUser),
  event('userDeleted', ofUser),
  event('reactionChanged', ofUserAndPost),
  event('bookmarkChanged', ofUserAndPost),
  event('followingChanged', object({ followerId: string(), followeeId: string() })),
  event('notificationsChanged', ofUser),
  /** The tokens of a user that were issued before are no longer valid. */
  event('tokensRevoked', ofUser),
  /** All data was replaced: anything read before may be out of date or deleted. */
  event('dataReplaced', object({})),
])

type KnownEvent = InferOutput<typeof knownEvent>
export type Topic = KnownEvent['topic']
/** The payload of each topic. */
export type Events = { [T in Topic]: Extract<KnownEvent, { topic: T }>['payload'] }

export interface Event<T extends Topic = Topic> extends EventRow {
  topic: T
  payload: Events[T]
}

/** Returns an event with its payload checked; undefined for a topic of a later version. */
export function eventOf(row: EventRow): Event | undefined {
  const { success, output } = safeParse(knownEvent, row)
  return success ? output : undefined
}

/** The topics that only some users receive. */
const audiences: { readonly [T in Topic]?: (payload: Events[T]) => string[] } = {
  reactionChanged: ({ userId }) => [userId],
  bookmarkChanged: ({ userId }) => [userId],
  followingChanged: ({ followerId }) => [followerId],
  notificationsChanged: ({ userId }) => [userId],
  tokensRevoked: ({ userId }) => [userId],
}

/** Returns whether only some users receive the events of a topic. */
export function isPrivate(topic: string): boolean {
  return topic in audiences
}

/** Returns an event for the audience of its topic. */
export function newEvent<T extends Topic>(topic: T, payload: Events[T], at: number): NewEvent {
  return { topic, payload, audience: audiences[topic]?.(payload) ?? null, at }
}

export type Publish = <T extends Topic>(topic: T, payload: Events[T]) => void

/**
 * The type of the event by which backends over the same data tell each other that there are new events. Dispatched after
 * a commit; a listener reads them from the store.
 */
export const NEW_EVENTS = 'newEvents'

/** How long events are stored: for that long a client can continue where it was. */
export const EVENT_LIFETIME_MS = 60 * 60 * 1000

/** The most events that are in memory for subscriptions that continue after an earlier one. */
export const MAX_LOGGED_EVENTS = 1000

/** The most events before a subscription that it sends: each executes the operation again. */
export const MAX_REPLAYED_EVENTS = 100
