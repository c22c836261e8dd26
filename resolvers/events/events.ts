/**
 * The events that are published after a change is committed, with their payloads: ids, never rows. A listener reads the
 * rows as its own viewer, so an event reveals no more than a query.
 */
export interface Events {
  postCreated: { postId: string; authorId: string }
  postChanged: { postId: string; authorId: string }
  /** The author has undone the deletion of a post. */
  postRestored: { postId: string; authorId: string }
  postDeleted: { postId: string; authorId: string }
  /** Also published for a new user. */
  userChanged: { userId: string }
  userDeleted: { userId: string }
  /** For the user who has liked or disliked the post only. */
  reactionChanged: { userId: string; postId: string }
  /** For the bookmark's owner only. */
  bookmarkChanged: { userId: string; postId: string }
  /** For the follower only. */
  followingChanged: { followerId: string; followeeId: string }
  /** The tokens of a user that were issued before are no longer valid. */
  tokensRevoked: { userId: string }
  /** All data was replaced: anything read before may be out of date or deleted. */
  dataReplaced: Record<string, never>
}

export type Topic = keyof Events

export type Publish = <T extends Topic>(topic: T, payload: Events[T]) => void

/**
 * Returns a function that publishes to an `EventTarget`: a plain one reaches this backend, `broadcastTarget()` every
 * tab and worker, and that of a server's event bus every process.
 */
export function createPublisher(events: EventTarget): Publish {
  return (topic, payload) => void events.dispatchEvent(new CustomEvent(topic, { detail: payload }))
}

/**
 * Where the log of a backend continues, for a target that brings all backends the same events in the same order: the next
 * event has the next position. Without such a target, a log counts for itself.
 */
export interface LogPosition {
  /** The name of the common log. Positions in logs with other names are not comparable. */
  log: string
  /** The position of the last event. */
  position: number
  /** Whether events before it may be missing. */
  hasMissed: boolean
}

/** Returns the beginning of a log that no other backend has. At 1, because an id from before it must be possible. */
export function newLog(): LogPosition {
  return { log: crypto.randomUUID(), position: 1, hasMissed: false }
}

/** The type of the event that says that others were lost: subscriptions get `EVENTS_MISSED`. It has no payload. */
export const EVENTS_LOST = 'eventsLost'

/** The type of the event that sets the position of a log. */
export const LOG_POSITION = 'logPosition'

/** The topics that subscriptions read, one after the other. */
const logged: Record<Exclude<Topic, 'dataReplaced'>, true> = {
  postCreated: true,
  postChanged: true,
  postRestored: true,
  postDeleted: true,
  userChanged: true,
  userDeleted: true,
  reactionChanged: true,
  bookmarkChanged: true,
  followingChanged: true,
  tokensRevoked: true,
}
export type LoggedTopic = keyof typeof logged
export const loggedTopics = Object.keys(logged).filter((topic): topic is LoggedTopic => topic in logged)

/** The most events that wait for the slowest subscription. */
export const MAX_LOGGED_EVENTS = 1000

/** The most events before a subscription that it sends: each executes the operation again. */
export const MAX_REPLAYED_EVENTS = 100
